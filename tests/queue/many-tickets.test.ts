import { describe, expect, test } from "bun:test";
import { COUNT_MAX, PAGE_SIZE } from "#shared/constants/lists.ts";
import { PRIORITY_RANKS } from "#shared/constants/queue.ts";
import type { QueueInput } from "#shared/schemas/desk.ts";
import { appWithPeople, person, TICKET } from "#tests/support/people.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";
import { addTicket } from "#tests/support/tickets.ts";

const HELPER = { team: { roles: ["Helper"], permissions: ["tickets"] as const } };
/** More than are gone through at once. */
const CLOSED = 2100;
const AT_ONCE = 300;
const { subject, category, game, server, description } = TICKET;

/**
 * Closed tickets, all of which have the word "granite", and every other one "even", from the first on. The three
 * oldest are urgent.
 */
const setUp = async () => {
  const { app, member, clock } = await appWithPeople();
  const helper = await person(app, HELPER);
  const now = clock.now();
  const numbers = Array.from({ length: CLOSED }, (_, index) => index);
  const ids = await app.deps.store.write(async (tx) => {
    const { tickets, ticketSearchTerms } = tx.tables;
    const made: number[] = [];
    for (let start = 0; start < CLOSED; start += AT_ONCE) {
      const rows = await tx
        .insert(tickets)
        .values(
          numbers.slice(start, start + AT_ONCE).map((index) => ({
            subject,
            category,
            game,
            server,
            description,
            status: "closed" as const,
            createdBy: member.id,
            createdAt: now,
            updatedAt: now,
            priority: index < 3 ? PRIORITY_RANKS.urgent : PRIORITY_RANKS.normal,
            lastMessageId: 0,
          })),
        )
        .returning({ id: tickets.id });
      made.push(...rows.map(({ id }) => id));
      const even = rows.filter((_, index) => index % 2 === 0);
      await tx
        .insert(ticketSearchTerms)
        .values([
          ...rows.map(({ id: ticketId }) => ({ term: "granite", ticketId })),
          ...even.map(({ id: ticketId }) => ({ term: "even", ticketId })),
        ]);
    }
    return made;
  });
  const idsOf = async (asked: QueueInput) =>
    (await helper.queue.list.query(asked)).items.map(({ id }) => id);
  const allOf = async (asked: QueueInput) => {
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof helper.queue.list.query>> =
        await helper.queue.list.query({ ...asked, cursor, limit: 200 });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  return { app, helper, member, idsOf, allOf, newestFirst: ids.toReversed(), oldestFirst: ids };
};

/** What SQLite does to read tickets, and whether it sorts them. */
const stepsOf = (plans: readonly string[]) =>
  plans.flatMap((step, index) =>
    /^(?:SEARCH|SCAN) tickets /.test(step)
      ? [plans[index + 1]?.includes("TEMP B-TREE") === true ? `${step}, SORTED` : step]
      : [],
  );

describe("[QUEUE-02] among thousands of tickets", () => {
  test("a word finds each ticket once in every order, and few that pass behind many that do not", async () => {
    const { app, member, idsOf, allOf, newestFirst, oldestFirst } = await setUp();
    const search = "granite";
    expect(await allOf({ tab: "closed", search })).toEqual(newestFirst);
    const even = newestFirst.filter((_, index) => index % 2 === 1);
    expect(await allOf({ tab: "closed", search: "gran even" })).toEqual(even);
    const urgentIds = oldestFirst.slice(0, 3);
    const byPriority = await allOf({ tab: "closed", sort: "priority", search });
    expect(byPriority).toEqual(oldestFirst);

    const urgent = { tab: "closed", priority: "urgent" } as const;
    expect(await idsOf(urgent)).toEqual(urgentIds.toReversed());
    expect(await idsOf({ ...urgent, sort: "waiting" })).toEqual(urgentIds);
    expect(await idsOf({ ...urgent, search })).toEqual(urgentIds.toReversed());

    // Where all that have the word are closed but one.
    expect(await idsOf({ tab: "reply", search })).toEqual([]);
    const open = await addTicket(app.deps, { people: [member.id] });
    await app.deps.store.write(async (tx) => {
      await tx.insert(tx.tables.ticketSearchTerms).values({ term: "granites", ticketId: open });
    });
    for (const tab of ["reply", "unassigned", "all"] as const)
      expect([tab, await idsOf({ tab, search })]).toEqual([tab, [open]]);
    expect(await idsOf({ tab: "mine", search })).toEqual([]);
  });

  test("no tab is counted any further than its badge shows", async () => {
    const { app, member, helper } = await setUp();
    await addTicket(app.deps, { people: [member.id] });
    const open = { reply: 1, unassigned: 1, mine: 0, all: 1 };
    expect(await helper.queue.counts.query()).toEqual({ ...open, closed: COUNT_MAX });
  });

  test.skipIf(TEST_ENGINE !== "sqlite")(
    "a common word beside a rare one is not counted, whichever comes first",
    async () => {
      const { app, idsOf, oldestFirst } = await setUp();
      const [oldest = 0] = oldestFirst;
      await app.deps.store.write(async (tx) => {
        await tx.insert(tx.tables.ticketSearchTerms).values({ term: "opal", ticketId: oldest });
      });
      const countsIn = async (search: string, found: number) => {
        const plans = await plansOf(async () => {
          expect(await idsOf({ tab: "closed", search })).toHaveLength(found);
        });
        return plans.filter((step) => step === "SCAN named").length;
      };
      expect(await countsIn("granite opal", 1)).toBe(0);
      expect(await countsIn("opal granite", 1)).toBe(0);
      expect(await countsIn("granite", PAGE_SIZE)).toBeGreaterThan(0);
    },
  );

  test.skipIf(TEST_ENGINE !== "sqlite")(
    "no search reads a whole table or sorts a tab",
    async () => {
      const { app, member, helper, idsOf } = await setUp();
      const id = await addTicket(app.deps, { people: [member.id], status: "closed" });
      const label = await helper.queue.makeLabel.mutate({ name: "Refund", colour: "grey" });
      await helper.queue.change.mutate({ steps: [{ ids: [id], addLabels: [label.id] }] });
      const plans = await plansOf(async () => {
        for (const search of ["granite", String(id), "refund", "refund ada"])
          expect(await idsOf({ tab: "closed", search })).not.toEqual([]);
        for (const sort of ["waiting", "priority"] as const)
          await idsOf({ tab: "closed", sort, search: "granite" });
      });
      const scanned = new Set(plans.flatMap((step) => /^SCAN (\w+)/.exec(step)?.[1] ?? []));
      // There are fifty labels at most; the others are what a statement has made itself.
      expect(scanned.difference(new Set(["session", "labels", "named", "found"]))).toEqual(
        new Set(),
      );
      expect(scanned).toContain("labels");
      const ofTab = stepsOf(plans).filter((step) => step.includes("status=?"));
      const tabs = ["status", "waiting", "priority"].map(
        (index) => `COVERING INDEX tickets_${index}`,
      );
      for (const index of tabs) expect(ofTab.join("\n")).toContain(`${index} `);
      for (const step of ofTab) {
        expect(tabs.some((index) => step.includes(index))).toBeTrue();
        expect(step).not.toContain("SORTED");
      }
    },
  );
});
