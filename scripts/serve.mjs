// A static file server on 127.0.0.1 and nowhere else: what `make run`, the page's tests and its bench use.
// As a program: node scripts/serve.mjs [folder = dist] [port = 8080]
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The file that a request path names inside `root` under `base`, or null. */
function fileFor(root, base, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return null;
  }
  if (path.includes("\0") || !path.startsWith(base)) return null;
  const inside = normalize(join(root, path.slice(base.length)));
  if (inside !== root && !inside.startsWith(root + sep)) return null;
  try {
    const stat = statSync(inside);
    if (stat.isFile()) return { file: inside, stat };
    const index = join(inside, "index.html");
    return { file: index, stat: statSync(index) };
  } catch {
    return null;
  }
}

/**
 * Serves `folder` under `base` ("/" or "/some/path/") on 127.0.0.1:`port` (0: any free one).
 * Resolves to { url, close }; rejects if the port is taken.
 */
export function serve({ folder, port = 0, base = "/" }) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const found = request.method === "GET" || request.method === "HEAD" ? fileFor(root, base, request.url) : null;
    if (!found) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    const { file, stat } = found;
    const tag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`;
    const headers = {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": "no-cache",
      etag: tag,
    };
    if (request.headers["if-none-match"] === tag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, "content-length": stat.size });
    if (request.method === "HEAD") response.end();
    else createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}${encodeURI(base)}`;
      const close = () =>
        new Promise((closed) => {
          server.close(closed);
          server.closeAllConnections();
        });
      done({ url, close });
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [folder = "dist", port = "8080"] = process.argv.slice(2);
  try {
    const { url } = await serve({ folder, port: Number(port) });
    console.log(`\nFabricad is at ${url}   (Ctrl-C stops it)\n`);
  } catch (error) {
    const taken = error.code === "EADDRINUSE";
    console.error(taken ? `port ${port} is taken: try  make run PORT=${Number(port) + 1}` : String(error));
    process.exit(1);
  }
}
