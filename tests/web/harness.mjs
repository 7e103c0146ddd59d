// What the page's tests stand on: dist/ on a small server, a headless Chromium, and waiting for states, never for time.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/serve.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DIST = process.env.FABRICAD_DIST ?? join(ROOT, "dist");

/** Window sizes that the page is looked at in. */
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

const tools = process.env.FABRICAD_TOOLS ?? join(homedir(), ".cache/fabricad-tools");
const { chromium } = createRequire(join(tools, "package.json"))("playwright-core");

const executablePath = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));

/** Starts the browser; the flags keep it from asking the network for anything of its own. */
export function launch() {
  if (!executablePath) throw new Error("no Chromium here: run  make test-tools");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-default-apps",
    ],
  });
}

let shared;
/** The one browser of this run. */
export async function browser() {
  shared ??= await launch();
  return shared;
}

export async function closeBrowser() {
  await shared?.close();
  shared = undefined;
}

let site;
/** The one server of this run, on dist/. */
export async function server() {
  site ??= await serve({ folder: DIST });
  return site;
}

export async function closeServer() {
  await site?.close();
  site = undefined;
}

/** Resolves once the page shows its figures: the state that every test starts from. */
export function ready(page) {
  return page.locator("body[data-ready=true]").waitFor({ state: "attached", timeout: 30_000 });
}

/**
 * Opens the page in a context of its own (nothing stored) and gives it to `body`, closing it afterwards. Anything that the
 * page throws or logs as an error fails the test, unless `quiet` is set.
 * Options: size (a name in SIZES), dark, url, wait (false: do not wait for readiness), quiet, and whatever
 * newContext takes.
 */
export async function withPage(options, body) {
  const { size = "desktop", dark = false, url, wait = true, quiet = false, ...rest } = options;
  const context = await (await browser()).newContext({
    viewport: SIZES[size],
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    acceptDownloads: true,
    ...rest,
  });
  context.setDefaultTimeout(15_000);
  const errors = [];
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(`thrown: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`console: ${message.text()}`);
    });
    await page.goto(url ?? (await server()).url);
    if (wait) await ready(page);
    await body(page, context);
    if (!quiet && errors.length > 0) throw new Error(`the page complained:\n${errors.join("\n")}`);
  } catch (error) {
    const shot = join(tmpdir(), `fabricad-failure-${process.pid}-${Date.now()}.png`);
    const open = context.pages()[0];
    if (open && (await open.screenshot({ path: shot }).catch(() => null))) error.message += `\npicture: ${shot}`;
    if (errors.length > 0 && !error.message.includes("complained")) error.message += `\n${errors.join("\n")}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** The middle of an element, in page coordinates. */
export async function centre(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses at `from`, moves to `to` in `steps`, lets go: a drag as a hand makes it. */
export async function drag(page, from, to, { steps = 12 } = {}) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await page.mouse.up();
}

/** What a download contains, as text. */
export async function downloaded(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString("utf8") };
}

/**
 * A place on the canvas where a device is, found as a person would: by pressing and seeing the inspector show it. The
 * device is left selected.
 */
export async function findDevice(page) {
  const box = await page.getByTestId("canvas").boundingBox();
  const shown = page.getByTestId("node-name");
  for (const step of [61, 37, 23]) {
    for (let y = box.y + step; y < box.y + box.height - step; y += step) {
      for (let x = box.x + step; x < box.x + box.width - step; x += step) {
        await page.mouse.click(x, y);
        if (await shown.isVisible()) return { x, y };
      }
    }
  }
  throw new Error("no device was found on the canvas");
}
