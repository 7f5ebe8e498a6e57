import { readdir, rename, rm } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { basename, join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { etagOf } from "#server/core/version.ts";
import type { Pages } from "#server/http/pages.ts";
import { type ClientAssets, IMMUTABLE, packedResponse } from "#server/http/static.ts";
import type { Theme } from "#server/modules/community/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { LinkPreview } from "#shared/schemas/site.ts";
import type { Picture } from "./draw.ts";

/**
 * Draws link previews and icons, one after the other.
 * @param onDrawn is given each, a PNG, with its place among the pictures.
 * @param signal ends it early.
 */
export type DrawPreviews = (
  pictures: readonly Picture[],
  onDrawn: (png: Buffer<ArrayBuffer>, index: number) => void,
  signal?: AbortSignal,
) => Promise<void>;

/** All pages' take seconds, and more where something else needs the processor: they wait for it. */
const DRAWING_MAX_MS = 5 * MINUTE_MS;
/** What could not be drawn is tried again after that. */
const RETRY_MS = 10 * MINUTE_MS;
const PREVIEWS = "/og/";
/** The preview without words, for when there is none with them. */
const PLAIN = "/og.png";
/** In the data folder: what was drawn at the last start, by the name in its address. */
const FOLDER = "previews";

/**
 * Draws in a process of its own, which ends when it has: what draws takes tens of megabytes.
 * @param command starts a process that answers with `answerDrawing`.
 */
export const drawApart =
  (command: readonly string[]): DrawPreviews =>
  async (pictures, onDrawn, signal) => {
    const child = Bun.spawn([...command], {
      stdin: new Blob([JSON.stringify(pictures)]),
      stdout: "pipe",
      stderr: "pipe",
      timeout: DRAWING_MAX_MS,
      ...(signal !== undefined && { signal }),
    });
    const read = async () => {
      let rest = "";
      let index = 0;
      for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + part).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onDrawn(Buffer.from(line, "base64"), index++);
      }
    };
    const [complaint, code] = await Promise.all([
      new Response(child.stderr).text(),
      child.exited,
      read(),
    ]);
    if (code !== 0) throw new Error(`The drawing of previews ended with ${code}: ${complaint}`);
  };

/**
 * The other side of `drawApart`, which lets everything else on this machine go first.
 * @returns each PNG as a line in base64.
 */
export async function* answerDrawing(question: string): AsyncGenerator<string> {
  setPriority(constants.priority.PRIORITY_LOW);
  const { drawPicture } = await import("./draw.ts");
  for (const picture of JSON.parse(question) as readonly Picture[])
    yield `${(await drawPicture(picture)).toString("base64")}\n`;
}

type Drawn = { body: () => Buffer<ArrayBuffer> | Blob; etag: string };
type Outcome = Drawn | { failedMs: number };
/** A picture and its address. */
type Wanted = { path: string; picture: Picture };

const drawnInMemory = (png: Buffer<ArrayBuffer>): Drawn => ({ body: () => png, etag: etagOf(png) });

/** It knows the file alone: a function made where the bytes are known would keep them in memory, too. */
const drawnInFile = (file: string, etag: string): Drawn => ({ body: () => Bun.file(file), etag });

/** The pictures of the last start. Where nothing can be written, each start draws them again. */
const pictureFolder = (dataDir: string, log: Log) => {
  const folder = join(dataDir, FOLDER);
  const fileOf = (path: string) => join(folder, basename(path));
  return {
    find: async (path: string): Promise<Drawn | null> => {
      const file = Bun.file(fileOf(path));
      if (!(await file.exists())) return null;
      return drawnInFile(fileOf(path), etagOf(Buffer.from(await file.arrayBuffer())));
    },
    /** @returns null where it cannot be kept. */
    keep: async (path: string, png: Buffer<ArrayBuffer>): Promise<Drawn | null> => {
      try {
        const draft = `${fileOf(path)}.part`;
        await Bun.write(draft, png);
        await rename(draft, fileOf(path));
        return drawnInFile(fileOf(path), etagOf(png));
      } catch (error) {
        log.warn("preview.not_kept", { path, ...errorFields(error) });
        return null;
      }
    },
    /** Forgets all others. */
    keepOnly: async (paths: readonly string[]) => {
      const wanted = new Set(paths.map((path) => basename(path)));
      const names = await readdir(folder).catch(() => []);
      const others = names.filter((name) => !wanted.has(name));
      await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
    },
  };
};

export type Previews = {
  /** Answers for a picture; null where the path is none's. */
  handle: (path: string, request: Request) => Promise<Response | null>;
  /** Draws what was not drawn at an earlier start, until `signal` ends it. Never rejects. */
  prepare: (signal?: AbortSignal) => Promise<void>;
};

