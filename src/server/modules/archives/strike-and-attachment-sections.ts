import { and, eq, inArray } from "drizzle-orm";
import type { Services } from "#server/context/services.ts";
import { fileOf } from "#server/modules/attachments/index.ts";
import type { ZipWriter } from "#server/providers/ports/files.ts";
import type { Reader } from "#server/store/store.ts";
import { namesOf, type Section, walk } from "./page.ts";

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

/** Where an attachment stands in the archive. */
const nameOf = ({ id, kind }: { id: string; kind: "picture" | "text" }): string =>
  kind === "picture" ? `pictures/${id}.webp` : `files/${id}.txt`;

const theirs = ({ tables: { attachments: t } }: Pick<Reader, "tables">, userId: string) =>
  and(eq(t.uploaderId, userId), inArray(t.state, ["ready", "sent"]));

/** Pictures and text files of tickets. */
export const ATTACHMENT_SECTIONS: readonly Section[] = [
  {
    name: "attachments",
    title: "Pictures and files that you added to tickets",
    refers: ["attachments.uploader_id"],
    rows: (reader, userId) => {
      const { attachments: t } = reader.tables;
      return walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(and(theirs(reader, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          return found.map(
            ({
              id,
              kind,
              name,
              alt,
              ticketId,
              messageId,
              sizeBytes,
              width,
              height,
              createdAt,
            }) => ({
              key: { id },
              row: {
                ticketId,
                messageId,
                createdAt,
                name,
                description: alt,
                sizeBytes,
                width,
                height,
                [kind === "picture" ? "picture" : "file"]: nameOf({ id, kind }),
              },
            }),
          );
        },
      });
    },
  },
];

/** So many rows at a time; of their files there is one in memory. */
const SLICE = 50;

/**
 * Writes the files of a person's attachments into their archive.
 * @param signal has it throw between two files.
 */
export const writeAttachments = async (
  { read, attachments }: { read: Reader } & Pick<Services, "attachments">,
  userId: string,
  zip: Pick<ZipWriter, "bytes">,
  signal: AbortSignal,
): Promise<void> => {
  const { attachments: t } = read.tables;
  for (let at = 0; ; at += SLICE) {
    const slice = await read
      .select({ id: t.id, kind: t.kind, key: t.key })
      .from(t)
      .where(theirs(read, userId))
      .orderBy(t.id)
      .limit(SLICE)
      .offset(at);
    for (const row of slice) {
      signal.throwIfAborted();
      const file = await attachments.place.open(fileOf(row));
      if (file !== null) await zip.bytes(nameOf(row), await new Response(file.body).bytes());
    }
    if (slice.length < SLICE) return;
  }
};
