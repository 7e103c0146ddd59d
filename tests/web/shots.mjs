// Pictures of the page for eyes: what a person can do, in three window sizes, light and dark, into target/shots (not tracked).
//   make shots
//   make picture     the one in README.md, docs/screenshot.png
// From a test: `await shoot(page, "name")` adds one picture of where the test stands.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, SIZES, closeBrowser, closeServer, ready, withPage } from "./harness.mjs";

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

/** Shows a panel, on a narrow screen too. */
async function panel(page, tab) {
  const button = page.getByTestId(`tab-${tab}`);
  if (!(await button.isVisible())) await page.getByTestId("dock-panels").click();
  await button.click();
}

/** Selects the third device by the keyboard. */
async function selectThird(page) {
  await page.getByTestId("canvas").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
}

/** The states that the pictures show: what a person can do, one after the other. */
const STATES = {
  start: async () => {},
  inspect: async (page) => {
    await selectThird(page);
    await panel(page, "inspect");
  },
  templates: (page) => page.getByTestId("new").click(),
  capacity: (page) => panel(page, "capacity"),
  simulate: async (page) => {
    await panel(page, "simulate");
    await page.getByTestId("sim-size").fill("1");
    await page.getByTestId("sim-size").press("Enter");
    await page.getByTestId("simulation-run").click();
    await page.getByTestId("simulation-results").waitFor({ timeout: 60_000 });
  },
  migrate: async (page) => {
    await panel(page, "migrate");
    await page.getByTestId("plan-run").click();
    await page.getByTestId("plan-results").waitFor({ timeout: 60_000 });
  },
  findings: async (page) => {
    await selectThird(page);
    await page.keyboard.press("Delete");
    await ready(page);
    await panel(page, "findings");
  },
  bill: (page) => panel(page, "bill"),
  report: async (page) => {
    await page.getByTestId("report").click();
    await page.frameLocator("[data-testid=report-frame]").getByText("Bill of materials").first().waitFor();
  },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    if (process.argv[2] === "picture") {
      const path = join(ROOT, "docs/screenshot.png");
      await withPage({ quiet: true }, (page) => page.screenshot({ path }));
      console.log(path);
    } else {
      for (const [name, act] of Object.entries(STATES)) await shootAll(name, act);
    }
  } finally {
    await closeBrowser();
    await closeServer();
  }
}
