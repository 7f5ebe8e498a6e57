import { describe, expect, test } from "bun:test";
import { STRIKE_SORTS } from "#shared/constants/addresses.ts";
import { CALENDAR_SORTS, NEWS_SORTS, type Sort } from "#shared/constants/lists.ts";
import type { OrderState } from "#shared/constants/shop.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { addUser } from "#tests/support/accounts.ts";
import { appWithPeople, refusalOf } from "#tests/support/people.ts";
import { addLink } from "#tests/support/platform-links.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

type Value = string | number | null;
type Asked<Name extends string> = { sort?: Sort<Name>; cursor?: string | null; limit?: number };
type List<Item, Name extends string> = (asked: Asked<Name>) => Promise<Page<Item>>;

/** All pages of a list, three rows each. @param meanwhile after the first. */
const pagesOf = async <Item, Name extends string>(
  list: List<Item, Name>,
  sort: Sort<Name> | undefined,
  meanwhile?: () => Promise<unknown>,
): Promise<Item[]> => {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await list({ ...(sort !== undefined && { sort }), cursor, limit: 3 });
    expect(page.items.length).toBeGreaterThan(0);
    all.push(...page.items);
    if (cursor === null) await meanwhile?.();
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
};

/** Rows without a value come last either way. */
const compare = (one: Value, other: Value, isAscending: boolean): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other === isAscending ? -1 : 1;
};

/**
 * Pages through a list both ways: it is in order, has everything once, and equal values go by the key.
 * @param valueOf what it is sorted by; `keyOf` what tells rows apart.
 */
const seeSorted = async <Item, Name extends string>(
  list: List<Item, Name>,
  name: Name,
  { valueOf, keyOf }: { valueOf: (item: Item) => Value; keyOf: (item: Item) => Value },
) => {
  const everything = await list({ limit: 200 });
  for (const sort of [name, `-${name}`] as const) {
    const isAscending = sort === name;
    const paged = await pagesOf(list, sort);
    const sorted = everything.items.toSorted(
      (a, b) =>
        compare(valueOf(a), valueOf(b), isAscending) || compare(keyOf(a), keyOf(b), isAscending),
    );
    expect(paged.map(keyOf)).toEqual(sorted.map(keyOf));
  }
};

const plain = (name: string) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
const idOf = ({ id }: { id: string }) => id;
const numberOf = ({ id }: { id: number }) => id;

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, clock, admin, member } = world;
  const { administration, orders, bridge } = admin;
  const lists = {
    users: (asked: Asked<"name" | "joined" | "points">) => administration.users.query(asked),
    audit: (asked: Asked<"time">) =>
      administration.audit.query({ ...asked, action: "points.edited" }),
    orders: (asked: Asked<"number" | "total" | "state" | "paid">) => orders.all.query(asked),
    events: (asked: Asked<"received" | "state" | "order">) => orders.events.query(asked),
    keys: (asked: Asked<"created">) => bridge.keys.query(asked),
  };
  const edit = (userId: string, oldPoints: number, points: number) =>
    admin.ask("PUT", "/api/userprofile/edit-points", { userProfileId: userId, oldPoints, points });
  const addOrder = async (totalCents: number | null, state: OrderState = "open") => {
    await store.write(async (tx) => {
      const order = { userId: member.id, state, items: [], currency: "USD" } as const;
      const paidAt = totalCents === null ? null : clock.now();
      const about = { hasPromo: false, createdAt: clock.now(), totalCents, paidAt };
      await tx.insert(store.tables.orders).values({ ...order, ...about });
    });
  };
  /** Rows of every list, of which several have the same value and some none. */
  const fill = async () => {
    for (const [index, firstName] of ["Zoe", "ada", "Édith", "Bob", "bob", "Ada"].entries()) {
      if (index % 3 === 0) clock.advance(1000);
      const id = await addUser(store, clock, { firstName, lastName: "Hopper" });
      if (index % 2 === 0) await edit(id, 0, 100 * (index % 4));
      if (index === 3) await addLink(app.deps, id, "discord", { name: "aaron#12" });
    }
    for (const [index, total] of [499, null, 998, 499, null, 499, 0, null, null].entries()) {
      if (index % 2 === 0) clock.advance(1000);
      await addOrder(total);
    }
    for (const state of ["paid", "disputed", "paid", "abandoned"] as const)
      await addOrder(null, state);
    await store.write(async (tx) => {
      const { audit, shopEvents, bridgeKeys } = store.tables;
      for (let index = 0; index < 7; index += 1) {
        const at = new Date(clock.now().getTime() + Math.floor(index / 3));
        await tx.insert(audit).values({ at, action: "points.edited", actorId: admin.id });
        const state = index % 2 === 0 ? "done" : "waiting";
        const orderId = index % 3 === 0 ? null : index % 3;
        const event = { type: "payment.completed", body: {}, state, orderId, attempts: 1 } as const;
        const times = { at, receivedAt: at, nextAttemptAt: at };
        await tx.insert(shopEvents).values({ ...event, ...times, eventId: `e${index}` });
        const key = { name: "Island", scopes: [], games: [], createdBy: admin.id, createdAt: at };
        await tx.insert(bridgeKeys).values({ ...key, id: `k${index}`, hash: `h${index}` });
      }
    });
  };
  return { ...world, lists, fill, addOrder, edit };
};

