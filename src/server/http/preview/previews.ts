import { createHash } from "node:crypto";
import { AppError } from "#server/core/errors.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import type { ClientAssets } from "#server/http/client-assets.ts";
import { IMMUTABLE, packedResponse } from "#server/http/static.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { drawPreview, PreviewWords } from "./draw.ts";

/** Draws one link preview. @returns a PNG. */
export type DrawPreview = typeof drawPreview;

const DRAWING_MAX_MS = 30_000;
/** What could not be drawn is tried again after that. */
const RETRY_MS = 10 * MINUTE_MS;
const PREVIEWS = "/og/";
/** The preview without words, for when there is none with them. */
const PLAIN = "/og.png";

/**
 * Draws in a process of its own, which ends when it has: what draws takes tens of megabytes.
 * @param command starts a process that answers with `answerDrawing`.
 */
export const drawApart =
  (command: readonly string[]): DrawPreview =>
  async (words) => {
    const child = Bun.spawn([...command], {
      stdin: new Blob([JSON.stringify(words)]),
      stdout: "pipe",
      stderr: "pipe",
      timeout: DRAWING_MAX_MS,
    });
    const [png, complaint, code] = await Promise.all([
      new Response(child.stdout).bytes(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (code !== 0) throw new Error(`The drawing of a preview ended with ${code}: ${complaint}`);
    return Buffer.from(png);
  };

/** The other side of `drawApart`. */
export const answerDrawing = async (question: string): Promise<Buffer> => {
  const { drawPreview: draw } = await import("./draw.ts");
  return await draw(JSON.parse(question) as PreviewWords);
};

type Drawn = { png: Buffer<ArrayBuffer>; etag: string };

/**
 * Serves the pictures that link previews show, each drawn when it is asked for first, one after the
 * other. They are kept: there is one per public page, whoever asks for what.
 * @param find gives the words of a picture by its address; null where there is no such picture.
 * @returns a function that answers for a picture; null where the path is none's.
 */
export const createPreviews = (
  { assets, log }: { assets: ClientAssets; log: Log },
  find: (path: string) => Promise<PreviewWords | null>,
  draw: DrawPreview,
) => {
  const pictures = new Map<string, Promise<Drawn | { failedMs: number }>>();
  let last: Promise<unknown> = Promise.resolve();

  const drawOne = async (path: string, words: PreviewWords) => {
    try {
      const startedMs = performance.now();
      const png = Buffer.from(await draw(words));
      log.info("preview.drawn", { path, ms: Math.round(performance.now() - startedMs) });
      const hash = createHash("sha256").update(png).digest("base64url").slice(0, 22);
      return { png, etag: `"${hash}"` };
    } catch (error) {
      log.error("preview.failed", { path, ...errorFields(error) });
      return { failedMs: performance.now() };
    }
  };
  const begin = (path: string, words: PreviewWords) => {
    const drawing = last.then(() => drawOne(path, words));
    last = drawing;
    pictures.set(path, drawing);
    return drawing;
  };
  const pictureOf = async (path: string, words: PreviewWords): Promise<Drawn | null> => {
    const known = pictures.get(path);
    let picture = await (known ?? begin(path, words));
    const isStale = "failedMs" in picture && performance.now() > picture.failedMs + RETRY_MS;
    if (isStale && pictures.get(path) === known) picture = await begin(path, words);
    return "failedMs" in picture ? null : picture;
  };

  return async (path: string, request: Request): Promise<Response | null> => {
    if (!path.startsWith(PREVIEWS)) return null;
    const words = await find(path);
    if (words === null) throw new AppError("not_found", MESSAGES.notFound);
    const drawn = await pictureOf(path, words);
    if (drawn !== null)
      return await packedResponse(
        {
          type: "image/png",
          etag: drawn.etag,
          cacheControl: IMMUTABLE,
          encodings: ["identity"],
          body: () => drawn.png,
        },
        request,
      );
    const plain = assets.find(PLAIN);
    if (plain === undefined) throw new AppError("not_found", MESSAGES.notFound);
    return await packedResponse({ ...plain, cacheControl: "no-cache" }, request);
  };
};
