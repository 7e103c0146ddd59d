// The main job, end to end, as a person does it: look, draw, ask, keep.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cable, design, designWhere, dragOut, empty, placeOf, select } from "./canvas.mjs";
import { ROOT, downloaded, drag, ready, server, withPage } from "./harness.mjs";

const SERVER = "server/HGX A100-8 with 8 x 100G";
const SWITCH = "switch/SN3700C";

const figure = (page, id) => page.getByTestId(`figure-${id}`).locator(".figure-value");
const data = (name) => join(ROOT, "tests/data", name);

test("1: the example is there, already analysed, its figures at the top", async () => {
  await withPage({}, async (page) => {
    assert.equal(await figure(page, "bisection").innerText(), "12.8Tb/s");
    assert.match(await page.getByTestId("figure-bisection").innerText(), /exact/);
    assert.equal(await figure(page, "oversubscription").innerText(), "1 : 1");
    const busbw = Number.parseFloat(await figure(page, "allreduce").innerText());
    assert.ok(busbw > 85 && busbw <= 100, `busbw ${busbw}`);
    assert.match(await page.getByTestId("figure-allreduce").innerText(), /% of peak/);
    assert.match(await figure(page, "power").innerText(), /kW/);
    assert.match(await figure(page, "findings").innerText(), /^\d+$/);
    assert.equal((await design(page)).links.length, 512);
  });
});

test("2: devices are dragged out, cabled, moved, edited, deleted, and all of it is undone", async () => {
  await withPage({}, async (page) => {
    await empty(page);
    await dragOut(page, SERVER, -150, 120);
    await dragOut(page, SERVER, 150, 120);
    await dragOut(page, SWITCH, 0, -140);
    const names = (await designWhere(page, (now) => now.nodes.length === 3)).nodes.map((node) => node.name);
    assert.deepEqual(names, ["gpu-1", "gpu-2", "switch-1"]);

    await cable(page, "gpu-1", "switch-1");
    await cable(page, "gpu-2", "switch-1");
    const links = (await designWhere(page, (now) => now.links.length === 2)).links;
    assert.deepEqual(links.map((link) => link.gbps), [100, 100]);

    const { x, y } = (await design(page)).nodes[0];
    const before = await placeOf(page, "gpu-1");
    await drag(page, before, { x: before.x - 64, y: before.y + 32 });
    await designWhere(page, (now) => now.nodes[0].x < x && now.nodes[0].y > y, "the move");

    await select(page, "switch-1");
    await page.getByTestId("node-name").fill("leaf-a");
    await page.getByTestId("node-name").press("Enter");
    await page.getByTestId("node-rail").fill("3");
    await page.getByTestId("node-rail").press("Enter");
    await page.getByTestId("node-rate").fill("40");
    await page.getByTestId("node-rate").press("Enter");
    const leaf = (await designWhere(page, (now) => now.nodes[2].ports[0].gbps === 40)).nodes[2];
    assert.deepEqual([leaf.name, leaf.rail], ["leaf-a", 2]);
    assert.deepEqual((await design(page)).links.map((link) => link.gbps), [40, 40], "cables slow down with the port");
    await page.getByTestId("node-model").selectOption("SN2700");
    await designWhere(page, (now) => now.nodes[2].model === "SN2700");

    await page.keyboard.press("Escape");
    await select(page, "leaf-a");
    await page.getByTestId("delete").click();
    await designWhere(page, (now) => now.nodes.length === 2 && now.links.length === 0, "the delete");
    while (await page.getByTestId("undo").isEnabled()) await page.getByTestId("undo").click();
    await designWhere(page, (now) => now.links.length === 512, "everything to be undone, back to the example");
    while (await page.getByTestId("redo").isEnabled()) await page.getByTestId("redo").click();
    await designWhere(page, (now) => now.nodes.length === 2, "everything to be done again");
  });
});

