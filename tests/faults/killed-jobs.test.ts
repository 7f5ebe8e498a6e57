import { expect } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { startSandbox } from "#sandbox/sandbox.ts";
import { NO_ASSETS } from "#scripts/demo/world.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemClock } from "#server/core/clock.ts";
import { createLog } from "#server/core/log.ts";
import { closeDeps, createDeps } from "#server/deps.ts";
import { openStore } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { ARCHIVE_NOTICE } from "#shared/archive-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { readZip } from "#tests/support/archives.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";

const PROGRAM = join(import.meta.dir, "processes/mortal-jobs.ts");
/** A machine may be busy: what hangs ends all the same. */
const LIMIT_MS = 600_000;
/** Longer than a mail that was begun is nobody else's, and than an archive waits. */
const LATER_MS = 40 * MINUTE_MS;

const UNCERTAIN = /"event":"mail.given_up".*"code":"uncertain"/;

const log = createLog((line) => console.error(line), "warn");
/** A data folder with a few people, an imitated mail server, and processes that run its jobs. */
const world = async (people: number, fill: (store: Store, ids: string[]) => Promise<void>) => {
  const sandbox = await startSandbox();
  const folder = await mkdtemp(join(tmpdir(), "lynxden-killed-"));
  afterThisTest(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const environment = {
    ...sandbox.environment,
    PUBLIC_URL: "http://127.0.0.1:1",
    DATA_DIR: folder,
    DATABASE_URL: "",
    COMMUNITY_FILE: join(import.meta.dir, "../..", "community.toml"),
    NODE_ENV: "production",
  };
  const config = await loadConfig(environment);
  const deps = await createDeps(config, { log, assets: NO_ASSETS });
  const ids: string[] = [];
  for (let person = 0; person < people; person += 1)
    ids.push(await addUser(deps.store, systemClock, { allowMarketing: true }));
  await fill(deps.store, ids);
  await closeDeps(deps);
  let aheadMs = 0;
  /** @returns whether it came to its end. */
  const run = async (jobs: readonly string[], dieAt: number) => {
    aheadMs += LATER_MS;
    const given = { ...environment, DIE_AT: String(dieAt), AHEAD_MS: String(aheadMs) };
    const { output, errors } = await runProgram(PROGRAM, jobs, given);
    // That it is not known of a mail whether it was sent is told; nothing else goes wrong.
    expect(errors.split("\n").filter((line) => !UNCERTAIN.test(line) && line !== "")).toEqual([]);
    return output.includes("done");
  };
  return {
    ids,
    /** Kills one process at each of these statements, then lets them work until nothing is left. */
    runKilled: async (jobs: readonly string[], places: readonly number[]) => {
      let deaths = 0;
      for (const place of places) if (!(await run(jobs, place))) deaths += 1;
      for (let round = 0; round < 3; round += 1) expect(await run(jobs, 0)).toBe(true);
      return deaths;
    },
    mails: () => sandbox.mail.list(),
    read: async <T>(look: (store: Store) => Promise<T>): Promise<T> => {
      const { databaseUrl, dataDir } = config;
      const store = await openStore({ databaseUrl, dataDir, log, clock: systemClock });
      try {
        return await look(store);
      } finally {
        await store.close();
      }
    },
  };
};

long(
  "[DATA-02] archives whose makers are killed again and again are whole, and each is announced once",
  async () => {
    const { ids, runKilled, mails, read } = await world(3, async (store, users) => {
      const now = systemClock.now();
      await store.write(async (tx) => {
        for (const userId of users)
          await tx.insert(store.tables.archives).values({
            userId,
            run: `first-${userId}`,
            state: "waiting",
            askedAt: now,
            attempts: 0,
            nextAttemptAt: now,
          });
      });
    });
    // Before it is begun, while it is written, as it is finished and announced, and while that is mailed.
    const places = [2, 4, 6, 12, 5, 20, 26, 3];
    expect(await runKilled(["make-archives", "deliver-mail"], places)).toBeGreaterThanOrEqual(6);
    await read(async (store) => {
      const { archives, archiveParts, notifications, notificationReads } = store.tables;
      const made = await store.read.select().from(archives);
      expect(made.map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
      const parts = await store.read
        .select()
        .from(archiveParts)
        .orderBy(asc(archiveParts.run), asc(archiveParts.part));
      for (const { userId, run, sizeBytes } of made) {
        const bytes = Buffer.concat(parts.filter((one) => one.run === run).map(({ body }) => body));
        expect(bytes.byteLength).toBe(sizeBytes ?? -1);
        expect(readZip(bytes).data["account"]).toMatchObject([{ id: userId }]);
      }
      expect(new Set(parts.map(({ run }) => run))).toEqual(new Set(made.map(({ run }) => run)));
      const told = await store.read
        .select({ userId: notificationReads.userId })
        .from(notificationReads)
        .innerJoin(notifications, eq(notifications.id, notificationReads.notificationId))
        .where(eq(notifications.subject, ARCHIVE_NOTICE.subject));
      expect(told.map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
    });
    for (const id of ids)
      expect(mails().filter(({ to }) => to.includes(id)).length).toBeLessThanOrEqual(1);
  },
  LIMIT_MS,
);

long(
  "[CONSENT-08] a mailing whose processes are killed again and again reaches nobody twice, and what is uncertain is known",
  async () => {
    const { ids, runKilled, mails, read } = await world(9, async (store, users) => {
      const now = systemClock.now();
      const [startedBy = ""] = users;
      const times = { publishAt: now, createdAt: now, updatedAt: now, startedAt: now };
      await store.write(async (tx) => {
        const [post] = await tx
          .insert(store.tables.news)
          .values({
            ...times,
            slug: "island",
            title: "A new island",
            summary: "On Friday.",
            text: "Come.",
            body: { opening: [], sections: [] },
            isPublished: true,
            notifies: false,
            revision: 1,
            createdBy: startedBy,
          })
          .returning({ id: store.tables.news.id });
        await tx.insert(store.tables.newsMailings).values({
          newsId: post?.id ?? 0,
          state: "sending",
          recipients: users.length,
          reached: "",
          startedAt: now,
          startedBy,
        });
      });
    });
    // While they are written, as they are claimed, before it is noted that they were sent, and as that is taken over.
    const places = [3, 14, 28, 31, 8, 4, 14, 3];
    const jobs = ["mail-news", "deliver-mail", "mail-news"];
    expect(await runKilled(jobs, places)).toBeGreaterThanOrEqual(6);
    const arrived = (id: string) => mails().filter(({ to }) => to.includes(id)).length;
    const outcomes = await read(async (store) => {
      const { newsMails, newsMailings } = store.tables;
      const [mailing] = await store.read.select().from(newsMailings);
      expect(mailing?.state).toBe("done");
      return store.read.select().from(newsMails);
    });
    expect(outcomes.map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
    for (const { userId, outcome, error } of outcomes) {
      expect(arrived(userId)).toBeLessThanOrEqual(1);
      if (outcome === "sent") expect(arrived(userId)).toBe(1);
      else expect([outcome, error]).toEqual(["failed", "uncertain"]);
    }
    const sent = outcomes.filter(({ outcome }) => outcome === "sent");
    expect(sent.length).toBeGreaterThan(0);
    // Some died between the mail server's yes and its being written down.
    const uncertain = outcomes.filter(({ outcome }) => outcome === "failed");
    expect(uncertain.some(({ userId }) => arrived(userId) === 1)).toBe(true);
  },
  LIMIT_MS,
);
