import { count, eq } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, momentIn, wrongInput } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/store.ts";
import { CALENDAR } from "#shared/calendar-messages.ts";
import type { Repeat } from "#shared/constants/lists.ts";
import { CALENDAR_MAX, type CalendarDraft, type CalendarEntry } from "#shared/schemas/calendar.ts";
import { forgetTimes, goesOn, overAt, toEntry } from "./index.ts";

/** The least number of minutes until it happens again, on a day on which the clocks change. */
const LEAST_MINUTES: Readonly<Record<Repeat, number>> = {
  never: Number.POSITIVE_INFINITY,
  daily: 23 * 60,
  weekly: 7 * 1440 - 60,
  fortnightly: 14 * 1440 - 60,
  monthly: 27 * 1440,
};

/** @throws {AppError} `bad_request` with the first thing that is wrong. */
const assertSound = ({ config }: MemberCtx, draft: CalendarDraft): void => {
  const { kind, servers, begins, minutes, repeat, repeatUntil, rates } = draft;
  const known = new Set(config.community.servers.map(({ key }) => key));
  const stranger = servers.find((key) => !known.has(key));
  if (stranger !== undefined) throw wrongInput(CALENDAR.noSuchServer(stranger), ["servers"]);
  if (repeatUntil !== null && Date.parse(repeatUntil) < Date.parse(begins))
    throw wrongInput(CALENDAR.untilBeforeBegin, ["repeatUntil"]);
  if (minutes > LEAST_MINUTES[repeat]) throw wrongInput(CALENDAR.overlaps, ["minutes"]);
  if (kind !== "rates" && rates.length > 0) throw wrongInput(CALENDAR.ratesOfNothing, ["rates"]);
  if (kind === "rates" && minutes === 0) throw wrongInput(CALENDAR.needsLength, ["minutes"]);
  if (kind === "rates" && rates.length === 0) throw wrongInput(CALENDAR.needsRates, ["rates"]);
};

const assertRoom = async (tx: MemberTx): Promise<void> => {
  const { calendarEntries: t } = tx.tables;
  const isOn = goesOn(tx.tables, tx.clock.now());
  const { total } = one(await tx.select({ total: count() }).from(t).where(isOn));
  if (total >= CALENDAR_MAX.entries)
    throw new AppError("conflict", CALENDAR.isFull(CALENDAR_MAX.entries));
};

const write = async (tx: MemberTx, draft: CalendarDraft, timeZone: string): Promise<number> => {
  const { calendarEntries: t } = tx.tables;
  const { id, revision, kind, title, text, servers, minutes, repeat, rates } = draft;
  await assertMay(tx, "site");
  await tx.count("calendarByMember", tx.actor.userId);
  const plan = {
    beginsAt: momentIn(draft.begins, "begins"),
    minutes,
    repeat,
    repeatUntil:
      draft.repeatUntil === null || repeat === "never"
        ? null
        : momentIn(draft.repeatUntil, "repeatUntil"),
  };
  const said = { kind, title, text, servers, rates, ...plan, overAt: overAt(plan, timeZone) };
  const updatedAt = tx.clock.now();
  if (id === null) {
    await assertRoom(tx);
    const made = { ...said, revision: 1, createdBy: tx.actor.userId, updatedAt };
    return one(await tx.insert(t).values(made).returning({ id: t.id })).id;
  }
  const [found] = await tx.select({ revision: t.revision }).from(t).where(eq(t.id, id));
  if (found === undefined) throw new AppError("not_found", CALENDAR.unknown);
  if (found.revision !== revision)
    throw new AppError("changed_meanwhile", CALENDAR.changedMeanwhile);
  await tx
    .update(t)
    .set({ ...said, revision: revision + 1, updatedAt })
    .where(eq(t.id, id));
  return id;
};

/**
 * Enters something into the calendar, or changes what is there [CAL-01].
 * @throws {AppError} `bad_request` with the first thing that is wrong, `not_found`, `changed_meanwhile`
 *   where somebody else has changed it, `conflict` where the calendar is full, `too_many_requests`.
 */
export const saveEntry = async (ctx: MemberCtx, draft: CalendarDraft): Promise<CalendarEntry> => {
  assertSound(ctx, draft);
  const { timezone } = ctx.config.community;
  const { idempotencyKey } = draft;
  const key = idempotencyKey === undefined ? null : `calendar:${idempotencyKey}`;
  const request = { actor: ctx.actor.userId, key, content: JSON.stringify(draft) };
  const id = await ctx.write((tx) =>
    once(tx, request, async () => {
      const written = await write(tx, draft, timezone);
      await tx.audit({ action: "calendar.saved", subject: String(written) });
      tx.publish({ type: "calendar.changed" });
      return written;
    }),
  );
  forgetTimes(ctx.read);
  const { calendarEntries: t } = ctx.tables;
  const [row] = await ctx.read.select().from(t).where(eq(t.id, id));
  if (row === undefined) throw new AppError("not_found", CALENDAR.unknown);
  return toEntry(row, timezone, ctx.clock.now());
};

/**
 * Takes an entry out of the calendar.
 * @throws {AppError} `not_found`, `too_many_requests`.
 */
export const removeEntry = async (ctx: MemberCtx, { id }: { id: number }): Promise<void> => {
  await ctx.write(async (tx) => {
    const { calendarEntries: t } = tx.tables;
    await assertMay(tx, "site");
    await tx.count("calendarByMember", tx.actor.userId);
    const removed = await tx.delete(t).where(eq(t.id, id)).returning({ id: t.id });
    if (removed.length === 0) throw new AppError("not_found", CALENDAR.unknown);
    await tx.audit({ action: "calendar.removed", subject: String(id) });
    tx.publish({ type: "calendar.changed" });
  });
  forgetTimes(ctx.read);
};
