import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorld } from "#scripts/demo/world.ts";
import { systemClock } from "#server/core/clock.ts";
import { openStore } from "#server/store/open.ts";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { addTicket } from "#tests/support/tickets.ts";
import { addCrowd } from "./crowd.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import { type Figure, median, percentile } from "./figure.ts";
import type { Crowd, CrowdTimes } from "./push/crowd.ts";
import { startProgram } from "./rates.ts";

const TARGET_MS = 50;
const FEEDS = 1000;
/** So many of those who listen are Admins, who hear of every message. */
const ADMINS = 5;
/** The first of them find a program that has only just started, and do not count. */
const MESSAGES = 1100;
const WARM_UP = 100;
const EVERY_MS = 30;

/** Everything there before the site starts: people, and a ticket of the first two. */
const prepare = async (database: BenchDatabase): Promise<Crowd> => {
  const store = await openStore(database);
  try {
    const { ids, tokens } = await addCrowd(store, { members: FEEDS, admins: ADMINS });
    const [sender, listener] = ids;
    const [first, second, ...others] = tokens;
    if (sender === undefined || listener === undefined) throw new Error("Nobody is there.");
    if (first === undefined || second === undefined) throw new Error("Nobody is signed in.");
    const given = { store, clock: systemClock };
    const ticketId = await addTicket(given, { people: [sender, listener] });
    return { tokens: [first, second, ...others], ticketId, messages: MESSAGES, everyMs: EVERY_MS };
  } finally {
    await store.close();
  }
};

/** As many messages as anybody cares to send; everything else as it is. */
const withoutLimit = async (communityFile: string) => {
  const file = await Bun.file(communityFile).text();
  const limits = "[limits]\nmessages_by_member = { max = 100000, minutes = 1 }\n";
  await Bun.write(communityFile, file.replace("[limits]\n", limits));
};

const measure = async (database: BenchDatabase): Promise<CrowdTimes> => {
  const { dataDir, databaseUrl } = database;
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const crowdFile = join(folder, "crowd.json");
  const client = join(folder, "client");
  await Bun.write(crowdFile, JSON.stringify(await prepare(database)));
  await writeClientBuild(client, "bench");
  const { sandbox, environment } = await startWorld({ dataDir, databaseUrl, seededFor: null });
  const programs: Bun.Subprocess[] = [];
  try {
    await withoutLimit(join(dataDir, "community.toml"));
    const site = await startProgram("push/site.ts", [join(folder, "site.log"), client], {
      ...environment,
      PORT: "0",
      HOST: "127.0.0.1",
      TRUSTED_PROXIES: "127.0.0.0/8",
    });
    programs.push(site.server);
    const crowd = Bun.spawn(
      [process.execPath, join(import.meta.dir, "push/crowd.ts"), site.port, crowdFile],
      { stdout: "pipe", stderr: "inherit" },
    );
    programs.push(crowd);
    const printed = await new Response(crowd.stdout).text();
    if (printed === "") throw new Error("The crowd ended without a word.");
    return JSON.parse(printed) as CrowdTimes;
  } finally {
    for (const program of programs) program.kill();
    await Promise.all(programs.map((program) => program.exited));
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const figure = (name: string, times: readonly number[]): Figure => {
  const slowest = percentile(times, 0.99);
  return {
    name,
    measured: `${slowest.toFixed(1)} ms (median ${median(times).toFixed(1)}, longest ${Math.max(...times).toFixed(1)})`,
    target: `under ${TARGET_MS} ms`,
    isMet: slowest < TARGET_MS,
  };
};

/**
 * How long a message takes to the other person's open tab, while 1,000 tabs are open and the site does
 * everything that it does besides: on both engines, for about 40 s each.
 */
export const measurePush = (): Promise<readonly Figure[]> =>
  onBothEngines(async (make) => {
    const database = await make();
    const times = await measure(database);
    const eventMs = times.eventMs.slice(WARM_UP);
    const answerMs = times.answerMs.slice(WARM_UP);
    const engine = ENGINE_NAMES[database.engine];
    return [
      figure(`${engine}: message to the other's feed among 1,000, 99 of 100`, eventMs),
      figure(`${engine}: message to the other's thread, 99 of 100`, answerMs),
    ];
  });

if (import.meta.main) console.table(await measurePush());
