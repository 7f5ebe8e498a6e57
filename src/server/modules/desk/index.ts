import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import {
  assertMay,
  may,
  type Rights,
  type Rule,
  whereRightsCanBeOn,
} from "#server/access/rights.ts";
import type { CtxReader, MemberReader, MemberTx } from "#server/context/context.ts";
import { findsOne } from "#server/store/search-terms.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { CommunityTickets, WorkingHours } from "#shared/schemas/community/tickets.ts";

type Row = Pick<Tables["tickets"]["$inferSelect"], "id" | "lastMessageId">;

/**
 * Which of some tickets somebody has yet to read: those whose last message is another's, has not been
 * removed, and lies beyond what they have seen. Two queries, however many tickets there are.
 */
export const unreadOf = async (
  { tables, select }: Pick<Reader, "tables" | "select">,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> => {
  const { messages, ticketSeen } = tables;
  const said = rows.filter(({ lastMessageId }) => lastMessageId > 0);
  if (said.length === 0) return new Set();
  const ids = said.map(({ id }) => id);
  const lastIds = said.map(({ lastMessageId }) => lastMessageId);
  const others = await select({ id: messages.id })
    .from(messages)
    .where(
      and(inArray(messages.id, lastIds), ne(messages.authorId, userId), isNull(messages.removedAt)),
    );
  const seen = await select({ ticketId: ticketSeen.ticketId, messageId: ticketSeen.messageId })
    .from(ticketSeen)
    .where(and(eq(ticketSeen.userId, userId), inArray(ticketSeen.ticketId, ids)));
  const byOthers = new Set(others.map(({ id }) => id));
  const seenOf = new Map(seen.map(({ ticketId, messageId }) => [ticketId, messageId]));
  const unread = said.filter(
    ({ id, lastMessageId }) => byOthers.has(lastMessageId) && (seenOf.get(id) ?? 0) < lastMessageId,
  );
  return new Set(unread.map(({ id }) => id));
};

/** What the community says of its tickets. */
type Configured = {
  readonly config: {
    readonly community: { readonly tickets: Pick<CommunityTickets, "categories"> };
  };
};
type Asking = Configured & { readonly actor: Rights };

/** All permissions that it takes to see the tickets of a category as one of the team [DESK-02]. */
export const teamPermissions = ({ config }: Configured, category: string): Permission[] => {
  const { categories } = config.community.tickets;
  const visibleTo = categories.find(({ key }) => key === category)?.visibleTo;
  return visibleTo === undefined ? ["tickets"] : ["tickets", visibleTo];
};

/** Whether somebody is one of the team for the tickets of a category. */
export const worksOn = (asking: Asking, { category }: { category: string }): boolean =>
  teamPermissions(asking, category).every((permission) => may(asking.actor, permission));

/**
 * Asked in the transaction in which one of the team acts on a ticket, as one of the team.
 * @throws {AppError} `forbidden` for whoever has lost one of the permissions.
 */
export const assertWorksOn = async (
  tx: MemberTx,
  { category }: { category: string },
): Promise<void> => {
  for (const permission of teamPermissions(tx, category))
    // oxlint-disable-next-line no-await-in-loop -- Two at most.
    await assertMay(tx, permission);
};

/** The categories whose tickets one of the team does not see, but for those that they are on. */
export const hiddenCategories = ({ config, actor }: Asking): string[] =>
  config.community.tickets.categories.flatMap(({ key, visibleTo }) =>
    visibleTo === undefined || may(actor, visibleTo) ? [] : [key],
  );

const isOn = ({ tables: { tickets, ticketPeople }, ...reader }: Reader, userId: string): SQL =>
  findsOne(
    reader
      .select({ id: ticketPeople.ticketId })
      .from(ticketPeople)
      .where(and(eq(ticketPeople.ticketId, tickets.id), eq(ticketPeople.userId, userId))),
  );

/**
 * Narrows what one of the team asks of `tickets` to what they may see; undefined where that is all. Those that they
 * are on they see in any case.
 * @param reader of somebody with the permission `tickets`.
 */
export const isVisible = (reader: MemberReader): SQL | undefined => {
  const { tickets } = reader.tables;
  const hidden = hiddenCategories(reader);
  if (hidden.length === 0) return undefined;
  return or(notInArray(tickets.category, hidden), isOn(reader, reader.actor.userId));
};

/**
 * Narrows what one of the team asks of `tickets` to those that they work on; undefined where that is all. Those that
 * they are merely on are left out: there they are one of those whom the ticket is about.
 */
export const isWorkedOn = ({
  tables: { tickets },
  ...asking
}: Asking & Reader): SQL | undefined => {
  const hidden = hiddenCategories(asking);
  return hidden.length === 0 ? undefined : notInArray(tickets.category, hidden);
};

/**
 * Narrows what anybody asks of `tickets` to what they may see: the site itself all of it, the team as `isVisible`
 * says, members what they are on, and everybody else nothing.
 */
export const areSeen = (reader: CtxReader): SQL | undefined => {
  const { actor } = reader;
  if (actor.kind === "system") return undefined;
  if (actor.kind !== "member") return sql`false`;
  return may(actor, "tickets") ? isVisible({ ...reader, actor }) : isOn(reader, actor.userId);
};

/** Whether there are categories that take more than the permission `tickets`. */
export const hasRestrictedTickets = ({ config }: Configured): boolean =>
  config.community.tickets.categories.some(({ visibleTo }) => visibleTo !== undefined);

/** All permissions that it takes to hear of a ticket as one of the team. */
export const permissionsForTicket = async (
  reader: Reader & Configured,
  ticketId: number,
): Promise<readonly Permission[]> => {
  const { tickets } = reader.tables;
  const [found] = await reader
    .select({ category: tickets.category })
    .from(tickets)
    .where(eq(tickets.id, ticketId));
  return teamPermissions(reader, found?.category ?? "");
};

type Standing = Pick<Tables["users"]["$inferSelect"], "role" | "team">;

/** Whether somebody, as their account stands, is one of the team for what takes these permissions. */
export const seesAsTeam = ({ role, team }: Standing, needed: readonly Permission[]): boolean =>
  role === "Admin" || needed.every((permission) => team?.permissions.includes(permission) === true);

/**
 * Which of some tickets somebody may see now, as one of the team or since they are on them: for what is sent to them
 * later than it happened.
 * @returns the numbers of those that they may see.
 */
export const findSeen = async (
  reader: Reader & Configured & Rule,
  userId: string,
  ticketIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const { tickets: t, ticketPeople: p, users } = reader.tables;
  if (ticketIds.length === 0) return new Set();
  const isInUse = and(
    eq(users.id, userId),
    isNull(users.deactivatedAt),
    isNotNull(users.verifiedAt),
  );
  const [user] = await reader
    .select({ role: users.role, team: users.team })
    .from(users)
    .where(isInUse);
  if (user === undefined) return new Set();
  const hasRights = (await whereRightsCanBeOn(reader, [userId])).length > 0;
  const rows = await reader
    .select({ id: t.id, category: t.category, onIt: p.userId })
    .from(t)
    .leftJoin(p, and(eq(p.ticketId, t.id), eq(p.userId, userId)))
    .where(inArray(t.id, [...ticketIds]));
  const seen = rows.filter(
    ({ category, onIt }) =>
      onIt !== null || (hasRights && seesAsTeam(user, teamPermissions(reader, category))),
  );
  return new Set(seen.map(({ id }) => id));
};

const MINUTES_OF_DAY = 24 * 60;
/** Hours that leave a minute a week reach any target within this. */
const DAYS_MAX = 4000;

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The moment that clocks show on a day, so many minutes after its midnight; 1,440 is the next midnight. */
const momentOn = (day: Temporal.PlainDate, minutes: number, zone: string): number => {
  const date = day.add({ days: Math.floor(minutes / MINUTES_OF_DAY) });
  const time = new Temporal.PlainTime(Math.floor((minutes % MINUTES_OF_DAY) / 60), minutes % 60);
  return date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
};

/** From when to when people work who begin on a day, in milliseconds since 1970; null where they do not. */
const shiftOf = (
  day: Temporal.PlainDate,
  { days, from, until }: WorkingHours,
  zone: string,
): readonly [number, number] | null => {
  const name = (["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const)[day.dayOfWeek - 1];
  if (name === undefined || !days.includes(name)) return null;
  const begins = minutesOf(from);
  const ends = minutesOf(until);
  // What ends no later than it begins goes on past midnight.
  const length = ends > begins ? ends - begins : ends + MINUTES_OF_DAY - begins;
  return [momentOn(day, begins, zone), momentOn(day, begins + length, zone)];
};

/**
 * When so much working time has passed. Days are those of a time zone: on one whose clocks are changed a shift is as
 * long as it is there. A shift belongs to the day on which it begins.
 * @param from milliseconds since 1970.
 * @param minutes how much, more than 0.
 * @param hours null: every hour of every day.
 * @param zone such as "Europe/Berlin".
 * @returns milliseconds since 1970.
 */
export const afterWorkingMinutes = (
  from: number,
  minutes: number,
  hours: WorkingHours | null,
  zone: string,
): number => {
  let left = minutes * 60_000;
  if (hours === null) return from + left;
  // One that began the day before may still go on.
  const first = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: 1 });
  let reached = from;
  for (let day = 0; day < DAYS_MAX; day += 1) {
    const shift = shiftOf(first.add({ days: day }), hours, zone);
    if (shift === null) continue;
    const begins = Math.max(shift[0], reached);
    const length = shift[1] - begins;
    if (length <= 0) continue;
    if (length >= left) return begins + left;
    left -= length;
    reached = shift[1];
  }
  throw new Error("These hours leave no time to work in.");
};