/**
 * Serves the pictures that link previews show. All are drawn by `prepare`, one after the other, and kept;
 * one that is asked for earlier is drawn at once.
 * @param pages gives all previews, and one by its address; null where there is no such picture.
 */
export const createPreviews = (
  {
    assets,
    log,
    config,
    theme: { look, icons: iconPaths },
  }: { assets: ClientAssets; log: Log; config: Pick<Config, "dataDir">; theme: Theme },
  pages: Pick<Pages, "preview" | "previews">,
  draw: DrawPreviews,
): Previews => {
  const pictures = new Map<string, Promise<Outcome>>();
  let last: Promise<unknown> = Promise.resolve();
  const icons = [...iconPaths].map(([iconSize, path]): Wanted => ({
    path,
    picture: { look, iconSize },
  }));
  const wantedOf = ({ path, ...words }: LinkPreview): Wanted => ({
    path,
    picture: { look, ...words },
  });

  /** Draws these after what is being drawn. Who asks for one of them waits for it. */
  const begin = async (
    wanted: readonly Wanted[],
    onDrawn: (path: string, png: Buffer<ArrayBuffer>) => void = () => {},
    signal?: AbortSignal,
  ) => {
    const waiting = wanted.map((one) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      pictures.set(one.path, promise);
      return { ...one, resolve };
    });
    const drawAll = async () => {
      const startedMs = performance.now();
      try {
        await draw(
          waiting.map(({ picture }) => picture),
          (png, index) => {
            const { path, resolve } = waiting[index] ?? {};
            if (path === undefined) return;
            resolve?.(drawnInMemory(png));
            onDrawn(path, png);
          },
          signal,
        );
        const ms = Math.round(performance.now() - startedMs);
        log.info("preview.drawn", { pictures: waiting.length, ms });
      } catch (error) {
        if (signal?.aborted !== true)
          log.error("preview.failed", { pictures: waiting.length, ...errorFields(error) });
      }
      // Of those that were drawn this changes nothing.
      for (const { resolve } of waiting) resolve({ failedMs: performance.now() });
    };
    const drawing = last.then(drawAll);
    last = drawing;
    await drawing;
  };

  const pictureOf = async (wanted: Wanted): Promise<Drawn | null> => {
    const { path } = wanted;
    const known = pictures.get(path);
    if (known === undefined) void begin([wanted]);
    let picture = await pictures.get(path);
    const isStale =
      picture !== undefined &&
      "failedMs" in picture &&
      performance.now() > picture.failedMs + RETRY_MS;
    if (isStale && pictures.get(path) === known) {
      void begin([wanted]);
      picture = await pictures.get(path);
    }
    return picture === undefined || "failedMs" in picture ? null : picture;
  };

  const prepare = async (signal?: AbortSignal) => {
    const folder = pictureFolder(config.dataDir, log);
    const wanted = [...icons, ...(await pages.previews()).map(wantedOf)];
    const missing: Wanted[] = [];
    for (const one of wanted) {
      const drawn = await folder.find(one.path);
      // Somebody has asked for it already.
      if (pictures.has(one.path)) continue;
      if (drawn === null) missing.push(one);
      else pictures.set(one.path, Promise.resolve(drawn));
    }
    const kept: Promise<void>[] = [];
    const keep = async (path: string, png: Buffer<ArrayBuffer>) => {
      const drawn = await folder.keep(path, png);
      if (drawn !== null) pictures.set(path, Promise.resolve(drawn));
    };
    if (missing.length > 0)
      await begin(missing, (path, png) => void kept.push(keep(path, png)), signal);
    await Promise.all(kept);
    await folder.keepOnly(wanted.map(({ path }) => path));
  };

  const handle: Previews["handle"] = async (path, request) => {
    if (!path.startsWith(PREVIEWS)) return null;
    const icon = icons.find((one) => one.path === path);
    const preview = icon === undefined ? await pages.preview(path) : null;
    const wanted = icon ?? (preview === null ? null : wantedOf(preview));
    if (wanted === null) throw new AppError("not_found", MESSAGES.notFound);
    const drawn = await pictureOf(wanted);
    if (drawn !== null)
      return await packedResponse(
        {
          type: "image/png",
          etag: drawn.etag,
          cacheControl: IMMUTABLE,
          encodings: ["identity"],
          body: drawn.body,
        },
        request,
      );
    // It shows the scene.
    const plain = icon === undefined && look.scene !== null ? assets.find(PLAIN) : undefined;
    if (plain === undefined) throw new AppError("not_found", MESSAGES.notFound);
    return await packedResponse({ ...plain, cacheControl: "no-cache" }, request);
  };
  return {
    handle,
    prepare: (signal) =>
      prepare(signal).catch((error: unknown) => log.error("preview.failed", errorFields(error))),
  };
};
