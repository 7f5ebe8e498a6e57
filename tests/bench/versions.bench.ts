import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "#scripts/client/places.ts";
import { freePort } from "#scripts/free-port.ts";
import { type SiteProcess, startSite } from "#scripts/site-process.ts";
import { createAuth } from "#server/auth/auth.ts";
import { hashOf } from "#server/config/community-file.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemClock } from "#server/core/clock.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { silentLog } from "#tests/support/store.ts";
import { compareCosts } from "./costs.ts";
import { type Figure, median, spread } from "./figure.ts";
import { memoryMegabytes, untilIdle } from "./process.ts";

const VERSIONS = 200;
const PAGES = 100;
/** So much worse a figure may be with them. */
const WORSE_MAX = 0.05;
const MEMORY_ROUNDS = 3;

const pages = (version: number) =>
  Array.from({ length: PAGES }, (_, index) => ({
    key: `page-${index}`,
    title: `Page ${index}`,
    description: "One of many pages.",
    text: `Version ${version}.\n\n${"## A heading\n\nWords that fill a page, as people write them. ".repeat(20)}`,
  }));

/** A database with somebody who is signed in, and as many versions, the newest with all the pages. */
const prepare = async (dataDir: string, isFilled: boolean): Promise<string> => {
  const where = { databaseUrl: null, dataDir, log: silentLog, clock: systemClock };
  await migrate(where);
  const store = await openStore(where);
  try {
    const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
    if (isFilled) {
      const config = await loadConfig({ DATA_DIR: dataDir });
      const { document: first, hash } = config.communityFile;
      const add = (
        version: Pick<Parameters<typeof addVersion>[1], "document" | "hash" | "source">,
      ) =>
        store.write((tx) =>
          addVersion(
            { ...tx, clock: systemClock, config },
            { ...version, note: "", sections: ["pages"], createdBy: null },
          ),
        );
      await add({ document: first, hash, source: "file" });
      for (let version = 2; version <= VERSIONS; version += 1) {
        const document = { ...first, pages: pages(version) };
        await add({ document, hash: hashOf(document), source: "browser" });
      }
    }
    return (await signedIn({ deps: { store, auth, clock: systemClock } })).token;
  } finally {
    await store.close();
  }
};

type Prepared = { dataDir: string; token: string; port: string };
type Started = Prepared & { site: SiteProcess };

const make = async (isFilled: boolean): Promise<Prepared> => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const token = await prepare(dataDir, isFilled);
  return { dataDir, token, port: String(await freePort()) };
};

const start = async (prepared: Prepared): Promise<Started> => {
  const { dataDir, port } = prepared;
  const site = await startSite({
    command: [BINARY, "serve"],
    env: {
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  });
  return { ...prepared, site };
};

type Pair<T> = { plain: T; filled: T };

const startBoth = async ({ plain, filled }: Pair<Prepared>): Promise<Pair<Started>> => ({
  plain: await start(plain),
  filled: await start(filled),
});

const stopBoth = async ({ plain, filled }: Pair<Started>) => {
  await plain.site.stop();
  await filled.site.stop();
};

/** Both do what they do after their start, and only that. */
const idleMemory = async ({ plain, filled }: Pair<Started>): Promise<Pair<number>> => {
  await Promise.all([untilIdle(plain.site.pid), untilIdle(filled.site.pid)]);
  return {
    plain: memoryMegabytes(plain.site.pid),
    filled: memoryMegabytes(filled.site.pid),
  };
};

const TARGET = `at most ${1 + WORSE_MAX}`;
const WITH = `with ${VERSIONS} versions and ${PAGES} pages`;

const megabytesOf = (memories: readonly number[]) =>
  `${median(memories).toFixed(0)} MB (${spread(memories)})`;

const memoryFigure = (memories: readonly Pair<number>[]): Figure => {
  const of = (which: keyof Pair<number>) => memories.map((pair) => pair[which]);
  const share = median(of("filled")) / median(of("plain"));
  return {
    name: `Resident memory when idle ${WITH}, share of without`,
    measured: `${share.toFixed(2)} (${megabytesOf(of("filled"))} of ${megabytesOf(of("plain"))})`,
    target: TARGET,
    isMet: share <= 1 + WORSE_MAX,
  };
};

const costFigures = async ({ plain, filled }: Pair<Started>): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, path] of [
    ["GET /api/server/ark-se", "/api/server/ark-se"],
    ["GET /api/Auth/me", "/api/Auth/me"],
    ["The home page", "/"],
  ] as const) {
    const asked = ({ port, token, site: { pid } }: Started) =>
      path === "/api/Auth/me" ? { pid, port, path, token } : { pid, port, path };
    const { more, first, second } = await compareCosts(asked(filled), asked(plain));
    figures.push({
      name: `${name} ${WITH}, processor time beside without`,
      measured: `${(1 + more).toFixed(2)} (${first.toFixed(1)} µs of ${second.toFixed(1)} µs)`,
      target: TARGET,
      isMet: more <= WORSE_MAX,
    });
  }
  return figures;
};

/**
 * What a long history and many pages cost: the processor time of an answer of a site with them beside that
 * of one without, and the memory of both when they are idle. Both are the binary, as owners run it.
 */
export const measureVersions = async (): Promise<readonly Figure[]> => {
  const made = { plain: await make(false), filled: await make(true) };
  let running: Pair<Started> | undefined;
  try {
    const memories: Pair<number>[] = [];
    // The first start of a build keeps its files in the store, and is none as usual.
    for (let round = 0; round <= MEMORY_ROUNDS; round += 1) {
      if (running !== undefined) await stopBoth(running);
      running = await startBoth(made);
      const memory = await idleMemory(running);
      if (round > 0) memories.push(memory);
    }
    if (running === undefined) throw new Error("No site was started.");
    return [...(await costFigures(running)), memoryFigure(memories)];
  } finally {
    if (running !== undefined) await stopBoth(running);
    for (const { dataDir } of Object.values(made))
      await rm(dataDir, { recursive: true, force: true });
  }
};

if (import.meta.main) console.table(await measureVersions());
