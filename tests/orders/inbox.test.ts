import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { receiveEvent, processInbox } from "#server/modules/orders/index.ts";
import type { Store } from "#server/store/store.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite, watched } from "#tests/support/context.ts";
import {
  event,
  LIMITED,
  paymentOf,
  type ShopWithPeople,
  shopWithPeople,
  signed,
  subscriptionOf,
  WORTH,
} from "#tests/support/orders.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { DIAMOND, MORE_POINTS, OLD, POINTS, SHOP_ENV } from "#tests/support/shop.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { openForTest, testDatabase, testStore } from "#tests/support/store.ts";

const never = () => new AbortController().signal;

/** A store whose transactions fail at a statement, as a process that is killed there would. */
const fragileStore = async () => {
  const store = await testStore();
  let left = Infinity;
  const fragile = watched(store, () => {
    left -= 1;
    if (left < 0) throw new Error("The power is gone.");
  });
  return {
    store: fragile,
    /** From now on it fails after so many statements. */
    breakAfter: (statements: number) => {
      left = statements;
    },
  };
};

/** What an interrupted attempt must not leave behind. */
const traces = async ({ all, balance }: ShopWithPeople) => [
  await balance(),
  await all.payments(),
  await all.lines(),
  await all.entries(),
  await all.memberships(),
  await all.deliveries(),
  await all.mails(),
  await all.notifications(),
];
const NOTHING = [0, [], [], [], [], [], [], []];

