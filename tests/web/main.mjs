// All the page's tests in one process, so that they share one browser and one server. `make page-test` runs it;
// ONLY='part of a name' runs some. The tests are imported, not awaited: between two awaits the runner may think that it
// is done, close the browser, and leave the one that the next test opens running for ever.
import { after } from "node:test";
import { closeBrowser, closeServer } from "./harness.mjs";
import "./delivery.test.mjs";
import "./page.test.mjs";

after(async () => {
  await closeBrowser();
  await closeServer();
});
