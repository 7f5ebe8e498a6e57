import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const MAIN_SCRIPT = "/assets/main-1a2b3c4d.js";
export const SHARED_SCRIPT = "/assets/shared-3c4d5e6f.js";
export const AREA_SCRIPT = "/assets/member-2b3c4d5e.js";
const SCRIPT_TEXT = "console.log('the den');\n".repeat(40);
const PACKED = { br: brotliCompressSync(SCRIPT_TEXT), gz: gzipSync(SCRIPT_TEXT) };

const PAGE = `<!doctype html>
<html lang="en"><head><!--fonts--><!--head--></head>
<body><div id="app"><!--app--></div><!--site--><script type="module" src="${MAIN_SCRIPT}"></script></body></html>`;

/** Writes a small client build, in the form in which scripts/build-client.ts leaves the real one. */
export const writeClientBuild = async (folder: string, buildId: string): Promise<void> => {
  await mkdir(join(folder, "assets"), { recursive: true });
  const script = join(folder, MAIN_SCRIPT);
  await Bun.write(join(folder, "index.html"), PAGE);
  await Bun.write(script, SCRIPT_TEXT);
  await Bun.write(`${script}.br`, PACKED.br);
  await Bun.write(`${script}.gz`, PACKED.gz);
  await Bun.write(join(folder, "assets/den-5e6f7a8b.woff2"), "a font");
  await Bun.write(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const files = {
    [MAIN_SCRIPT]: {
      type: "text/javascript;charset=utf-8",
      etag: '"main"',
      immutable: true,
      size: SCRIPT_TEXT.length,
      encodings: ["br", "gzip"],
    },
    "/assets/den-5e6f7a8b.woff2": {
      type: "font/woff2",
      etag: '"font"',
      immutable: true,
      size: 6,
      encodings: [],
    },
    "/favicon.svg": {
      type: "image/svg+xml",
      etag: '"icon"',
      immutable: false,
      size: 41,
      encodings: [],
    },
  };
  await Bun.write(
    join(folder, "manifest.json"),
    JSON.stringify({
      buildId,
      neededFirst: [["/ticket", [MAIN_SCRIPT, SHARED_SCRIPT, AREA_SCRIPT]]],
      files,
    }),
  );
};
