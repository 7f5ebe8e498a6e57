import { expect } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { systemClock } from "#server/core/clock.ts";
import type { Store } from "#server/store/store.ts";
import { png } from "#tests/support/attachments.ts";
import { long } from "#tests/support/long.ts";
import { TEST_ENGINE, testDatabase } from "#tests/support/store.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";
import { startSiteProcess } from "./site-process.ts";
import { inWorld, type World } from "./world.ts";

/** A machine may be busy: what hangs ends all the same. */
const LIMIT_MS = 600_000;

type Sent = { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> };

type Ready = { world: World; store: Store; first: number; second: number };

/** Asks as a member; null where the site died meanwhile. */
const ask = async ({ world }: Ready, who: 0 | 1, path: string, init: Sent) => {
  const headers = { ...world.members[who]?.headers, ...init.headers };
  try {
    return await fetch(`${world.url}${path}`, { ...init, method: "POST", headers });
  } catch {
    return null;
  }
};

const json = (body: unknown): Sent => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

type Act = {
  /** Does it; the second time is what a client does that got no answer. */
  act: (ready: Ready) => Promise<Response | null>;
  /** What there is of it. */
  found: (ready: Ready) => Promise<unknown>;
  done: (ready: Ready) => unknown;
  undone: (ready: Ready) => unknown;
  /** With which answer the second try may end, where the first was kept. */
  again: number;
  places: readonly (readonly [dieAt: string, isKept: boolean])[];
};

const readAll = async ({ store: { read, tables: t } }: Ready) => ({
  messages: await read.select().from(t.messages).orderBy(asc(t.messages.id)),
  reads: await read.select().from(t.notificationReads),
  tickets: await read.select().from(t.tickets).orderBy(asc(t.tickets.id)),
});

const ACTS: Readonly<Record<string, Act>> = {
  message: {
    act: (ready) =>
      ask(
        ready,
        0,
        "/api/message",
        json({
          messageGroupId: ready.first,
          content: "Is anybody there?",
          idempotencyKey: "one-key-of-this-message",
        }),
      ),
    found: async (ready) => {
      const { messages, reads } = await readAll(ready);
      return [messages.length, reads.length];
    },
    done: () => [2, 1],
    undone: () => [1, 0],
    again: 200,
    places: [
      ["table messages", false],
      ["table notificationReads", false],
      ["kept messages", true],
    ],
  },
  merge: {
    act: (ready) =>
      ask(ready, 1, "/api/trpc/ticketMerges.merge", json({ id: ready.first, into: ready.second })),
    found: async (ready) => {
      const { messages, tickets } = await readAll(ready);
      return [messages.map(({ ticketId }) => ticketId), tickets.map((one) => one.mergedInto)];
    },
    done: ({ second }) => [[second], [second, null]],
    undone: ({ first }) => [[first], [null, null]],
    again: 409,
    places: [
      ["table messages", false],
      ["table ticketPeople", false],
      ["kept tickets", true],
    ],
  },
  picture: {
    act: (ready) =>
      ask(ready, 0, `/api/tickets/${ready.first}/pictures`, {
        headers: { "content-type": "image/png", "idempotency-key": "one-key-of-this-picture" },
        body: png(600),
      }),
    /** Rows, and files of finished ones; what is half there is nobody's. */
    found: async ({ world, store: { read, tables: t } }) => {
      const rows = await read.select().from(t.attachments);
      const keys = rows.map(({ key }) => key);
      const files = [...new Bun.Glob("data/attachments/*.webp").scanSync(world.folder)];
      const strays = files.filter((file) => !keys.some((key) => file.includes(key)));
      return [rows.filter(({ state }) => state === "ready").length, strays.length];
    },
    done: () => [1, 0],
    undone: () => [0, 0],
    again: 201,
    places: [
      ["table attachments", false],
      ["kept attachments", false],
    ],
  },
};

long.each(Object.entries(ACTS))(
  "[MSG-04, AID-06, ATTACH-12] a site that is killed during a %s has all of it or nothing, and it is done once when it is asked for again",
  async (_, { act, found, done, undone, again, places }) => {
    for (const [dieAt, isKept] of places) {
      const { databaseUrl } = await testDatabase();
      await inWorld({ members: 2, databaseUrl }, async (world) => {
        const store = await world.open();
        try {
          expect(store.engine).toBe(TEST_ENGINE);
          const [player, helper] = world.members.map(({ userId }) => userId);
          if (player === undefined || helper === undefined) throw new Error("Nobody is there.");
          const given = { store, clock: systemClock };
          for (const id of [player, helper]) await linkDiscord(given, id);
          const { users, messages } = store.tables;
          await store.write((tx) =>
            tx.update(users).set({ role: "Admin" }).where(eq(users.id, helper)),
          );
          const first = await addTicket(given, { people: [player, helper] });
          const second = await addTicket(given, { people: [player] });
          await store.write((tx) =>
            tx.insert(messages).values({
              ticketId: first,
              authorId: player,
              content: "Before",
              imgUrls: [],
              createdAt: new Date(),
            }),
          );
          const ready = { world, store, first, second };
          const mortal = startSiteProcess(world, dieAt);
          expect(await mortal.isListening).toBe(true);
          expect([dieAt, await act(ready)]).toEqual([dieAt, null]);
          expect((await mortal.died)?.place).toBe(dieAt.split(" ")[0] ?? "");
          expect([dieAt, await found(ready)]).toEqual([
            dieAt,
            isKept ? done(ready) : undone(ready),
          ]);
          const next = startSiteProcess(world, null);
          expect(await next.isListening).toBe(true);
          const answer = await act(ready);
          expect([dieAt, isKept ? answer?.status : answer?.ok]).toEqual([
            dieAt,
            isKept ? again : true,
          ]);
          expect([dieAt, await found(ready)]).toEqual([dieAt, done(ready)]);
          await next.stop();
        } finally {
          await store.close();
        }
      });
    }
  },
  LIMIT_MS,
);
