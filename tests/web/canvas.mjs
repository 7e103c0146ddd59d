// The canvas as a test sees it: where devices are, from the design as it is kept and the view that the stage tells.
import { drag } from "./harness.mjs";

/** The design as the page has kept it. */
export const design = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("fabricad.design")));

/** Waits until the kept design fulfils `holds` and gives it. */
export async function designWhere(page, holds, what = "the design to change") {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const now = await design(page);
    if (now && holds(now)) return now;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
}

/** Where a device (or a point beside it, in world units) is on the page. */
export async function placeOf(page, name, dx = 0, dy = 0) {
  const node = (await design(page)).nodes.find((one) => one.name === name);
  if (!node) throw new Error(`there is no device ${name}`);
  const stage = page.getByTestId("canvas");
  const [x, y, scale] = (await stage.getAttribute("data-view")).split(" ").map(Number);
  const box = await stage.boundingBox();
  return { x: box.x + (node.x + dx - x) * scale, y: box.y + (node.y + dy - y) * scale };
}

/** Clicks a device. */
export async function select(page, name, options) {
  const at = await placeOf(page, name);
  await page.mouse.click(at.x, at.y, options);
}

/** Drags a cable from the handle of one device to another. */
export async function cable(page, from, to) {
  const body = await placeOf(page, from);
  await page.mouse.move(body.x, body.y);
  const height = (await design(page)).nodes.find((one) => one.name === from).kind === "server" ? 64 : 48;
  await drag(page, await placeOf(page, from, 0, -height / 2 - 12), await placeOf(page, to));
}

/** Drags a device of the palette onto the canvas, `dx`, `dy` CSS pixels from its middle. */
export async function dragOut(page, key, dx, dy) {
  const box = await page.getByTestId("canvas").boundingBox();
  const targetPosition = { x: box.width / 2 + dx, y: box.height / 2 + dy };
  await page.getByTestId(`device-${key}`).dragTo(page.getByTestId("canvas"), { targetPosition });
}

/** Starts from an empty canvas. */
export async function empty(page) {
  await page.getByTestId("new").click();
  await page.getByTestId("template-empty").click();
  await designWhere(page, (now) => now.nodes.length === 0, "the empty canvas");
}
