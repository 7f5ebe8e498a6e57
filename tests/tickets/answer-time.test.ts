import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { measureAnswers } from "#server/modules/tickets/index.ts";
import { ANSWER_TIME_RANGE_MS, ANSWER_TIME_TICKETS_MIN } from "#shared/constants/desk.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person } from "#tests/support/people.ts";
import { addTicket } from "#tests/support/tickets.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, member } = world;
  const { tickets } = store.tables;
  /** A ticket that was answered so long after it was opened. */
  const answered = async (afterMs: number | null) => {
    const id = await addTicket(app.deps, { people: [member.id] });
    if (afterMs === null) return;
    const firstAnsweredAt = new Date(app.clock.now().getTime() + afterMs);
    await store.write(async (tx) => {
      await tx.update(tickets).set({ firstAnsweredAt }).where(eq(tickets.id, id));
    });
  };
  const usual = async () => {
    await measureAnswers(asSite(app.deps));
    // The time that has passed may have ended their session.
    const now = await person(app, member.id);
    return (await now.tickets.usualAnswer.query()).medianMs;
  };
  return { ...world, answered, usual };
};

describe("[WRITE-12] the usual time to a first answer", () => {
  test("is the median of the tickets that were answered; of those that wait nothing is known", async () => {
    const { answered, usual } = await setUp();
    for (let minutes = 1; minutes < ANSWER_TIME_TICKETS_MIN; minutes += 1)
      await answered(minutes * MINUTE_MS);
    await answered(40 * DAY_MS);
    for (let count = 0; count < 5; count += 1) await answered(null);
    // Between 5 and 6 minutes.
    expect(await usual()).toBe(6 * MINUTE_MS);
    await answered(HOUR_MS);
    expect(await usual()).toBe(6 * MINUTE_MS);
  });

  test("is not said with too few tickets, nor of those of long ago", async () => {
    const { app, member, answered, usual } = await setUp();
    expect(await member.tickets.usualAnswer.query()).toEqual({ medianMs: null });
    for (let count = 1; count < ANSWER_TIME_TICKETS_MIN; count += 1) await answered(HOUR_MS);
    expect(await usual()).toBeNull();
    await answered(HOUR_MS);
    expect(await usual()).toBe(HOUR_MS);
    app.clock.advance(ANSWER_TIME_RANGE_MS + 1);
    expect(await usual()).toBeNull();
  });
});
