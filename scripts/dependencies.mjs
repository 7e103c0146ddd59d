// Every crate in the lock file, for any feature and target: its licence must be one that this project may ship, it
// must come from the registry (no git, no paths), and gloo, yew and web-sys must be there once.
import { execFileSync } from "node:child_process";

const ALLOWED = new Set([
  "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
  "ISC", "MIT", "MIT-0", "Unicode-3.0", "Unlicense", "Zlib",
]);
const ONCE = ["gloo", "yew", "web-sys", "js-sys", "wasm-bindgen", "serde", "plotters"];

/** Whether an SPDX expression can be met with what is allowed. Terms, AND, OR, parentheses; "/" is an old OR. */
function fits(expression) {
  const tokens = expression.replace(/\s+WITH\s+/g, "~").replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let fine = both();
    while (tokens[at] === "OR") {
      at += 1;
      fine = both() || fine;
    }
    return fine;
  };
  const both = () => {
    let fine = term();
    while (tokens[at] === "AND") {
      at += 1;
      fine = term() && fine;
    }
    return fine;
  };
  const term = () => {
    if (tokens[at] !== "(") return ALLOWED.has(tokens[at++]?.replace("~", " WITH "));
    at += 1;
    const fine = either();
    at += 1;
    return fine;
  };
  return either() && at === tokens.length;
}

const output = execFileSync("cargo", ["metadata", "--format-version=1", "--locked", "--all-features"], {
  maxBuffer: 1 << 28,
});
const { packages } = JSON.parse(output);
const broken = [];
for (const { name, version, license, source } of packages) {
  if (source === null) {
    if (name !== "fabricad") broken.push(`${name} ${version} comes from a path`);
    continue;
  }
  if (!source.startsWith("registry+")) broken.push(`${name} ${version} does not come from the registry`);
  if (!license || !fits(license)) broken.push(`${name} ${version} has the licence ${license ?? "of a file of its own"}`);
}
for (const name of ONCE) {
  const versions = packages.filter((one) => one.name === name).map((one) => one.version);
  if (versions.length > 1) broken.push(`${name} is there ${versions.length} times: ${versions.join(", ")}`);
}
console.log(`${packages.length - 1} crates for all features and targets`);
if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
