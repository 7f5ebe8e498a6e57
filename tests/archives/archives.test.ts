import { describe, expect, test } from "bun:test";
import { forgetOldArchives } from "#server/modules/archives/index.ts";
import { ARCHIVES } from "#shared/archive-messages.ts";
import { ARCHIVE_ATTEMPTS_MAX } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { withLimits, WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { archiveOf, EXPORT_PATH, makeNow, readZip } from "#tests/support/archives.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person } from "#tests/support/people.ts";

const FILE = `${EXPORT_PATH}/file`;

type Setup = Awaited<ReturnType<typeof appWithPeople>>;

const stateOf = async ({ ask }: Setup["member"]) =>
  (await (await ask("GET", EXPORT_PATH)).json()) as Record<string, unknown>;

const partsOf = ({ store }: Setup) => store.read.select().from(store.tables.archiveParts);

/** Gives somebody so many lines of points that their archive has several pieces. */
const addEntries = async ({ store, clock, member }: Setup, count: number) => {
  const at = clock.now();
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      userId: member.id,
      kind: "play" as const,
      delta: 1,
      balance: from + index + 1,
      // Of bytes that cannot be compressed.
      reason: Array.from({ length: 4 }, () => crypto.randomUUID()).join(""),
      reference: `many:${from + index}`,
      actorId: null,
      at,
    }));
    await store.write(async (tx) => {
      await tx.insert(store.tables.pointEntries).values(rows);
    });
  }
};

