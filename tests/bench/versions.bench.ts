import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "#scripts/client/places.ts";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
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
import { type Figure, median } from "./figure.ts";

const VERSIONS = 200;
const PAGES = 100;
/** So much worse a figure may be with them. */
const WORSE_MAX = 0.05;
/** Long enough for all pages to be rendered. */
const UNTIL_IDLE_MS = 20_000;
const MEMORY_LOOKS = 5;

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

const residentMegabytes = async (pid: number): Promise<number> => {
  const looks: number[] = [];
  for (let look = 0; look < MEMORY_LOOKS; look += 1) {
    const status = await Bun.file(`/proc/${pid}/status`).text();
    looks.push(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000);
    await Bun.sleep(1000);
  }
  return median(looks);
};

const start = async (isFilled: boolean) => {
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const token = await prepare(dataDir, isFilled);
  const port = String(await freePort());
  const site = await startSite({
    command: [BINARY, "serve"],
    env: {
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
    },
  });
  return { dataDir, token, port, site };
};

/**
 * What a long history and many pages cost: the processor time of an answer of a site with them beside that
 * of one without, and the memory of both when they are idle. Both are the binary, as owners run it.
 */
export const measureVersions = async (): Promise<readonly Figure[]> => {
  const plain = await start(false);
  const filled = await start(true);
  try {
    await Bun.sleep(UNTIL_IDLE_MS);
    const memory = {
      plain: await residentMegabytes(plain.site.pid),
      filled: await residentMegabytes(filled.site.pid),
    };
    const with_ = `with ${VERSIONS} versions and ${PAGES} pages`;
    const target = `at most ${1 + WORSE_MAX}`;
    const figures: Figure[] = [];
    for (const [name, path] of [
      ["GET /api/server/ark-se", "/api/server/ark-se"],
      ["GET /api/Auth/me", "/api/Auth/me"],
      ["The home page", "/"],
    ] as const) {
      const asked = ({ port, token, site: { pid } }: typeof plain) =>
        path === "/api/Auth/me" ? { pid, port, path, token } : { pid, port, path };
      const { more, first, second } = await compareCosts(asked(filled), asked(plain));
      figures.push({
        name: `${name} ${with_}, processor time beside without`,
        measured: `${(1 + more).toFixed(2)} (${first.toFixed(1)} µs of ${second.toFixed(1)} µs)`,
        target,
        isMet: more <= WORSE_MAX,
      });
    }
    const share = memory.filled / memory.plain;
    figures.push({
      name: `Resident memory when idle ${with_}, share of without`,
      measured: `${share.toFixed(2)} (${memory.filled.toFixed(0)} MB of ${memory.plain.toFixed(0)} MB)`,
      target,
      isMet: share <= 1 + WORSE_MAX,
    });
    return figures;
  } finally {
    for (const { site, dataDir } of [plain, filled]) {
      await site.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
};

if (import.meta.main) console.table(await measureVersions());
