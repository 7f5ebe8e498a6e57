import { describe, expect, test } from "bun:test";
import { startJobs } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { openPostgres } from "#server/store/postgres.ts";
import { isTurnedAway, storeTroubleOf } from "#server/store/trouble.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { cutProxy } from "#tests/support/cut-proxy.ts";
import {
  everyWayToWrite,
  expectPublicPages,
  expectReported,
  expectUnavailable,
  proveDiscordAt,
  recovered,
  siteOver,
  wordOf,
} from "#tests/support/faults.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { TICKET } from "#tests/support/people.ts";
import { openForTest, silentLog, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";
import { connectAsAdmin } from "#tests/support/test-databases.ts";
import { movableTimer } from "#tests/support/timer.ts";
import { until } from "#tests/support/until.ts";

/** A site whose way to PostgreSQL can be cut through. */
const behindProxy = async () => {
  const database = await testDatabase();
  const url = new URL(database.databaseUrl ?? "");
  const proxy = await cutProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  const store = await openForTest({ ...database, databaseUrl: url.href });
  return { proxy, site: await siteOver(store) };
};

/** Has a database take writes, or none, from the next connection on: those that are open end. */
const writesOf = ({ databaseUrl }: { databaseUrl: string | null }) => {
  const name = new URL(databaseUrl ?? "").pathname.slice(1);
  // From outside: a connection to the database itself would take no writes either.
  const sql = connectAsAdmin();
  const turn = async (statement: `${"SET" | "RESET"} default_transaction_read_only${string}`) => {
    await sql.unsafe(`ALTER DATABASE "${name}" ${statement}`);
    const ended = await sql.unsafe(
      "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'lynxden'",
      [name],
    );
    // Until it has ended, a connection goes on as it was.
    const pids = `{${[...ended].map(({ pid }) => pid).join()}}`;
    const alive = "SELECT FROM pg_stat_activity WHERE pid = ANY($1::int[])";
    await until(async () => (await sql.unsafe(alive, [pids])).length === 0);
  };
  afterThisTest(async () => {
    await turn("RESET default_transaction_read_only");
    await sql.close();
  });
  return { turn };
};

/** Has a database take connections, or none: those that are open end. */
const doorOf = ({ databaseUrl }: { databaseUrl: string | null }) => {
  const name = new URL(databaseUrl ?? "").pathname.slice(1);
  const sql = connectAsAdmin();
  const turn = async (isOpen: boolean) => {
    await sql.unsafe(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isOpen}`);
    const mine = "datname = $1 AND application_name = 'lynxden'";
    if (!isOpen)
      await until(async () => {
        const ended = await sql.unsafe(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${mine}`,
          [name],
        );
        return ended.length === 0;
      });
  };
  afterThisTest(async () => {
    await turn(true);
    await sql.close();
  });
  return { turn };
};

test.each([
  ["28P01", "away", "FATAL"],
  ["28000", "away", "FATAL"],
  ["3D000", "away", "FATAL"],
  ["55000", "away", "FATAL"],
  // Of a statement, such as one that asks a sequence for a value that it has not drawn.
  ["55000", null, "ERROR"],
  ["55P03", null, "ERROR"],
  ["23505", null, "ERROR"],
] as const)("PostgreSQL's %s means %p %s", (errno, trouble, severity) => {
  const code = "ERR_POSTGRES_SERVER_ERROR";
  const refusal = Object.assign(new Error(), { code, errno, severity });
  const wrapped = new Error("Failed query", { cause: refusal });
  expect(storeTroubleOf(wrapped)).toBe(trouble);
  expect(isTurnedAway(wrapped)).toBe(trouble === "away");
});