test("2: a cable's rate, medium, connector, polarity and length are edited", async () => {
  await withPage({}, async (page) => {
    await empty(page);
    await dragOut(page, SERVER, 0, 120);
    await dragOut(page, SWITCH, 0, -140);
    await cable(page, "gpu-1", "switch-1");
    await designWhere(page, (now) => now.links.length === 1);
    const [a, b] = [await placeOf(page, "gpu-1"), await placeOf(page, "switch-1")];
    await page.mouse.click((a.x + b.x) / 2, (a.y + b.y) / 2);
    await page.getByTestId("link-ends").waitFor();
    await page.getByTestId("link-medium").selectOption("OM4 multimode");
    await page.getByTestId("link-connector").selectOption("MPO-12 APC");
    await page.getByTestId("link-polarity").selectOption("type A (straight)");
    await page.getByTestId("link-length").fill("12.5");
    await page.getByTestId("link-length").press("Enter");
    await page.getByTestId("link-rate").fill("50");
    await page.getByTestId("link-rate").press("Enter");
    const link = (await designWhere(page, (now) => now.links[0].gbps === 50)).links[0];
    assert.deepEqual(
      [link.medium, link.connector, link.polarity, link.length_m],
      ["om4", "mpo12_apc", "a", 12.5],
    );
    await page.getByTestId("link-rate").fill("-3");
    await page.getByTestId("link-rate").press("Enter");
    assert.equal(await page.getByTestId("link-rate").getAttribute("aria-invalid"), "true");
    assert.equal((await design(page)).links[0].gbps, 50, "nonsense is not taken");
  });
});

test("2: what does not fit is refused with the reason", async () => {
  await withPage({}, async (page) => {
    await empty(page);
    await dragOut(page, "switch/QM9700", 0, 120);
    await dragOut(page, SWITCH, 0, -140);
    await cable(page, "switch-1", "switch-2");
    const notice = page.getByTestId("notice");
    await notice.waitFor();
    assert.match(await notice.innerText(), /InfiniBand/);
    assert.equal((await design(page)).links.length, 0);
  });
});

test("2: zoom keeps what is under the pointer; the view pans", async () => {
  await withPage({}, async (page) => {
    const at = await placeOf(page, "server-1");
    await page.mouse.move(at.x, at.y);
    const view = await page.getByTestId("canvas").getAttribute("data-view");
    await page.mouse.wheel(0, -240);
    await page.waitForFunction((old) => document.querySelector("#canvas").dataset.view !== old, view);
    const after = await placeOf(page, "server-1");
    assert.ok(Math.abs(after.x - at.x) < 2 && Math.abs(after.y - at.y) < 2);
    const zoomed = await page.getByTestId("canvas").getAttribute("data-view");
    await page.getByTestId("canvas").focus();
    await page.keyboard.down("Space");
    await drag(page, at, { x: at.x + 90, y: at.y + 30 });
    await page.keyboard.up("Space");
    await page.waitForFunction((old) => document.querySelector("#canvas").dataset.view !== old, zoomed);
    await page.getByTestId("fit").click();
    await page.waitForFunction((old) => document.querySelector("#canvas").dataset.view === old, view);
  });
});

for (const [key, least] of [
  ["leaf-spine", 10],
  ["fat-tree", 20],
  ["rail-optimised", 44],
  ["rail-only", 8],
  ["nvlink-domain", 10],
  ["nvlink-infiniband", 20],
  ["hybrid", 10],
]) {
  test(`2: the template ${key} gives a placed, analysed design`, async () => {
    await withPage({}, async (page) => {
      await page.getByTestId("new").click();
      await page.getByTestId(`template-${key}`).click();
      await page.getByTestId("template-outcome").waitFor();
      await page.getByTestId("template-create").click();
      await ready(page);
      const now = await designWhere(page, (one) => one.nodes.length >= least && !one.name.startsWith("Example"), key);
      const places = new Set(now.nodes.map((node) => `${node.x},${node.y}`));
      assert.equal(places.size, now.nodes.length, "no two devices on one place");
      assert.match(await figure(page, "bisection").innerText(), /b\/s$/);
    });
  });
}

test("2: a template whose parameters do not fit says which and why", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("new").click();
    const servers = page.getByTestId("parameter-servers");
    await servers.fill("100000");
    await servers.press("Enter");
    await page.getByTestId("template-error").waitFor();
    assert.match(await page.getByTestId("template-error").innerText(), /server/i);
  });
});