describe("an order of five lines that is interrupted", () => {
  test("at any statement leaves nothing, and is credited once in the end", async () => {
    const { store, breakAfter } = await fragileStore();
    const fixture = await shopWithPeople({ overrides: { store } });
    const { app, clock, order, balance, all, work } = fixture;
    const { paymentEvent } = await order({
      [POINTS]: 2,
      [MORE_POINTS]: 1,
      [OLD]: 1,
      [LIMITED]: 1,
      [DIAMOND]: 1,
    });
    const body = JSON.stringify(paymentEvent("completed"));
    const isDone = async () => (await all.events())[0]?.state === "done";
    // Kept first: whatever happens then, the event is there.
    breakAfter(1);
    const gone = receiveEvent(asSite(app.deps), new TextEncoder().encode(body), signed(body));
    expect((await rejectionOf(gone)).message).toBe("The power is gone.");
    expect(await all.events()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    let statements = 1;
    for (; !(await isDone()); statements += 1) {
      expect([statements, ...(await traces(fixture))]).toEqual([statements, ...NOTHING]);
      clock.advance(70 * MINUTE_MS);
      // The attempt's own transaction, and none after it.
      breakAfter(statements);
      await work().catch(() => {});
      breakAfter(Infinity);
    }
    expect(statements).toBeGreaterThan(25);
    const sum = 2 * WORTH.points + WORTH.morePoints + 300 + 1000 + WORTH.diamond;
    expect([await balance(), (await all.entries()).length]).toEqual([sum, 5]);
    expect([(await all.mails()).length, (await all.deliveries()).length]).toEqual([1, 2]);
    await work();
    expect(await balance()).toBe(sum);
  });
});

describe("an event that could not be worked on", () => {
  test("is taken all the same, waits longer each time, and is never given up for a fault of ours", async () => {
    const { store, breakAfter } = await fragileStore();
    const { app, ada, admin, clock, order, send, balance, all, work } = await shopWithPeople({
      overrides: { store },
    });
    const { paymentEvent } = await order();
    const failing: Store = {
      ...store,
      write: (write) =>
        store.write(async (tx) => {
          const done = await write(tx);
          const [row] = await tx.select().from(store.tables.paymentLines);
          if (row !== undefined) throw new Error("The disk is full.");
          return done;
        }),
    };
    const broken = { ...app.deps, store: failing };
    const body = JSON.stringify(paymentEvent("completed"));
    expect(
      await receiveEvent(asSite(broken), new TextEncoder().encode(body), signed(body)),
    ).toEqual({});
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      const [row] = await all.events();
      expect(row).toMatchObject({
        state: "waiting",
        attempts: attempt,
        error: "Something failed on our side; see the log.",
      });
      waits.push((row?.nextAttemptAt.getTime() ?? 0) - clock.now().getTime());
      // Before its time nothing is tried.
      await processInbox(asSite(broken), never());
      expect((await all.events())[0]?.attempts).toBe(attempt);
      clock.set(row?.nextAttemptAt ?? clock.now());
      await processInbox(asSite(broken), never());
    }
    expect(waits.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000]);
    expect(Math.max(...waits)).toBe(60 * MINUTE_MS);
    expect(await balance()).toBe(0);
    const root = await person(app, admin.id);
    expect(await root.orders.trouble.query()).toEqual({ flags: 0, waiting: 1 });
    expect(app.lines.filter(({ event: name }) => name === "shop.event_failed")).not.toEqual([]);
    breakAfter(Infinity);
    clock.advance(61 * MINUTE_MS);
    await work();
    expect([await balance(ada.id), (await all.events())[0]]).toMatchObject([
      WORTH.points,
      { state: "done", error: null },
    ]);
    expect(await root.orders.trouble.query()).toEqual({ flags: 0, waiting: 0 });
    expect(await send(paymentEvent("completed"))).toBe(200);
    expect(await balance()).toBe(WORTH.points);
  });

  test("since it is not what its type promises, is left to the Admins at once", async () => {
    const { app, admin, clock, order, send, balance, all } = await shopWithPeople();
    const { payment } = await order();
    for (const subject of [
      { ...payment, products: "all of them" },
      { ...payment, products: [{ id: POINTS, quantity: -3 }] },
      { ...payment, products: [{ id: POINTS, quantity: 1.5 }] },
      { ...payment, transaction_id: "" },
      { ...payment, created_at: "soon" },
      "nothing",
      null,
      [],
    ])
      expect(await send(event("payment.completed", clock.now(), subject))).toBe(200);
    const events = await all.events();
    expect(events).toHaveLength(8);
    for (const one of events)
      expect(one).toMatchObject({ state: "flagged", error: expect.stringContaining("promises") });
    expect([await balance(), (await all.flags()).length]).toEqual([0, 8]);
    expect((await all.flags())[0]).toMatchObject({ kind: "buyer", eventId: events[0]?.id });
    const [first] = events;
    expect(await refusalOf(admin.orders.replay.mutate({ id: first?.id ?? 0 }))).toEqual([
      409,
      "The event could not be processed again.",
    ]);
    expect(app.lines.some(({ event: name }) => name === "shop.event_failed")).toBe(true);
  });

  test("since nothing is known of what it is about, waits for it, and is flagged in the end", async () => {
    const { clock, send, all, work } = await shopWithPeople();
    await send(event("recurring-payment.ended", clock.now(), subscriptionOf("sub-unknown")));
    expect(await all.events()).toMatchObject([
      { state: "waiting", error: "Nothing is known yet of what this event is about." },
    ]);
    expect(await all.flags()).toEqual([]);
    for (let attempt = 1; attempt < 12; attempt += 1) {
      clock.advance(61 * MINUTE_MS);
      await work();
    }
    expect(await all.events()).toMatchObject([{ state: "flagged", attempts: 12 }]);
    expect(await all.flags()).toMatchObject([{ kind: "buyer" }]);
  });
});

