// Trunk's post_build hook: works on the staging folder, before it becomes dist/.
// 1. The worker: Trunk hashes the page's files but not the worker's, and an old worker must never answer a new
//    page. Its glue and its wasm get one hashed name, which index.html tells the page. The glue starts itself, so the
//    page spawns it by `spawn_with_loader`: no blob address stands in the way of a site under another path.
// 2. The service worker (release builds only): static/sw.js with the list of files and their SHA-256.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const stage = process.env.TRUNK_STAGING_DIR;
const source = process.env.TRUNK_SOURCE_DIR;
const release = process.env.TRUNK_PROFILE === "release";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const read = (name) => readFileSync(join(stage, name));

function versionWorker() {
  const glue = read("worker.js");
  const wasm = read("worker_bg.wasm");
  const name = `worker-${sha256(glue, wasm).slice(0, 16)}`;
  writeFileSync(join(stage, `${name}_bg.wasm`), wasm);
  // Addresses in a worker are relative to its own script, so this holds under any path. A blob that imports the
  // glue (gloo's plain `spawn`) has no such address and starts the wasm by itself.
  const start = `wasm_bindgen({ module_or_path: new URL("./${name}_bg.wasm", self.location.href) })`;
  writeFileSync(join(stage, `${name}.js`), `${glue}\nif (self.location.protocol !== "blob:") ${start};\n`);
  for (const old of ["worker.js", "worker_bg.wasm"]) rmSync(join(stage, old));
  const html = read("index.html").toString();
  const tagged = html.replace(/(<meta name="fabricad-worker" content=")[^"]*"/, `$1./${name}.js"`);
  if (tagged === html) throw new Error("index.html has no <meta name=\"fabricad-worker\">");
  writeFileSync(join(stage, "index.html"), tagged);
}

function filesUnder(folder) {
  return readdirSync(folder).sort().flatMap((entry) => {
    const path = join(folder, entry);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });
}

function writeServiceWorker() {
  const files = {};
  for (const path of filesUnder(stage)) {
    files[`./${relative(stage, path).split(sep).join("/")}`] = sha256(readFileSync(path));
  }
  const script = readFileSync(join(source, "static/sw.js"), "utf8")
    .replace("__VERSION__", sha256(JSON.stringify(files)).slice(0, 16))
    .replace("__FILES__", JSON.stringify(files, null, 2));
  writeFileSync(join(stage, "sw.js"), script);
}

versionWorker();
if (release) writeServiceWorker();
