import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeBridgeSecret } from "#server/auth/secrets.ts";
import { systemClock } from "#server/core/clock.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { asSite } from "#tests/support/context.ts";
import { addLink } from "#tests/support/platform-links.ts";
import { previousRelease } from "#tests/support/previous-release.ts";
import { startProgram } from "#tests/support/processes.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { clientFolder } from "#tests/support/serving.ts";
import {
  emptyDatabase,
  openForTest,
  silentLog,
  TEST_ENGINE,
  testFolder,
} from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const BOTH_MS = 180_000;
const STEAM_ID = "76561198000104201";
const LISTENING = /is listening on (http:\/\/[^"]+)/;

/** A release that serves, and what it has written. */
const serve = async (
  program: string,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
) => {
  const child = startProgram(program, [await clientFolder(), "serve"], {
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: "",
    DRAIN_SECONDS: "0",
    DATA_DIR: await testFolder(),
    DATABASE_URL: databaseUrl,
    NODE_ENV: "production",
    ...env,
  });
  let written = "";
  const listening = Promise.withResolvers<string>();
  void (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      written += text;
      const url = LISTENING.exec(written)?.[1];
      if (url !== undefined) listening.resolve(url);
    }
    const errors = await new Response(child.stderr).text();
    listening.reject(new Error(`It ended early: ${written}${errors}`));
  })();
  const url = await listening.promise;
  const stop = async () => {
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  };
  const troubles = () => written.split("\n").filter((line) => line.includes('"level":"error"'));
  return { url, stop, troubles };
};
const programIn = (root: string) => join(root, "tests/http/processes/site.ts");
type Release = Awaited<ReturnType<typeof serve>>;

type Caller = (method: string, path: string, body?: unknown) => Promise<unknown>;

const caller =
  ({ url }: Release, token: string): Caller =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    expect([path, response.ok, response.ok ? "" : answer]).toEqual([path, true, ""]);
    return answer === "" ? null : JSON.parse(answer);
  };

const login = async (release: Release, email: string) => {
  const guest = caller(release, "");
  const { token } = (await guest("POST", "/Auth/login", { email, password: PASSWORD })) as {
    token: string;
  };
  return caller(release, token);
};

/** What a member, an Admin and a plugin do in a few minutes. */
const live = async (
  release: Release,
  who: { member: string; admin: string; userId: string; bridgeKey: string },
): Promise<number> => {
  const member = await login(release, who.member);
  const admin = await login(release, who.admin);
  const plugin = caller(release, who.bridgeKey);
  const { id } = (await member("POST", "/tickets", {
    subject: "The gate stays shut",
    category: "Bug",
    game: "Ark:SE",
    server: "Ragnarok",
    description: "The behemoth gate of our base does not open any more.",
  })) as { id: number };
  for (const [say, content] of [
    [member, "It was open yesterday."],
    [admin, "We are looking into it."],
    [member, "Thank you."],
  ] as const)
    await say("POST", "/message", {
      messageGroupId: id,
      content,
      idempotencyKey: crypto.randomUUID(),
    });
  await plugin("POST", "/bridge/earn", {
    platform: "steam",
    playerId: STEAM_ID,
    game: "ark-se",
    points: 10,
    reason: "Quest",
    idempotencyKey: crypto.randomUUID(),
  });
  for (const path of [
    "/Auth/me",
    "/tickets/open",
    "/tickets/closed",
    `/tickets/${id}`,
    `/message/ticket/${id}`,
    "/Notification",
    "/userprofile",
    "/userprofile/points",
    "/userprofile/membership",
  ])
    await member("GET", path);
  for (const path of ["/tickets/open", "/userprofile/all", "/auth/all-user-data", "/bridge/keys"])
    await admin("GET", path);
  await admin("PUT", `/tickets/${id}/close`);
  await admin("PUT", `/tickets/${id}/restore`);
  return id;
};

/** Asks for what everybody sees, until told to stop. @returns how often, and what was no answer. */
const visit = ({ url }: Release) => {
  const over = new AbortController();
  const failures: string[] = [];
  let visits = 0;
  const visiting = (async () => {
    while (!over.signal.aborted)
      for (const path of ["/", "/api/server/ark-se", "/readyz"]) {
        const status = await fetch(`${url}${path}`).then((answer) => answer.status, String);
        visits += 1;
        if (status !== 200) failures.push(`${path}: ${status}`);
      }
  })();
  return async () => {
    over.abort();
    await visiting;
    return { visits, failures };
  };
};

/** Both releases side by side: the owner's file of the one before, and of this one. */
const bothReleases = async (folder: string) => {
  const database = await emptyDatabase();
  const databaseUrl = database.databaseUrl ?? "";
  // The owner's file of then: what is new in a file, the previous release does not know.
  const file = join(folder, "community.toml");
  const startBefore = () => serve(programIn(folder), databaseUrl, { COMMUNITY_FILE: file });
  // Its Admin logs in with the password alone, as the previous release lets them.
  const root = join(import.meta.dir, "../..");
  const COMMUNITY_FILE = join(await testFolder(), "community.toml");
  const added = "\n[security]\nteam_needs_second_factor = false\n";
  await Bun.write(COMMUNITY_FILE, `${await Bun.file(file).text()}${added}`);
  const startAfter = () => serve(programIn(root), databaseUrl, { COMMUNITY_FILE });
  return { database, startBefore, startAfter };
};

type Part = Record<string, unknown>;

