// Every relative link and image in this repository's Markdown must lead to a file, and every #anchor to a heading.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]).toString();
const files = tracked.split("\n").filter((file) => file && existsSync(file));

/** The text outside fenced blocks and inline code. */
const prose = (text) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, "");

const slug = (heading) =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");

const anchors = (file) =>
  new Set([...readFileSync(file, "utf8").matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map((match) => slug(match[1])));

const broken = [];
let checked = 0;
for (const file of files) {
  const text = prose(readFileSync(file, "utf8"));
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const reference = [...text.matchAll(/^\[[^\]]+\]:\s+<?(\S+?)>?\s*$/gm)];
  const html = [...text.matchAll(/<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"/g)];
  for (const [, target] of [...inline, ...reference, ...html]) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue; // elsewhere: not this check's business
    checked += 1;
    const [path, anchor] = target.split("#");
    const there = path ? normalize(join(dirname(file), decodeURIComponent(path))) : file;
    if (!existsSync(there)) broken.push(`${file}: ${target} leads nowhere`);
    else if (anchor && statSync(there).isFile() && there.endsWith(".md") && !anchors(there).has(anchor)) {
      broken.push(`${file}: ${target} names no heading`);
    }
  }
}
console.log(`${checked} links in ${files.length} files`);
if (broken.length > 0) {
  console.error(broken.join("\n"));
  process.exit(1);
}