test("3: the figures follow an edit without a button", async () => {
  await withPage({}, async (page) => {
    await select(page, "spine-1");
    await page.keyboard.press("Delete");
    await page.getByTestId("figure-oversubscription").getByText("1.33 : 1").waitFor();
    await ready(page);
    // Halves made of whole servers meet below the leaves: a spine less does not touch the bisection of a rail design.
    assert.equal(await figure(page, "bisection").innerText(), "12.8Tb/s");
    await page.keyboard.press("Control+z");
    await page.getByTestId("figure-oversubscription").getByText("1 : 1", { exact: true }).waitFor();
    await page.getByTestId("tab-capacity").click();
    await page.getByTestId("bisection-proof").waitFor();
    assert.equal(await page.getByTestId("all-reduce").getByTestId("chart").count(), 2);
  });
});

test("4: a simulation runs with progress, can be stopped, and colours the links", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("simulate").click();
    await page.getByTestId("sim-size").fill("64");
    await page.getByTestId("sim-size").press("Enter");
    await page.getByTestId("simulation-run").click();
    await page.getByTestId("simulation-cancel").click();
    await page.getByTestId("simulation-run").waitFor();
    assert.equal(await page.getByTestId("simulation-results").count(), 0);
    await page.getByTestId("sim-size").fill("1");
    await page.getByTestId("sim-size").press("Enter");
    await page.getByTestId("simulation-run").click();
    await page.getByTestId("simulation-results").waitFor({ timeout: 60_000 });
    const busbw = Number.parseFloat(await page.getByTestId("simulated-busbw").innerText());
    assert.ok(busbw > 0.1 && busbw <= 100, `busbw ${busbw}`);
    assert.match(await page.getByTestId("fct").innerText(), /s, .*s/);
    assert.ok((await page.getByTestId("simulation-results").getByTestId("chart").count()) >= 2);
    assert.match(await page.getByTestId("legend").innerText(), /Utilisation/);
    await page.getByTestId("toggle-utilisation").click();
    assert.match(await page.getByTestId("legend").innerText(), /rail 1/);
  });
});

test("5: a migration is planned in windows that keep the floor", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("plan").click();
    await page.getByTestId("plan-run").click();
    await page.getByTestId("plan-results").waitFor({ timeout: 60_000 });
    assert.ok((await page.getByTestId("window").count()) >= 4);
    assert.match(await page.getByTestId("window").first().innerText(), /during .*after/);
    assert.ok((await page.getByTestId("plan-parts").locator("tbody tr").count()) >= 1);
    await page.getByTestId("plan-floor").fill("100");
    await page.getByTestId("plan-floor").press("Enter");
    await page.getByTestId("plan-run").click();
    await page.getByTestId("plan-infeasible").waitFor({ timeout: 60_000 });
  });
});

test("6: the report is one self-contained file with everything in it", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("report").click();
    await page.getByTestId("report-frame").waitFor();
    const { name, text } = await downloaded(page, () => page.getByTestId("report-download").click());
    assert.match(name, /\.html$/);
    for (const part of ["<svg", "12.8 Tb/s", "Bill of materials", "What the figures rest on"]) {
      assert.ok(text.includes(part), `the report lacks ${part}`);
    }
    assert.doesNotMatch(text, /<(script|iframe|link rel="stylesheet")/);
    assert.doesNotMatch(text, /\ssrc="(https?:)?\/\//);
  });
});

test("6: the printed report is no wider than its page", async () => {
  await withPage({}, async (page, context) => {
    await page.getByTestId("report").click();
    const report = await page.getByTestId("report-frame").getAttribute("srcdoc");
    const paper = await context.newPage();
    await paper.setViewportSize({ width: 680, height: 960 });
    await paper.emulateMedia({ media: "print" });
    await paper.setContent(report);
    const wide = await paper.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      return [...document.querySelectorAll("table, svg, p")].filter((one) => one.getBoundingClientRect().right > 681).length;
    });
    assert.equal(wide, 0);
  });
});