/** Publishes what the brand becomes. */
const publishBrand = async (admin: Caller, edit: (brand: Part) => Part) => {
  const input = encodeURIComponent(JSON.stringify({ section: "brand" }));
  const { result } = (await admin("GET", `/trpc/site.section?input=${input}`)) as {
    result: { data: { published: Part; version: number; draftRevision: number } };
  };
  const { published, version, draftRevision: revision } = result.data;
  const draft = { section: "brand", content: edit(published), basedOn: version, revision };
  await admin("POST", "/trpc/site.saveDraft", draft);
  await admin("POST", "/trpc/site.publish", { sections: ["brand"], note: "", version });
};

const siteAt = async ({ url }: Release) =>
  await (await fetch(`${url}/api/trpc/community.site`)).text();

if (TEST_ENGINE === "postgres")
  describe("an update of two instances", () => {
    test(
      "[UPD-03] what the previous release does not understand it does not show, and it serves on with the version before",
      async () => {
        const folder = await previousRelease();
        if (folder === null) return;
        const { database, startBefore, startAfter } = await bothReleases(folder);
        const before = await startBefore();
        // As every balancer has asked by then: it is ready once it has found its migrations.
        expect((await fetch(`${before.url}/readyz`)).status).toBe(200);
        const after = await startAfter();
        const store = await openForTest(database);
        const given = { store, clock: systemClock };
        const { id, email } = await addMember(given, { role: "Admin" });
        await addLink(given, id, "discord");
        const admin = await login(after, email);
        const timezone = "Asia/Tokyo";
        await publishBrand(admin, (brand) => ({ ...brand, name: "Tokyo Den", timezone }));
        await until(async () => (await siteAt(after)).includes(timezone));
        await until(() => before.troubles().length > 0);
        expect(before.troubles().join("\n")).toMatch(/site\.not_understood.*timezone/);
        expect(await siteAt(before)).not.toContain("Tokyo Den");
        for (const path of ["/", "/api/server/ark-se", "/readyz"])
          expect((await fetch(`${before.url}${path}`)).status).toBe(200);
        await before.stop();
        await after.stop();
        expect(after.troubles()).toEqual([]);
      },
      BOTH_MS,
    );

    test(
      "[UPD-01] the previous release goes on while this one migrates, and both serve side by side",
      async () => {
        const folder = await previousRelease();
        if (folder === null) return;
        const { database, startBefore, startAfter } = await bothReleases(folder);
        const before = await startBefore();
        const endVisits = visit(before);
        const after = await startAfter();

        const store = await openForTest(database);
        const given = { store, clock: systemClock };
        const { id: userId, email } = await addMember(given);
        const admin = await addMember(given, { role: "Admin" });
        await addLink(given, userId, "steam", { externalId: STEAM_ID });
        for (const person of [userId, admin.id]) await addLink(given, person, "discord");
        const { id, hash, key } = makeBridgeSecret();
        await store.write((tx) =>
          tx.insert(store.tables.bridgeKeys).values({
            id,
            hash,
            name: "Island",
            scopes: ["points:earn"],
            games: ["ark-se"],
            createdBy: admin.id,
            createdAt: systemClock.now(),
          }),
        );
        const who = { member: email, admin: admin.email, userId, bridgeKey: key };
        const tickets: number[] = [];
        for (const release of [before, after, before, after]) {
          tickets.push(await live(release, who));
          // What one has written the other reads.
          for (const other of [before, after]) {
            const member = await login(other, email);
            for (const ticket of tickets) await member("GET", `/tickets/${ticket}`);
          }
        }
        const visits = await endVisits();
        expect(visits.failures).toEqual([]);
        expect(visits.visits).toBeGreaterThan(10);
        const proof = await proveLedger(
          asSite({ ...given, log: silentLog }),
          new AbortController().signal,
        );
        expect(proof).toMatchObject({ broken: 0, entries: 4 });
        await before.stop();
        await live(after, who);
        await after.stop();
        expect([before.troubles(), after.troubles()]).toEqual([[], []]);
      },
      BOTH_MS,
    );
  });
else
  test("a clone without the previous release fails under CI, and says what to do", async () => {
    const clone = await testFolder();
    Bun.spawnSync(["git", "init", "--quiet", clone]);
    const before = process.env["CI"];
    process.env["CI"] = "true";
    try {
      const { message } = await rejectionOf(previousRelease(clone));
      expect(message).toContain("git fetch --unshallow");
    } finally {
      if (before === undefined) delete process.env["CI"];
      else process.env["CI"] = before;
    }
  });

const namesIn = (root: string) =>
  [...new Bun.Glob("*.sql").scanSync({ cwd: join(root, "drizzle/postgres") })].toSorted();

/** What takes away from the previous release what it still reads or writes. */
const TAKES_AWAY =
  /\bDROP (?:TABLE|COLUMN)\b|\bRENAME\b|\bSET NOT NULL\b|\bSET DATA TYPE\b|\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/i;

test("[UPD-02] migrations since the previous release add, and take nothing away", async () => {
  const folder = await previousRelease();
  if (folder === null) return;
  const before = namesIn(folder);
  const root = join(import.meta.dir, "../..");
  expect(namesIn(root)).toEqual(expect.arrayContaining(before));
  for (const name of namesIn(root).filter((one) => !before.includes(one))) {
    const sql = await Bun.file(join(root, "drizzle/postgres", name)).text();
    expect([name, TAKES_AWAY.exec(sql)?.[0]]).toEqual([name, undefined]);
  }
  for (const wrong of [
    'ALTER TABLE "users" DROP COLUMN "x"',
    'ALTER TABLE "users" RENAME COLUMN "x" TO "y"',
    'ALTER TABLE "users" ALTER COLUMN "x" SET NOT NULL',
    'ALTER TABLE "users" ADD COLUMN "x" text NOT NULL',
  ])
    expect(wrong).toMatch(TAKES_AWAY);
  expect('ALTER TABLE "users" ADD COLUMN "x" text DEFAULT \'\' NOT NULL').not.toMatch(TAKES_AWAY);
});
