import { desc, eq, inArray } from "drizzle-orm";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import type { Tables } from "#server/store/store.ts";
import { SILENCE } from "#shared/constants/desk.ts";
import { EDITED_PARTS, type EditedPart, type TicketAct } from "#shared/constants/tickets.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { TicketEntry } from "#shared/schemas/tickets.ts";
import { findTicket, noteTicketRead } from "./load.ts";

type EntryRow = Tables["ticketEntries"]["$inferSelect"];

/** Of a ticket that is changed all day, what lies further back is not shown. */
const ENTRIES_MAX = 1000;

/** Whose account was removed; an erased one has this name in the store. */
const gone = (id: string): Person => ({ id, firstName: "Deleted", lastName: "member" });

const findNames = async ({ tables, read }: MemberCtx, ids: ReadonlySet<string>) => {
  const { users } = tables;
  const rows = await read
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const names = new Map(rows.map((row) => [row.id, row]));
  return (id: string): Person => names.get(id) ?? gone(id);
};

const mergedIn = ({ act, details }: Pick<EntryRow, "act" | "details">): TicketEntry["merged"] => {
  const [from = 0, into = 0] = details.map(Number);
  return act === "merged" ? { from, into } : null;
};

/** So many days a ticket was silent that the site closed by itself. */
const silenceOf = ({
  act,
  details: [why, days],
}: Pick<EntryRow, "act" | "details">): number | undefined =>
  act === "closed" && why === SILENCE ? Number(days) : undefined;

/**
 * What happened to a ticket, by whom and when, the oldest first.
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const readHistory = async (
  ctx: MemberCtx,
  { id }: { id: number },
): Promise<TicketEntry[]> => {
  const { ticketEntries } = ctx.tables;
  await noteTicketRead(ctx, await findTicket(ctx.read, id));
  const rows = await ctx.read
    .select()
    .from(ticketEntries)
    .where(eq(ticketEntries.ticketId, id))
    .orderBy(desc(ticketEntries.id))
    .limit(ENTRIES_MAX);
  const peopleOf = (row: (typeof rows)[number]) =>
    row.act === "assigned" || row.act === "unassigned" ? row.details : [];
  const name = await findNames(
    ctx,
    new Set(rows.flatMap((row) => [row.actorId, ...peopleOf(row)])),
  );
  return rows.toReversed().map((row) => ({
    id: row.id,
    act: row.act,
    at: row.at.toISOString(),
    actor: name(row.actorId),
    fields: EDITED_PARTS.filter((field) => row.act === "edited" && row.details.includes(field)),
    people: peopleOf(row).map(name),
    merged: mergedIn(row),
    silentDays: silenceOf(row),
  }));
};

type NewEntry =
  | { act: Exclude<TicketAct, "edited" | "assigned" | "unassigned" | "merged"> }
  /** `details`: the numbers of the ticket that was merged, and of the one that it was merged into. */
  | { act: "merged"; details: readonly [string, string] }
  | { act: "edited"; details: readonly EditedPart[] }
  /** `details`: the ids of those whom it is about. */
  | { act: "assigned" | "unassigned"; details: readonly string[] };

/** Writes down what the actor did to a ticket, in the caller's transaction. */
export const writeEntry = async (
  tx: MemberTx,
  ticketId: number,
  entry: NewEntry,
): Promise<void> => {
  const details = "details" in entry ? entry.details : [];
  await tx
    .insert(tx.tables.ticketEntries)
    .values({ ticketId, act: entry.act, actorId: tx.actor.userId, at: tx.clock.now(), details });
};

/** @throws {AppError} `too_many_requests` for whoever changes tickets all the time. */
export const countChange = (tx: MemberTx): Promise<void> =>
  tx.count("ticketChangesByMember", tx.actor.userId);