/** The steps over a table; it is never sorted. */
const stepsOf = async (table: string, work: () => Promise<unknown>) => {
  const steps = await plansOf(work);
  const ofTable = new RegExp(String.raw`^(?:SEARCH|SCAN) ${table}(?: |$)`);
  // What belongs to the rows of a page may be sorted; the list itself is not.
  const isSorted = (step: string, index: number) =>
    ofTable.test(step) && steps[index + 1]?.includes("TEMP B-TREE");
  expect(steps.filter(isSorted)).toEqual([]);
  return steps.filter((step) => ofTable.test(step)).join("\n");
};

describe("[ADMIN-13] lists of the administration are sorted by their columns", () => {
  test("members by the name that is shown and by when they joined, Admins among them", async () => {
    const { lists, fill } = await setUp();
    await fill();
    const shown = ({ profile, zlgMember }: Awaited<ReturnType<typeof lists.users>>["items"][0]) =>
      zlgMember.discordName === null ? `${profile.firstName} ${profile.lastName}` : "Aaron";
    await seeSorted(lists.users, "name", { valueOf: (user) => plain(shown(user)), keyOf: idOf });
    await seeSorted(lists.users, "joined", { valueOf: ({ createdAt }) => createdAt, keyOf: idOf });
    const { items } = await lists.users({ sort: "name" });
    expect([...new Set(items.map(shown).map(plain))]).toEqual([
      "aaron",
      "ada hopper",
      "ada lynx",
      "bob hopper",
      "edith hopper",
      "root lynx",
      "stray cat",
      "zoe hopper",
    ]);
  });

  test("members by their points, as the ledger has them by now, Admins among them", async () => {
    const { lists, fill, edit, admin, member } = await setUp();
    await fill();
    const pointsOf = ({ zlgMember }: Awaited<ReturnType<typeof lists.users>>["items"][0]) =>
      zlgMember.points;
    await seeSorted(lists.users, "points", { valueOf: pointsOf, keyOf: idOf });
    const all = await lists.users({ sort: "points" });
    expect(new Set(all.items.map(pointsOf))).toEqual(new Set([0, 200]));
    await edit(member.id, 0, 150);
    expect((await lists.users({ sort: "-points" })).items.map(pointsOf).slice(0, 3)).toEqual([
      200, 150, 0,
    ]);
    await edit(member.id, 150, 250);
    const { items, nextCursor } = await lists.users({ sort: "-points", limit: 1 });
    expect(items.map(idOf)).toEqual([member.id]);
    expect((await refusalOf(lists.users({ sort: "joined", cursor: nextCursor })))[0]).toBe(400);
    // Whoever is not listed stays away, in this order too.
    const admins = await admin.administration.users.query({ sort: "points", role: "Admin" });
    expect(admins.items.map(idOf)).toEqual([admin.id]);
  });

  test("orders by number, state, total and payment, those that were not paid last", async () => {
    const { lists, fill, admin } = await setUp();
    await fill();
    await seeSorted(lists.orders, "number", { valueOf: numberOf, keyOf: numberOf });
    await seeSorted(lists.orders, "state", { valueOf: ({ state }) => state, keyOf: numberOf });
    await seeSorted(lists.orders, "total", { valueOf: ({ total }) => total, keyOf: numberOf });
    await seeSorted(lists.orders, "paid", { valueOf: ({ paidAt }) => paidAt, keyOf: numberOf });
    const open = await admin.orders.all.query({ sort: "-total", state: "open", limit: 4 });
    expect(open.items.map(({ total }) => total)).toEqual([9.98, 4.99, 4.99, 4.99]);
  });

  test("events, the audit and keys by their times, events by state and order as well", async () => {
    const { lists, fill } = await setUp();
    await fill();
    await seeSorted(lists.events, "received", { valueOf: numberOf, keyOf: numberOf });
    await seeSorted(lists.events, "state", { valueOf: ({ state }) => state, keyOf: numberOf });
    await seeSorted(lists.events, "order", { valueOf: ({ orderId }) => orderId, keyOf: numberOf });
    await seeSorted(lists.audit, "time", { valueOf: numberOf, keyOf: numberOf });
    await seeSorted(lists.keys, "created", { valueOf: ({ createdAt }) => createdAt, keyOf: idOf });
  });

  test("rows that come in while somebody pages shift nothing", async () => {
    const { lists, fill, addOrder, store, clock } = await setUp();
    await fill();
    const orders = await pagesOf(lists.orders, "-total");
    const again = await pagesOf(lists.orders, "-total", async () => {
      await addOrder(5000);
      await addOrder(499);
    });
    // The greatest comes before the cursor; of equal ones the newest, which was passed as well.
    const ids = again.map(numberOf).filter((id) => orders.some((order) => order.id === id));
    expect(ids).toEqual(orders.map(numberOf));
    const users = await pagesOf(lists.users, "name");
    const users2 = await pagesOf(lists.users, "name", () =>
      addUser(store, clock, { firstName: "Aaaa", lastName: "Aaaa" }),
    );
    expect(users2.map(idOf)).toEqual(users.map(idOf));
  });

  test("the name follows the profile and the Discord account", async () => {
    const { app, store, clock, lists, member } = await setUp();
    const first = async () => (await lists.users({ sort: "name", limit: 1 })).items[0]?.id;
    const id = await addUser(store, clock, { firstName: "Aaron", lastName: "A" });
    expect(await first()).toBe(id);
    await addLink(app.deps, id, "discord", { name: "zed" });
    expect(await first()).toBe(member.id);
    await member.ask("PUT", "/api/Auth/update-account", { firstName: "Zzz", lastName: "Zzz" });
    expect((await lists.users({ sort: "-name", limit: 1 })).items[0]?.id).toBe(member.id);
  });

  test("a cursor of another order is 400, and REST knows none but its own", async () => {
    const { lists, fill, admin } = await setUp();
    await fill();
    const { nextCursor: cursor } = await lists.users({ sort: "joined", limit: 3 });
    expect(cursor).toBeString();
    for (const sort of ["-joined", "name", undefined] as const)
      expect((await refusalOf(lists.users({ ...(sort && { sort }), cursor })))[0]).toBe(400);
    const { nextCursor: own } = await lists.orders({ limit: 3 });
    expect((await refusalOf(lists.orders({ sort: "-number", cursor: own })))[0]).toBe(400);
    const asked = async (query: string) =>
      (await (await admin.ask("GET", `/api/auth/all-user-data${query}`)).json()) as unknown;
    expect(await asked("?sort=name")).toEqual(await asked(""));
  });

  test.if(TEST_ENGINE === "sqlite")("each order comes from an index", async () => {
    const { lists, fill, admin } = await setUp();
    await fill();
    for (const [table, index, ask] of [
      ["users", "users_name ((name_key,id)", (at) => pagesOf(lists.users, at ? "name" : "-name")],
      [
        "users",
        "users_joined ((created_at,id)",
        (at) => pagesOf(lists.users, at ? "joined" : "-joined"),
      ],
      [
        "point_balances",
        "point_balances_balance ((balance,user_id)",
        (at) => pagesOf(lists.users, at ? "points" : "-points"),
      ],
      ["orders", "orders_state (", (at) => pagesOf(lists.orders, at ? "state" : "-state")],
      [
        "shop_events",
        "shop_events_state (",
        (at) => pagesOf(lists.events, at ? "state" : "-state"),
      ],
      [
        "shop_events",
        "shop_events_order (",
        (at) => pagesOf(lists.events, at ? "order" : "-order"),
      ],
      [
        "orders",
        "orders_total (total_cents",
        (at) => pagesOf(lists.orders, at ? "total" : "-total"),
      ],
      [
        "bridge_keys",
        "bridge_keys_created ((created_at,id)",
        (at) => pagesOf(lists.keys, at ? "created" : "-created"),
      ],
      ["orders", "PRIMARY KEY", (at) => pagesOf(lists.orders, at ? "number" : "-number")],
      ["shop_events", "PRIMARY KEY", (at) => pagesOf(lists.events, at ? "received" : "-received")],
      ["audit", "audit_action (action", (at) => pagesOf(lists.audit, at ? "time" : "-time")],
    ] as [string, string, (isAscending: boolean) => Promise<unknown>][])
      for (const isAscending of [true, false])
        expect(await stepsOf(table, () => ask(isAscending))).toContain(index);
    await stepsOf("orders", () => admin.orders.all.query({ sort: "total", state: "open" }));
    await stepsOf("users", () => admin.administration.users.query({ sort: "name", role: "User" }));
    for (const narrowed of [{}, { state: "active" }] as const)
      await stepsOf("point_balances", () =>
        admin.administration.users.query({ sort: "-points", ...narrowed }),
      );
    await stepsOf("shop_events", () => admin.orders.events.query({ sort: "order", state: "done" }));
    for (const sort of CALENDAR_SORTS)
      await stepsOf("calendar_entries", () => admin.calendar.entries.query({ sort }));
    for (const sort of NEWS_SORTS) await stepsOf("news", () => admin.news.written.query({ sort }));
    for (const sort of STRIKE_SORTS)
      await stepsOf("strikes", () => admin.strikes.list.query({ sort }));
  });
});
