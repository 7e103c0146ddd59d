// All the page's tests in one process, so that they share one browser and one server. `make page-test` runs it;
// ONLY='part of a name' runs some.
import { after } from "node:test";
import { closeBrowser, closeServer } from "./harness.mjs";

after(async () => {
  await closeBrowser();
  await closeServer();
});

await import("./delivery.test.mjs");
await import("./page.test.mjs");