test("6: the work is still there after a reload, and a saved file opens", async () => {
  await withPage({}, async (page) => {
    await select(page, "server-7");
    await page.keyboard.press("Delete");
    await designWhere(page, (now) => now.nodes.length === 43);
    await page.reload();
    await ready(page);
    assert.equal((await design(page)).nodes.length, 43);
    const { name, text } = await downloaded(page, () => page.getByTestId("save").click());
    assert.match(name, /\.fabricad\.json$/);
    await empty(page);
    await page.getByTestId("file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await designWhere(page, (now) => now.nodes.length === 43, "the saved file to open");
    await page.getByTestId("undo").click();
    await designWhere(page, (now) => now.nodes.length === 0, "opening to be undone");
  });
});

test("7: an imported GraphML opens as a laid-out, editable design with an exact figure", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("file").setInputFiles(data("web/leaf-spine.graphml"));
    await designWhere(page, (now) => now.nodes.length === 6, "the import");
    await ready(page);
    assert.match(await page.getByTestId("figure-bisection").innerText(), /exact/);
    const { name, x } = (await design(page)).nodes[0];
    const before = await placeOf(page, name);
    await drag(page, before, { x: before.x + 40, y: before.y });
    await designWhere(page, (now) => now.nodes[0].x > x, "the imported device to move");
  });
});

