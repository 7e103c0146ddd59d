// How fast the page is, in one table; fails if a limit is passed. `make bench` runs it after the engine's benches.
//   cold load   from the address to the figures shown, nothing cached (median of 5 fresh contexts)
//   drag        main-thread milliseconds a frame while a device is dragged, from Chrome's own trace
//   analysis    the worker's time for the example, as the page states it
import { browser, closeBrowser, closeServer, findDevice, launch, server, withPage } from "./harness.mjs";

const LIMITS = { load: 2_000, drag: 16, analysis: 50 };
const LOADS = 5;
const FRAMES = 120;

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) => sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];
const median = (values) => quantile(values, 0.5);

/** Time from navigation to `data-ready="true"`, and the worker's own time, in a context with nothing cached. */
async function coldLoad() {
  let load, analysis;
  await withPage({ wait: false, url: "about:blank" }, async (page) => {
    await page.addInitScript(() => {
      const look = () => {
        if (document.body?.dataset.ready !== "true") return false;
        requestAnimationFrame(() => (window.__shown = performance.now()));
        return true;
      };
      new MutationObserver((_, observer) => look() && observer.disconnect()).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ["data-ready"],
      });
    });
    await page.goto((await server()).url);
    load = await (await page.waitForFunction(() => window.__shown)).jsonValue();
    const stated = await page.locator("body").getAttribute("data-analysis-ms");
    analysis = stated === null ? NaN : Number(stated);
  });
  return { load, analysis };
}

/** Sums the main thread's tasks between animation frames, from a trace. Milliseconds a frame. */
function framesOf(trace) {
  const { traceEvents: events } = JSON.parse(trace.toString());
  const marks = events.filter((event) => event.cat?.includes("blink.user_timing"));
  const from = marks.find((event) => event.name === "bench-start");
  const to = marks.find((event) => event.name === "bench-end");
  if (!from || !to) throw new Error("the trace lacks the bench's marks");
  const inside = events.filter(
    (event) => event.pid === from.pid && event.tid === from.tid && event.ts >= from.ts && event.ts <= to.ts,
  );
  const starts = sorted(inside.filter((event) => event.name === "FireAnimationFrame").map((event) => event.ts));
  const tasks = inside.filter((event) => event.ph === "X" && /(^|::)RunTask$/.test(event.name));
  if (starts.length < 10 || tasks.length === 0) throw new Error(`only ${starts.length} frames in the trace`);
  const costs = new Array(starts.length - 1).fill(0);
  for (const task of tasks) {
    let frame = starts.findIndex((start) => start > task.ts) - 1;
    // The task that fires a frame's callback began just before it: it belongs to that frame.
    if (frame + 1 < starts.length && task.ts + task.dur > starts[frame + 1]) frame += 1;
    if (frame >= 0 && frame < costs.length) costs[frame] += task.dur / 1_000;
  }
  return { costs, intervals: costs.map((_, i) => (starts[i + 1] - starts[i]) / 1_000) };
}

async function dragCost() {
  let frames;
  await withPage({}, async (page) => {
    const from = await findDevice(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 10, { steps: 4 });
    const chrome = await browser();
    await chrome.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"] });
    await page.evaluate(() => performance.mark("bench-start"));
    for (let i = 1; i <= FRAMES; i++) {
      const angle = (i / FRAMES) * 4 * Math.PI;
      const step = new Promise((done) => setTimeout(done, 16));
      await page.mouse.move(from.x + 20 + 120 * Math.sin(angle), from.y + 10 + 60 * (1 - Math.cos(angle)));
      await step;
    }
    await page.evaluate(() => performance.mark("bench-end"));
    frames = framesOf(await chrome.stopTracing());
    await page.mouse.up();
    if (process.env.BENCH_VERBOSE) console.log(frames);
  });
  return frames;
}

const ms = (value, digits = 1) => (Number.isFinite(value) ? `${value.toFixed(digits)} ms` : "not stated");

try {
  const warm = await launch(); // the browser's own first start is not the page's
  await warm.close();
  const loads = [];
  for (let i = 0; i < LOADS; i++) loads.push(await coldLoad());
  const drag = await dragCost();
  const load = loads.map((one) => one.load);
  const analysis = loads.map((one) => one.analysis);
  const rows = [
    ["the page", "median", "worst", "limit"],
    ["cold load to figures", ms(median(load), 0), ms(Math.max(...load), 0), ms(LIMITS.load, 0)],
    ["drag, main thread a frame", ms(median(drag.costs)), `${ms(quantile(drag.costs, 0.95))} (p95)`, ms(LIMITS.drag, 0)],
    ["drag, frame to frame", ms(median(drag.intervals)), `${ms(quantile(drag.intervals, 0.95))} (p95)`, ""],
    ["analysis in the worker", ms(median(analysis)), ms(Math.max(...analysis)), ms(LIMITS.analysis, 0)],
  ];
  console.log();
  for (const [name, ...cells] of rows) console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(16)).join(""));
  const slow = !(median(load) <= LIMITS.load && median(drag.costs) < LIMITS.drag && median(analysis) < LIMITS.analysis);
  if (slow) {
    console.error("\na limit is passed");
    process.exitCode = 1;
  }
} finally {
  await closeBrowser();
  await closeServer();
}