test("two instances that work on the inbox at once do everything once", async () => {
  const options = await testDatabase();
  const [east, west] = [await openForTest(options), await openForTest(options)];
  const fixture = await shopWithPeople({ overrides: { store: east } });
  const { app, clock, order, balance, all } = fixture;
  const { shopEvents } = east.tables;
  const now = clock.now();
  const orders: Awaited<ReturnType<typeof order>>[] = [];
  for (let n = 0; n < 12; n += 1) orders.push(await order({ [POINTS]: 1, [LIMITED]: 1 }));
  await east.write(async (tx) => {
    // Two events of each payment, as Tebex sends them.
    for (const { paymentEvent } of orders)
      for (const sent of [paymentEvent("completed"), paymentEvent("completed")])
        await tx.insert(shopEvents).values({
          eventId: sent.id,
          type: sent.type,
          body: sent,
          state: "waiting",
          at: now,
          receivedAt: now,
          attempts: 0,
          nextAttemptAt: now,
        });
  });
  const work = (store: Store) => processInbox(asSite({ ...app.deps, store }), never());
  await Promise.all([work(east), work(west), work(east), work(west)]);
  // Who was in another's way too often tries again.
  clock.advance(MINUTE_MS);
  await work(west);
  expect(await balance()).toBe(12 * (WORTH.points + 1000));
  expect([(await all.entries()).length, (await all.deliveries()).length]).toEqual([24, 24]);
  expect([(await all.mails()).length, (await all.payments()).length]).toEqual([12, 12]);
  expect(new Set((await all.events()).map(({ state }) => state))).toEqual(new Set(["done"]));
});

test("one payment that is told by two events at once, at two instances, is credited once", async () => {
  const options = await testDatabase();
  const [east, west] = [await openForTest(options), await openForTest(options)];
  const fixture = await shopWithPeople({ overrides: { store: east } });
  const { app, clock, order, balance, all } = fixture;
  const { payment, paymentEvent } = await order({ [DIAMOND]: 1 }, { reference: "sub-1" });
  const started = event(
    "recurring-payment.started",
    clock.now(),
    subscriptionOf("sub-1", { initial: payment }),
  );
  await Promise.all(
    [paymentEvent("completed"), started, paymentEvent("completed"), started].map((sent, index) => {
      const body = JSON.stringify(sent);
      const store = index % 2 === 0 ? east : west;
      return receiveEvent(
        asSite({ ...app.deps, store }),
        new TextEncoder().encode(body),
        signed(body),
      );
    }),
  );
  clock.advance(MINUTE_MS);
  await fixture.work();
  expect([await balance(), (await all.payments()).length]).toEqual([WORTH.diamond, 1]);
  expect(await all.memberships()).toMatchObject([{ endsAt: new Date("2026-04-01T12:00:00.000Z") }]);
  expect([(await all.mails()).length, (await all.events()).length]).toEqual([1, 3]);
});