describe("an archive of one's own data", () => {
  test("[DATA-01] is asked for, made by the job, announced, and downloaded", async () => {
    const world = await appWithPeople();
    const { app, store, member, clock } = world;
    expect(await stateOf(member)).toMatchObject({ state: "none", sizeBytes: null });
    const asked = await member.ask("POST", EXPORT_PATH);
    expect([asked.status, await asked.json()]).toEqual([
      200,
      expect.objectContaining({ state: "waiting", askedAt: clock.now().toISOString() }),
    ]);
    const early = await member.ask("GET", FILE);
    expect([early.status, await early.json()]).toEqual([
      404,
      { message: ARCHIVES.missing, code: "not_found" },
    ]);
    await makeNow(app);
    const expiresAt = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
    const ready = await stateOf(member);
    expect(ready).toMatchObject({ state: "ready", expiresAt });
    const response = await member.ask("GET", FILE);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(bytes.byteLength),
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="my-data-${clock.now().toISOString().slice(0, 10)}.zip"`,
    });
    expect(ready["sizeBytes"]).toBe(bytes.byteLength);
    const { data, page } = readZip(bytes);
    expect(data["account"]).toEqual([expect.objectContaining({ firstName: "Ada" })]);
    expect(page).toContain("Ada Lynx");
    const { outbox, notifications, audit } = store.tables;
    expect(await store.read.select().from(outbox)).toMatchObject([
      { payload: { template: "archive", data: { firstName: "Ada", expiresAt } } },
    ]);
    expect(await store.read.select().from(notifications)).toMatchObject([
      { link: "/member/accountsettings?tab=Privacy", createdBy: null },
    ]);
    const acts = (await store.read.select().from(audit).orderBy(audit.id)).map(
      ({ action }) => action,
    );
    expect(acts).toEqual(["archive.asked", "archive.made", "archive.downloaded"]);
  });

  test("while mail is off it is announced by a notification alone", async () => {
    const { app, store, member } = await appWithPeople({ env: WITHOUT_MAIL_ENV });
    await member.ask("POST", EXPORT_PATH);
    await makeNow(app);
    expect(await store.read.select().from(store.tables.outbox)).toEqual([]);
    expect(await store.read.select().from(store.tables.notifications)).toHaveLength(1);
  });

  test("[DATA-01] belongs to one person: nobody else gets it, an Admin neither", async () => {
    const { app, member, stranger, admin } = await appWithPeople();
    await archiveOf(app, member);
    for (const other of [stranger, admin]) {
      expect((await other.ask("GET", FILE)).status).toBe(404);
      expect(await stateOf(other)).toMatchObject({ state: "none" });
    }
    expect((await app.request(FILE)).status).toBe(401);
  });

  test("[DATA-04] is downloaded by whoever has just proven who they are", async () => {
    const { app, member, clock } = await appWithPeople();
    await member.ask("POST", EXPORT_PATH);
    await makeNow(app);
    clock.advance(HOUR_MS);
    const refused = await member.ask("GET", FILE);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "step_up" }]);
  });

  test("[DATA-01] is there for a week, then it is deleted", async () => {
    const world = await appWithPeople();
    const { app, member, clock } = world;
    await archiveOf(app, member);
    clock.advance(6 * DAY_MS);
    await forgetOldArchives(asSite(app.deps), new AbortController().signal);
    expect((await partsOf(world)).length).toBeGreaterThan(0);
    clock.advance(DAY_MS);
    const later = await person(app, member.id);
    expect(await stateOf(later)).toMatchObject({ state: "expired" });
    expect((await later.ask("GET", FILE)).status).toBe(404);
    await forgetOldArchives(asSite(app.deps), new AbortController().signal);
    expect(await partsOf(world)).toEqual([]);
    expect(await stateOf(later)).toMatchObject({ state: "expired" });
    await later.ask("POST", EXPORT_PATH);
    expect(await stateOf(later)).toMatchObject({ state: "waiting", expiresAt: null });
  });

  test("asked for twice at once it is made once; anew it replaces the old one; a day has so many", async () => {
    const world = await appWithPeople({ adjust: withLimits({ archivesByMember: 2 }) });
    const { app, member } = world;
    const both = await Promise.all([
      member.ask("POST", EXPORT_PATH),
      member.ask("POST", EXPORT_PATH),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await makeNow(app);
    const first = await partsOf(world);
    await archiveOf(app, member);
    const second = await partsOf(world);
    expect(second).toHaveLength(first.length);
    expect(second.map(({ run }) => run)).not.toEqual(first.map(({ run }) => run));
    expect((await member.ask("POST", EXPORT_PATH)).status).toBe(429);
    expect((await member.ask("GET", FILE)).status).toBe(200);
  });
});

describe("[DATA-02] the making of an archive", () => {
  test("is done again where it was broken off, and keeps nothing of the first time", async () => {
    const world = await appWithPeople();
    const { app, member, store } = world;
    await addEntries(world, 4000);
    await member.ask("POST", EXPORT_PATH);
    const ended = new AbortController();
    // As a process that is killed after it has written a piece: what it wrote stays behind.
    let pieces = 0;
    const dying: typeof store.write = async (work) => {
      if (ended.signal.aborted) throw new Error("The process is dead.");
      const result = await store.write(work);
      const kept = (await partsOf(world)).length;
      if (kept > pieces) {
        pieces = kept;
        ended.abort();
      }
      return result;
    };
    await makeNow(
      { ...app, deps: { ...app.deps, store: { ...store, write: dying } } },
      ended.signal,
    );
    expect(pieces).toBe(1);
    expect(await stateOf(member)).toMatchObject({ state: "waiting" });
    await makeNow(app);
    const parts = await partsOf(world);
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts.map(({ run }) => run)).size).toBe(1);
    const { data } = readZip(new Uint8Array(await (await member.ask("GET", FILE)).arrayBuffer()));
    expect(data["points"]).toHaveLength(4000);
    // However large it is, no piece of it is.
    expect(Math.max(...parts.map(({ body }) => body.byteLength))).toBeLessThan(512 * 1024);
  });

  test("by two instances at once ends with one whole archive", async () => {
    const world = await appWithPeople();
    const { app, member } = world;
    await addEntries(world, 3000);
    await member.ask("POST", EXPORT_PATH);
    await Promise.all([makeNow(app), makeNow(app)]);
    const parts = await partsOf(world);
    expect(new Set(parts.map(({ run }) => run)).size).toBe(1);
    const { data } = readZip(new Uint8Array(await (await member.ask("GET", FILE)).arrayBuffer()));
    expect(data["points"]).toHaveLength(3000);
  });

  test("that fails is tried again later, and so many times", async () => {
    const { app, member, clock, store } = await appWithPeople();
    await member.ask("POST", EXPORT_PATH);
    const broken = {
      ...store.read,
      select: () => {
        throw new Error("broken");
      },
    } as unknown as typeof store.read;
    const failing = { ...app, deps: { ...app.deps, store: { ...store, read: broken } } };
    for (let attempt = 0; attempt < ARCHIVE_ATTEMPTS_MAX; attempt += 1) {
      await makeNow(failing);
      expect(await stateOf(member)).toMatchObject({ state: "waiting" });
      clock.advance(2 ** (attempt + 1) * MINUTE_MS);
    }
    await makeNow(failing);
    expect(await stateOf(member)).toMatchObject({ state: "failed" });
    await member.ask("POST", EXPORT_PATH);
    await makeNow(app);
    expect(await stateOf(member)).toMatchObject({ state: "ready" });
  });
});