test("bad files are refused with a sentence, and the open design stays", async () => {
  await withPage({}, async (page) => {
    const good = await page.evaluate(() => localStorage.getItem("fabricad.design"));
    const bad = [
      ["empty.json", "", /empty/],
      ["cut.json", good.slice(0, good.length / 2), /cut short/],
      ["new.json", good.replace('"version": 1', '"version": 99'), /version 99/],
      ["ids.json", good.replace(/"a": \[\s*\d+/, '"a": [99999'), /99999/],
      ["other.json", '{"hello": 1}', /not a Fabricad design/],
      ["noise.bin", "\u0000\u0001\u0002", /./],
    ];
    for (const [name, text, words] of bad) {
      await page.getByTestId("file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
      const notice = page.getByTestId("notice").last();
      await notice.waitFor();
      assert.match(await notice.innerText(), words, name);
      await notice.getByRole("button").click();
      await notice.waitFor({ state: "detached" });
    }
    assert.equal(await page.evaluate(() => localStorage.getItem("fabricad.design")), good);
  });
});

test("a kept design that is broken gives the example and says so", async () => {
  await withPage({}, async (page) => {
    await page.evaluate(() => localStorage.setItem("fabricad.design", '{"format": "fabricad", "version": 1'));
    await page.reload();
    await ready(page);
    assert.match(await page.getByTestId("unread").innerText(), /could not be read.*cut short/s);
    assert.equal((await design(page)).links.length, 512);
    // What was kept is not overwritten by the example, and can be had as a file.
    assert.equal(await page.evaluate(() => localStorage.getItem("fabricad.design.unread")), '{"format": "fabricad", "version": 1');
    const saved = page.waitForEvent("download");
    await page.getByTestId("unread").getByRole("link").click();
    assert.match((await saved).suggestedFilename(), /fabricad\.json$/);
  });
});

test("a worker that dies is replaced, and the design is safe", async () => {
  await withPage({ quiet: true }, async (page) => {
    const before = await design(page);
    await page.workers()[0].evaluate(() => self.close());
    await select(page, "server-1");
    await page.keyboard.press("Delete");
    await page.getByText("The engine was started again").waitFor({ timeout: 40_000 });
    await ready(page);
    await page.keyboard.press("Control+z");
    await page.getByTestId("figure-bisection").getByText("exact").waitFor();
    await ready(page);
    assert.equal((await design(page)).nodes.length, before.nodes.length);
    assert.equal(await figure(page, "bisection").innerText(), "12.8Tb/s");
  });
});

test("a fault of the page is told, and the design can still be downloaded", async () => {
  await withPage({ quiet: true }, async (page) => {
    await page.goto(`${page.url()}#panic`);
    await page.reload();
    await page.getByTestId("crash").waitFor();
    const { text } = await downloaded(page, () => page.getByTestId("rescue").click());
    assert.equal(JSON.parse(text).links.length, 512);
  });
});

test("the keyboard alone walks, moves, renames and deletes devices", async () => {
  await withPage({}, async (page) => {
    await page.getByTestId("canvas").focus();
    await page.keyboard.press("Tab");
    await page.getByTestId("node-name").waitFor();
    const name = await page.getByTestId("node-name").inputValue();
    const x = (await design(page)).nodes.find((node) => node.name === name).x;
    await page.keyboard.press("ArrowRight");
    await designWhere(page, (now) => now.nodes.find((node) => node.name === name).x === x + 8);
    await page.keyboard.press("Delete");
    await designWhere(page, (now) => !now.nodes.some((node) => node.name === name));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.getByTestId("node-name").waitFor();
  });
});

test("on a phone the palette and the panels are drawers over the canvas", async () => {
  await withPage({ size: "phone" }, async (page) => {
    assert.equal(await page.getByTestId("palette").isVisible(), false);
    await page.getByTestId("dock-palette").click();
    await page.getByTestId(`device-${SERVER}`).click();
    await designWhere(page, (now) => now.nodes.length === 45);
    await page.getByTestId("dock-panels").click();
    assert.ok(await page.getByTestId("inspector").isVisible());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
  });
});

test("the page stays quick under fast clicking", async () => {
  await withPage({}, async (page) => {
    const box = await page.getByTestId("canvas").boundingBox();
    for (let i = 0; i < 120; i++) {
      const at = [box.x + 60 + ((i * 97) % (box.width - 120)), box.y + 60 + ((i * 61) % (box.height - 120))];
      await page.mouse.click(...at, { button: ["left", "right", "middle"][i % 3], clickCount: 1 + (i % 2) });
      if (i % 10 === 0) await page.keyboard.press(["Delete", "Control+z", "Control+d", "Control+a"][(i / 10) % 4]);
    }
    await page.keyboard.press("Escape");
    while (await page.getByTestId("undo").isEnabled()) await page.getByTestId("undo").click();
    await designWhere(page, (now) => now.links.length === 512 && now.nodes.length === 44);
    await ready(page);
  });
});

test("keys are heard with nothing focused, and what is typed is not taken back by a new picture", async () => {
  await withPage({}, async (page) => {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await designWhere(page, (now) => now.nodes.length === 0);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Control+z");
    await designWhere(page, (now) => now.nodes.length === 44);
    // A checkbox has no text to undo.
    await page.getByTestId("simulate").click();
    await page.getByTestId("sim-pfc").focus();
    await page.keyboard.press("Control+Shift+z");
    await designWhere(page, (now) => now.nodes.length === 0);
    // Half a name, then a picture drawn anew: the half stays, and counts once it is done.
    await page.getByTestId("design-name").fill("Half a na");
    await page.getByTestId("theme").evaluate((button) => button.click());
    assert.equal(await page.getByTestId("design-name").inputValue(), "Half a na");
    await page.getByTestId("design-name").press("Enter");
    await designWhere(page, (now) => now.name === "Half a na");
    // Enter is the end of a field: the next undo is the design's.
    await page.getByTestId("design-name").fill("Another");
    await page.getByTestId("design-name").press("Enter");
    await designWhere(page, (now) => now.name === "Another");
    await page.keyboard.press("Control+z");
    await designWhere(page, (now) => now.name === "Half a na");
  });
});

test("what was undone a moment before a reload is undone after it", async () => {
  await withPage({}, async (page) => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await designWhere(page, (now) => now.nodes.length === 0);
    await page.keyboard.press("Control+z");
    await page.reload();
    await ready(page);
    await designWhere(page, (now) => now.nodes.length === 44);
  });
});

test("without storage and without an engine the page still draws, saves and says what is missing", async () => {
  await withPage({ wait: false, url: "about:blank", quiet: true }, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    });
    await page.route("**/worker-*.js", (route) => route.abort());
    await page.goto((await server()).url);
    await page.getByTestId("figure-bisection").waitFor();
    await page.getByText("This browser keeps nothing for this page").waitFor();
    await page.getByText("The engine does not run").waitFor({ timeout: 60_000 });
    assert.match(await page.getByTestId("figure-bisection").innerText(), /not running/);
    const saved = page.waitForEvent("download");
    await page.getByTestId("save").click();
    assert.match((await saved).suggestedFilename(), /fabricad\.json$/);
  });
});

test("a page whose program does not arrive says so", async () => {
  await withPage({ wait: false, url: "about:blank", quiet: true }, async (page) => {
    await page.route("**/app-*.wasm", (route) => route.abort());
    await page.goto((await server()).url);
    await page.getByText("Fabricad could not be loaded").waitFor();
  });
});
