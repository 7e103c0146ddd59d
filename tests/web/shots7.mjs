// Pictures of the seven things that a person does.
import { ready, closeBrowser, closeServer, withPage } from "./harness.mjs";
import { shootAll } from "./shots.mjs";
const open = async (page, tab) => { const d=page.getByTestId("dock-panels"); await page.getByTestId(`tab-${tab}`).isVisible() || await d.click(); await page.getByTestId(`tab-${tab}`).click(); };
const only = process.argv[2];
const all = {
  inspect: async (page) => { await page.getByTestId("canvas").focus(); for (let i=0;i<3;i++) await page.keyboard.press("Tab"); await open(page,"inspect"); },
  capacity: async (page) => { await open(page,"capacity"); },
  simulate: async (page) => { await open(page,"simulate"); await page.getByTestId("sim-size").fill("1"); await page.getByTestId("sim-size").press("Enter"); await page.getByTestId("simulation-run").click(); await page.getByTestId("simulation-results").waitFor({timeout:60000}); },
  migrate: async (page) => { await open(page,"migrate"); await page.getByTestId("plan-run").click(); await page.getByTestId("plan-results").waitFor({timeout:60000}); },
  findings: async (page) => { await page.getByTestId("canvas").focus(); for (let i=0;i<3;i++) await page.keyboard.press("Tab"); await page.keyboard.press("Delete"); await ready(page); await open(page,"findings"); },
  bill: async (page) => { await open(page,"bill"); },
  templates: async (page) => { await page.getByTestId("new").click(); },
  report: async (page) => { await page.getByTestId("report").click(); },
};
for (const [name, act] of Object.entries(all)) if (!only || name===only) await shootAll(name, act).catch(e=>console.log(name, e.message.slice(0,300)));
await closeBrowser(); await closeServer();
