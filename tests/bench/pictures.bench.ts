import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { systemClock } from "#server/core/clock.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { silentLog } from "#tests/support/store.ts";
import { addCrowd } from "./crowd.ts";
import type { Figure } from "./figure.ts";
import { memoryMegabytes } from "./process.ts";
import { startProgram } from "./rates.ts";

const BLOCK_TARGET_MS = 10;
const ROUNDS = 3;
const MEMORY_TARGET_MB = 700;
const UPLOADS = 100;

/** Twelve megapixels. */
const EDGE_PX = 3464;
const GRAIN_PX = 433;
const JPEG_QUALITY = 95;

/** A photograph of a phone's size, as a JPEG of some megabytes. */
const makePhoto = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const grain = encodePng(GRAIN_PX, (x, y) => [
    (x * 7919 + y * 104_729) % 256,
    (x * y) % 256,
    (x + y) % 256,
    255,
  ]);
  const photo = await new Bun.Image(grain)
    .resize(EDGE_PX, EDGE_PX)
    .jpeg({ quality: JPEG_QUALITY })
    .bytes();
  return new Uint8Array(photo);
};

/** What the thread of this program has used of the processor, in ms; its number is the process's. */
const threadMs = (): number => {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
};

/**
 * The longest that the event loop was at work between two of its turns, a millisecond apart, in ms of the processor:
 * whatever else the machine does is no work of ours.
 */
const longestWork = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last] = [0, threadMs()];
  const timer = setInterval(() => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  try {
    await work();
    await Bun.sleep(1);
  } finally {
    clearInterval(timer);
  }
  return longest;
};

const measureConversion = async (photo: Uint8Array<ArrayBuffer>): Promise<Figure> => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const longest = await longestWork(async () => {
      if (typeof (await sitePicture(photo)) === "string") throw new Error("It is no picture.");
    });
    best = Math.min(best, longest);
  }
  return {
    name: "A picture of 12 megapixels: longest block of the event loop",
    measured: `${best.toFixed(2)} ms`,
    target: `below ${BLOCK_TARGET_MS} ms`,
    isMet: best < BLOCK_TARGET_MS,
  };
};

/** A hundred members send such a picture at once; each of them waits for theirs to be kept. */
const measureUploads = async (photo: Uint8Array<ArrayBuffer>): Promise<Figure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const dataDir = join(folder, "data");
  const client = join(folder, "client");
  await writeClientBuild(client, "bench");
  const where = { databaseUrl: null, dataDir, log: silentLog, clock: systemClock };
  await migrate(where);
  const store = await openStore(where);
  const { tokens } = await addCrowd(store, { members: UPLOADS });
  await store.close();
  const { port, server } = await startProgram("site.ts", [dataDir, join(folder, "log"), client]);
  try {
    const before = memoryMegabytes(server.pid);
    const startedMs = performance.now();
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/tickets/pictures`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" },
          body: photo,
          // Bun gives up after five minutes else.
          timeout: false,
        });
        return { status: response.status, text: await response.text() };
      }),
    );
    const refused = answers.find(({ status }) => status !== 201);
    if (refused !== undefined) throw new Error(`${refused.status}: ${refused.text}`);
    const seconds = (performance.now() - startedMs) / 1000;
    const peak = memoryMegabytes(server.pid, "VmHWM");
    const size = (photo.length / 1e6).toFixed(1);
    return {
      name: `${UPLOADS} of them at once, ${size} MB each: most memory of the program`,
      measured: `${peak.toFixed(0)} MB (${before.toFixed(0)} MB before, ${seconds.toFixed(0)} s)`,
      target: `at most ${MEMORY_TARGET_MB} MB`,
      isMet: peak <= MEMORY_TARGET_MB,
    };
  } finally {
    server.kill();
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
};

/** What pictures of phones cost those who do something else meanwhile: a few minutes, on Linux alone. */
export const measurePictures = async (): Promise<readonly Figure[]> => {
  const photo = await makePhoto();
  return [await measureConversion(photo), await measureUploads(photo)];
};

if (import.meta.main) console.table(await measurePictures());
