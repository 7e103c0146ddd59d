// Pictures of the page for eyes: three window sizes, light and dark, into target/shots (not tracked).
//   make shots
//   make picture     the one in README.md, docs/screenshot.png
// From a test: `await shoot(page, "name")` adds one picture of where the test stands.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, SIZES, closeBrowser, closeServer, withPage } from "./harness.mjs";

export const SHOTS = process.env.FABRICAD_SHOTS ?? join(ROOT, "target/shots");

/** Saves what the page shows now. */
export async function shoot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path });
  return path;
}

/** Opens the page in every size and both schemes, lets `act` bring it to a state, and saves each. */
export async function shootAll(name, act = async () => {}) {
  for (const size of Object.keys(SIZES)) {
    for (const dark of [false, true]) {
      await withPage({ size, dark, quiet: true }, async (page) => {
        await act(page);
        console.log(await shoot(page, `${name}-${size}-${dark ? "dark" : "light"}`));
      });
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (process.argv[2] === "picture") {
      const path = join(ROOT, "docs/screenshot.png");
      await withPage({ quiet: true }, (page) => page.screenshot({ path }));
      console.log(path);
    } else {
      await shootAll("start");
    }
  } finally {
    await closeBrowser();
    await closeServer();
  }
}
