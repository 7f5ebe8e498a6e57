import { eq, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { evidenceOfStrikes } from "#server/modules/attachments/index.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { OwnStrike, Strike } from "#shared/schemas/strikes.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { forbidsOf, stateOf, type StrikeRow } from "./state.ts";

/** @throws {AppError} `not_found`. */
export const findStrike = async (reader: CtxReader, id: number): Promise<StrikeRow> => {
  const { strikes: t } = reader.tables;
  const [found] = await reader.select().from(t).where(eq(t.id, id));
  if (found === undefined) throw new AppError("not_found", STRIKES.unknown);
  return found;
};

/** Names of everybody in some strikes, in one query. Every account keeps its row, also once it is erased. */
const peopleOf = async (reader: CtxReader, ids: readonly string[]) => {
  const { users: t } = reader.tables;
  const found =
    ids.length === 0
      ? []
      : await reader
          .select({ id: t.id, firstName: t.firstName, lastName: t.lastName })
          .from(t)
          .where(inArray(t.id, [...new Set(ids)]));
  const people = new Map(found.map((person) => [person.id, person]));
  return (id: string): Person => people.get(id) ?? { id, firstName: "", lastName: "" };
};

const shownOf = (row: StrikeRow, now: Date) => ({
  id: row.id,
  issuedAt: row.issuedAt.toISOString(),
  rule: row.ruleId === "" ? null : { id: row.ruleId, number: row.ruleNumber, text: row.ruleText },
  reason: row.reason,
  endsAt: row.endsAt?.toISOString() ?? null,
  forbids: forbidsOf(row),
  state: stateOf(row, now),
  appealTicketId: row.appealTicketId,
});

/** Strikes as the team sees them, in the order given. */
export const toStrikes = async (
  reader: CtxReader,
  rows: readonly StrikeRow[],
): Promise<Strike[]> => {
  const now = reader.clock.now();
  const ids = rows.flatMap(({ userId, issuedBy, liftedBy }) => [userId, issuedBy, liftedBy ?? []]);
  const personOf = await peopleOf(reader, ids.flat());
  const proofs = await evidenceOfStrikes(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...shownOf(row, now),
    member: personOf(row.userId),
    issuer: personOf(row.issuedBy),
    remark: row.remark,
    evidence: [...row.evidence],
    attachments: proofs.get(row.id) ?? [],
    ticketId: row.ticketId,
    lifted:
      row.liftedAt === null
        ? null
        : {
            at: row.liftedAt.toISOString(),
            by: personOf(row.liftedBy ?? ""),
            reason: row.liftReason,
          },
  }));
};

/** Strikes as the member sees them whom they are about, in the order given. */
export const toOwnStrikes = async (
  reader: CtxReader,
  rows: readonly StrikeRow[],
): Promise<OwnStrike[]> => {
  const now = reader.clock.now();
  const personOf = await peopleOf(
    reader,
    rows.map(({ issuedBy }) => issuedBy),
  );
  return rows.map((row) => ({
    ...shownOf(row, now),
    issuerName: fullName(personOf(row.issuedBy)),
    lifted:
      row.liftedAt === null ? null : { at: row.liftedAt.toISOString(), reason: row.liftReason },
  }));
};

/** One strike as the team sees it. @throws {AppError} `not_found`. */
export const showStrike = async (reader: CtxReader, id: number): Promise<Strike> => {
  const [shown] = await toStrikes(reader, [await findStrike(reader, id)]);
  if (shown === undefined) throw new AppError("not_found", STRIKES.unknown);
  return shown;
};
