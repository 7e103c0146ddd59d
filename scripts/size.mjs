// The size budget: what a first visit downloads to compute and draw, app and worker, after brotli at its best.
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const LIMIT = 700_000;
const folder = process.argv[2] ?? "dist";

const squeeze = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;

const number = (n) => n.toLocaleString("en-US").padStart(10);
let total = 0;
const names = readdirSync(folder).filter((name) => /\.(wasm|js)$/.test(name) && name !== "sw.js");
if (!names.some((name) => name.startsWith("app-")) || !names.some((name) => name.startsWith("worker-"))) {
  console.error(`${folder} has no page in it: run  make dist`);
  process.exit(1);
}
console.log(`${"raw".padStart(10)} ${"brotli".padStart(10)}`);
for (const name of names.sort()) {
  const bytes = readFileSync(`${folder}/${name}`);
  const small = squeeze(bytes);
  total += small;
  console.log(`${number(bytes.length)} ${number(small)}  ${name}`);
}
console.log(`${" ".repeat(10)} ${number(total)}  in all; the limit is ${number(LIMIT).trim()}`);
if (total > LIMIT) {
  console.error(`the page is ${number(total - LIMIT).trim()} bytes over its limit`);
  process.exit(1);
}