describe("what Admins do about events", () => {
  test("a replay does nothing twice, is written down, and is theirs alone", async () => {
    const { ada, admin, order, send, balance, all } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 1, [LIMITED]: 1, [DIAMOND]: 1 });
    await send(paymentEvent("completed"));
    const before = [await balance(), await all.deliveries(), await all.memberships()];
    const [kept] = await all.events();
    const id = kept?.id ?? 0;
    expect(await admin.orders.replay.mutate({ id })).toBe("The event was processed again.");
    expect([await balance(), await all.deliveries(), await all.memberships()]).toEqual(before);
    expect([(await all.mails()).length, (await all.notifications()).length]).toEqual([1, 1]);
    expect(await all.audit()).toMatchObject([
      { action: "shop.event_replayed", actorId: admin.id, after: { eventId: id } },
    ]);
    expect(await refusalOf(ada.orders.replay.mutate({ id }))).toEqual([403, expect.any(String)]);
    expect(await refusalOf(admin.orders.replay.mutate({ id: 999 }))).toEqual([
      404,
      "There is no such event.",
    ]);
  });

  test("of an event whose order came to light later", async () => {
    const { app, ada, admin, clock, order, send, balance, all } = await shopWithPeople();
    const sent = paymentOf({
      transaction: "tbx-early",
      bought: { [POINTS]: 1 },
      custom: { userId: ada.id, orderId: 1 },
      paidAt: clock.now(),
    });
    await send(event("payment.completed", app.clock.now(), sent));
    expect(await all.events()).toMatchObject([{ state: "flagged" }]);
    const { orderId } = await order();
    expect(orderId).toBe(1);
    await admin.orders.replay.mutate({ id: (await all.events())[0]?.id ?? 0 });
    expect([await balance(), (await all.events())[0]?.state]).toEqual([WORTH.points, "done"]);
    // Nobody has to look at what has settled itself.
    expect((await all.flags()).map(({ isResolved }) => isResolved)).toEqual([true]);
  });

  test("whoever was demoted since their request came does nothing more", async () => {
    const { app, admin, baskets, store, order, send, all } = await shopWithPeople();
    const { paymentEvent, orderId } = await order({ [POINTS]: 1 }, { asked: { [POINTS]: 2 } });
    await send(paymentEvent("completed"));
    const [kept] = await all.events();
    const [flag] = await all.flags();
    const open = await order();
    const [, row] = await all.orders();
    baskets.set(row?.ident ?? "", {
      ident: row?.ident ?? "",
      isComplete: true,
      total: 4.99,
      currency: "USD",
      packages: [{ id: POINTS, name: "500 Points", quantity: 1, price: 4.99 }],
      custom: open.custom,
    });
    const { users } = store.tables;
    /** Each write finds that the Admin was demoted a moment before. */
    const meanwhile: Store = {
      ...store,
      write: (work) =>
        store.write(async (tx) => {
          await tx.update(users).set({ role: "User" }).where(eq(users.id, admin.id));
          return work(tx);
        }),
    };
    const late = await testApp({
      env: SHOP_ENV,
      overrides: { store: meanwhile, clock: app.clock, shop: app.deps.shop },
    });
    const { headers } = await signedIn(app, admin.id);
    const call = (path: string, input: unknown) =>
      late.request(`/api/trpc/${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
    for (const [path, input] of [
      ["orders.replay", { id: kept?.id }],
      ["orders.resolveFlag", { id: flag?.id }],
      ["orders.confirm", { orderId: open.orderId }],
    ] as const)
      expect([path, (await call(path, input)).status]).toEqual([path, 403]);
    expect([await all.audit(), (await all.flags())[0]?.isResolved]).toEqual([[], false]);
    expect((await all.orders()).map(({ creditedAt }) => creditedAt === null)).toEqual([
      false,
      true,
    ]);
    expect(orderId).not.toBe(open.orderId);
  });

  test("a flag is settled once, by whom and when is kept", async () => {
    const { ada, admin, clock, order, send, all } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 1 }, { asked: { [POINTS]: 2 } });
    await send(paymentEvent("completed"));
    expect(await admin.orders.trouble.query()).toEqual({ flags: 1, waiting: 0 });
    const [flag] = await all.flags();
    const id = flag?.id ?? 0;
    const at = clock.now();
    expect(await admin.orders.resolveFlag.mutate({ id })).toBe("Marked as settled.");
    clock.advance(MINUTE_MS);
    await admin.orders.resolveFlag.mutate({ id });
    expect(await all.flags()).toMatchObject([
      { isResolved: true, resolvedAt: at, resolvedBy: admin.id },
    ]);
    expect(await all.audit()).toHaveLength(1);
    expect(await admin.orders.trouble.query()).toEqual({ flags: 0, waiting: 0 });
    expect(await refusalOf(admin.orders.resolveFlag.mutate({ id: 999 }))).toEqual([
      404,
      "There is no such entry.",
    ]);
    expect((await refusalOf(ada.orders.resolveFlag.mutate({ id })))[0]).toBe(403);
    // The same difference, told again, is not brought up again.
    await send(paymentEvent("completed"));
    expect(await admin.orders.trouble.query()).toEqual({ flags: 0, waiting: 0 });
  });
});