if (TEST_ENGINE === "postgres") {
  describe("while PostgreSQL is away", () => {
    test("whoever asks gets a 503, public pages go on, and everything resumes by itself", async () => {
      const { proxy, site } = await behindProxy();
      const { app, member } = site;
      await expectPublicPages(site);
      expect(await wordOf(app)).toBe("ok");
      const { browser, callback } = await proveDiscordAt(site);

      await proxy.cut();
      await Bun.sleep(1100);
      await expectUnavailable(await everyWayToWrite(site));
      await expectUnavailable([
        ["a read", await member.ask("GET", "/api/Auth/me")],
        ["a feed", await member.ask("GET", "/api/feed")],
        ["a file of an older build", await app.request("/assets/older.js")],
        ["a picture", await app.request(`/pictures/${"a".repeat(64)}.webp`)],
        ["the end of an OAuth flow", await browser.ask("GET", callback)],
      ]);
      await expectPublicPages(site);
      expect(await wordOf(app)).toBe("away");

      await proxy.mend();
      await recovered(site);
      expect(await wordOf(app)).toBe("ok");
      expect((await member.ask("GET", "/api/Auth/me")).status).toBe(200);
      expect((await member.ask("POST", "/api/tickets", TICKET)).status).toBe(201);
      // What a browser was about to prove is still good: nothing had been redeemed.
      expect((await browser.ask("GET", callback)).status).toBeOneOf([200, 400]);
      await expectReported(site, "away");
    });

    test("no job writes a line of it, and each runs again when it is back", async () => {
      const { proxy, site } = await behindProxy();
      const { deps, lines } = site.app;
      const jobs = startJobs(deps, siteJobs(deps));
      afterThisTest(() => jobs.stop());
      const { leases } = deps.store.tables;
      const held = async () => (await deps.store.read.select().from(leases)).length;
      await until(async () => (await held()) > 10);
      await proxy.cut();
      await until(() => lines.some(({ event }) => event === "store.unavailable"));
      await Bun.sleep(4000);
      const loud = lines.filter(
        ({ level, event }) => level === "error" && event !== "store.unavailable",
      );
      expect(loud).toEqual([]);
      expect(lines.filter(({ event }) => event === "store.unavailable")).toHaveLength(1);
      await proxy.mend();
      await until(async () => (await held().catch(() => 0)) > 10);
    });
  });

  describe("a PostgreSQL that lets nobody in any more", () => {
    test("is away: whoever asks gets a 503, the log has one line, and everything resumes by itself", async () => {
      const database = await testDatabase();
      const site = await siteOver(await openForTest(database));
      const { app, member } = site;
      const { turn } = doorOf(database);
      await turn(false);
      await Bun.sleep(1100);
      await expectUnavailable(await everyWayToWrite(site));
      await expectUnavailable([["a read", await member.ask("GET", "/api/Auth/me")]]);
      await expectPublicPages(site);
      expect(await wordOf(app)).toBe("away");
      await turn(true);
      await recovered(site);
      await until(async () => (await member.ask("GET", "/api/Auth/me")).status === 200);
      await expectReported(site, "away");
    });
  });

  describe("a PostgreSQL that falls silent", () => {
    test("holds nobody up for longer than it may take, and is used again when it answers", async () => {
      const database = await testDatabase();
      const url = new URL(database.databaseUrl ?? "");
      const proxy = await cutProxy({ host: url.hostname, port: Number(url.port) });
      url.hostname = "127.0.0.1";
      url.port = String(proxy.port);
      const timer = movableTimer();
      const store = await openPostgres({ url: url.href, log: silentLog, timer });
      afterThisTest(() => store.close());
      const site = await siteOver(store);
      const { member } = site;
      proxy.freeze();
      /** Lets time go by until there is an answer. */
      const inTheEnd = async (asked: Promise<Response>) => {
        let isOver = false;
        void asked.finally(() => (isOver = true));
        await until(() => {
          timer.advance(10_000);
          return isOver;
        });
        return await asked;
      };
      await expectUnavailable([
        ["a read", await inTheEnd(member.ask("GET", "/api/Auth/me"))],
        ["a write", await inTheEnd(site.app.request("/auth/discord/start?purpose=register"))],
      ]);
      await expectPublicPages(site);
      proxy.thaw();
      await until(async () => (await member.ask("GET", "/api/Auth/me")).status === 200);
      expect((await member.ask("POST", "/api/tickets", TICKET)).status).toBe(201);
    });
  });

  describe("while PostgreSQL takes no writes", () => {
    test("two instances that saw it tell the Admins once, what it was and that it is over", async () => {
      const database = await testDatabase();
      const { turn } = writesOf(database);
      const { admin, member, clock } = await siteOver(await openForTest(database));
      await turn("SET default_transaction_read_only = on");
      const late = async () =>
        await testApp({ overrides: { store: await openForTest(database), clock } });
      const instances = [await late(), await late()];
      for (const app of instances) {
        await expectUnavailable([
          ["a write", await httpClient(app).login("nobody@example.test", "Lynx!2026demo")],
        ]);
        expect(await wordOf(app)).toBe("read_only");
      }
      await turn("RESET default_transaction_read_only");
      for (const app of instances) await recovered({ app, clock });
      await Bun.sleep(1100);
      await until(async () => (await member.ask("GET", "/api/Auth/me")).status === 200);
      for (const app of instances) await expectReported({ app, admin, member }, "read_only");
    });

    test("reads and public pages go on, writes get a 503, and everything resumes by itself", async () => {
      const database = await testDatabase();
      const site = await siteOver(await openForTest(database));
      const { app, member } = site;
      const { turn } = writesOf(database);
      const reads = async () => {
        // Each of the connections that were ended is found out once.
        const all = () =>
          Promise.all(Array.from({ length: 30 }, () => member.ask("GET", "/api/Auth/me")));
        await until(async () => (await all()).every(({ status }) => status === 200));
        expect((await member.ask("GET", "/api/tickets/open")).status).toBe(200);
      };
      const kept = await member.tickets.create.mutate(TICKET);
      await turn("SET default_transaction_read_only = on");
      await reads();
      app.lines.length = 0;
      await expectUnavailable(await everyWayToWrite(site));
      await expectPublicPages(site);
      await Bun.sleep(1100);
      expect(await wordOf(app)).toBe("read_only");
      const refused = await member.ask("POST", "/api/tickets", TICKET);
      expect(await refused.json()).toMatchObject({ message: CALLS.cannotSave });

      await turn("RESET default_transaction_read_only");
      await reads();
      await recovered(site);
      expect((await member.ask("POST", "/api/tickets", TICKET)).status).toBe(201);
      expect((await member.tickets.byId.query({ id: kept.id })).subject).toBe(TICKET.subject);
    });
  });
}
