import { and, eq } from "drizzle-orm";
import { namesOf, type Section, walk } from "./section.ts";

/** What strikes a member got: without what the team noted for itself. */
export const STRIKE_SECTIONS: readonly Section[] = [
  {
    name: "strikes",
    title: "Strikes",
    about: "What the team noted for itself is not in here.",
    refers: ["strikes.user_id"],
    rows: (given, userId) => {
      const { tables, ...reader } = given;
      const { strikes: t } = tables;
      return walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select({
              id: t.id,
              issuedBy: t.issuedBy,
              issuedAt: t.issuedAt,
              rule: t.ruleNumber,
              ruleText: t.ruleText,
              reason: t.reason,
              endsAt: t.endsAt,
              forbidsWriting: t.forbidsWriting,
              forbidsBuying: t.forbidsBuying,
              forbidsEarning: t.forbidsEarning,
              forbidsPlaying: t.forbidsPlaying,
              liftedAt: t.liftedAt,
              liftReason: t.liftReason,
              appealTicket: t.appealTicketId,
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          const names = await namesOf(
            given,
            found.map(({ issuedBy }) => issuedBy),
          );
          return found.map(({ issuedBy, ...row }) => ({
            key: { id: row.id },
            row: { ...row, issuedBy: names.get(issuedBy) ?? null },
          }));
        },
      });
    },
  },
  {
    name: "bannedAccounts",
    title: "Accounts of games of which game servers are told",
    about:
      "Because of your strikes: whether they may play. One that was unlinked stays until the strike is over.",
    refers: [],
    holds: ["bans"],
    rows: ({ tables: { strikes: t, bans }, ...reader }, userId) =>
      walk({
        key: { revision: bans.revision },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { revision: bans.revision },
              row: {
                platform: bans.platform,
                externalId: bans.externalId,
                strike: bans.strikeId,
                until: bans.until,
                isBanned: bans.isBanned,
              },
            })
            .from(bans)
            .innerJoin(t, eq(t.id, bans.strikeId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];

/** What somebody of the team has done about strikes: that they did it, and when. */
export const STRIKE_WORK_SECTIONS: readonly Section[] = [
  {
    name: "strikesIssued",
    title: "Strikes that you issued",
    about: "Against whom is not in here.",
    refers: ["strikes.issued_by"],
    rows: ({ tables: { strikes: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { id: t.id, issuedAt: t.issuedAt, rule: t.ruleNumber, reason: t.reason },
            })
            .from(t)
            .where(and(eq(t.issuedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "strikesLifted",
    title: "Strikes that you lifted",
    about: "Against whom is not in here.",
    refers: ["strikes.lifted_by"],
    rows: ({ tables: { strikes: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { id: t.id, liftedAt: t.liftedAt, reason: t.liftReason },
            })
            .from(t)
            .where(and(eq(t.liftedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
