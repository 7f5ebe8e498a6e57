import { and, eq, inArray } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { attachmentsOfMessages } from "#server/modules/attachments/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { Message } from "#shared/schemas/tickets.ts";

export type MessageRow = Tables["messages"]["$inferSelect"];

/** Who wrote them, in one query, with their Discord accounts of now; nulls without one. */
const authorsOf = async (reader: Reader, rows: readonly MessageRow[]) => {
  const { users, links } = reader.tables;
  const ids = [...new Set(rows.map(({ authorId }) => authorId))];
  const authors = await reader
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      team: users.team,
      discordUserId: links.externalId,
      discordUserName: links.name,
      discordImgUrl: links.imageUrl,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .where(inArray(users.id, ids));
  return new Map(authors.map((author) => [author.id, author]));
};

/** Who is mentioned in them, by message, in one query. */
const mentionsIn = async (reader: Reader, rows: readonly MessageRow[]) => {
  const { messageMentions: t } = reader.tables;
  const found = await reader
    .select({ id: t.messageId, userId: t.userId })
    .from(t)
    .where(
      inArray(
        t.messageId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(t.messageId, t.userId);
  return Map.groupBy(found, ({ id }) => id);
};

/**
 * Messages as they stand on the wire, in the order given. Of somebody whose data is erased the names
 * say "Deleted member", as their account does.
 */
export const toMessages = async (
  reader: CtxReader,
  rows: readonly MessageRow[],
): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const authors = await authorsOf(reader, rows);
  const mentions = await mentionsIn(reader, rows);
  const attached = await attachmentsOfMessages(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, authorId, content, html, imgUrls, createdAt, editedAt, removedAt }) => {
    const found = authors.get(authorId);
    if (found === undefined) throw new Error("A message was written by nobody.");
    const { discordUserId, discordUserName, discordImgUrl, team, ...author } = found;
    const teamRoles = team?.roles ?? [];
    const attachments = attached.get(id) ?? [];
    const pictures = attachments.filter(({ kind }) => kind === "picture");
    return {
      id,
      content,
      html,
      createdAt: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      removedAt: removedAt?.toISOString() ?? null,
      mentions: (mentions.get(id) ?? []).map(({ userId }) => userId),
      discordUserId,
      discordUserName,
      discordImgUrl,
      // Clients that know no attachments find pictures here alone, and need whole addresses.
      imgUrlsJson: [...imgUrls, ...pictures.map(({ url }) => reader.config.publicUrl + url)],
      attachments,
      author: { ...author, ...(teamRoles.length > 0 && { teamRoles: [...teamRoles] }) },
    };
  });
};
