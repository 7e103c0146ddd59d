// The page as it is delivered: it comes up, its worker answers, it works under another path and with no network.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { DIST, ready, server, withPage } from "./harness.mjs";

/** Resolves once this page's service worker has stored everything. */
const stored = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test("the page comes up, and its worker answers", async () => {
  await withPage({}, async (page) => {
    assert.equal(await page.title(), "Fabricad");
    assert.ok(await page.locator("#app").isVisible());
  });
});

test("the page asks its own server only", async () => {
  const { url } = await server();
  const origin = new URL(url).origin;
  const foreign = [];
  await withPage({ wait: false, url: "about:blank" }, async (page, context) => {
    context.on("request", (request) => {
      const asked = new URL(request.url());
      if (!["data:", "blob:"].includes(asked.protocol) && asked.origin !== origin) foreign.push(request.url());
    });
    await page.goto(url);
    await ready(page);
  });
  assert.deepEqual(foreign, []);
});

test("a site under another path works, its worker too", async () => {
  const site = await serve({ folder: DIST, base: "/some.js/where else/" });
  try {
    await withPage({ url: site.url }, async (page) => {
      assert.equal(await page.locator("body").getAttribute("data-ready"), "true");
    });
  } finally {
    await site.close();
  }
});

test("with the server gone, a reload and a new tab still work", async () => {
  const site = await serve({ folder: DIST, base: "/offline/" });
  let open = true;
  try {
    await withPage({ url: site.url, quiet: true }, async (page, context) => {
      await stored(page);
      await site.close();
      open = false;
      await page.reload();
      await ready(page);
      const tab = await context.newPage();
      await tab.goto(site.url);
      await ready(tab);
    });
  } finally {
    if (open) await site.close();
  }
});

test("a newer version replaces an older one at the next reload", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fabricad-site-"));
  cpSync(DIST, folder, { recursive: true });
  const site = await serve({ folder, base: "/" });
  try {
    await withPage({ url: site.url }, async (page) => {
      await stored(page);
      const html = join(folder, "index.html");
      writeFileSync(html, readFileSync(html, "utf8").replace("<title>Fabricad</title>", "<title>Newer</title>"));
      await page.reload();
      await ready(page);
      assert.equal(await page.title(), "Newer");
    });
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
});

test("a half-deployed site is never stored", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fabricad-site-"));
  cpSync(DIST, folder, { recursive: true });
  const html = join(folder, "index.html");
  writeFileSync(html, `${readFileSync(html, "utf8")}<!-- of another version -->`);
  const site = await serve({ folder, base: "/" });
  try {
    await withPage({ url: site.url, quiet: true }, async (page) => {
      const outcome = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.register("./sw.js").catch(() => null);
        const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
        if (!worker) return "refused";
        return new Promise((done) => {
          const look = () => ["redundant", "activated"].includes(worker.state) && done(worker.state);
          worker.addEventListener("statechange", look);
          look();
        });
      });
      assert.notEqual(outcome, "activated");
      assert.deepEqual(await page.evaluate(() => caches.keys()), []);
    });
  } finally {
    await site.close();
    rmSync(folder, { recursive: true });
  }
});

test("every file that can be cached for ever carries its hash, and the list of files is whole", () => {
  const files = readdirSync(DIST);
  for (const name of files.filter((name) => /\.(js|wasm|css)$/.test(name) && name !== "sw.js")) {
    assert.match(name, /-[0-9a-f]{16}(_bg)?\.(js|wasm|css)$/);
  }
  const list = readFileSync(join(DIST, "sw.js"), "utf8");
  for (const name of files.filter((name) => name !== "sw.js")) assert.ok(list.includes(`"./${name}"`), name);
});
