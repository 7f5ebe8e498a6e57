import { and, eq, inArray } from "drizzle-orm";
import type { Reader, Tables } from "#server/store/store.ts";
import type { Message } from "#shared/schemas/tickets.ts";

type MessageRow = Tables["messages"]["$inferSelect"];

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
      discordUserId: links.externalId,
      discordUserName: links.name,
      discordImgUrl: links.imageUrl,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .where(inArray(users.id, ids));
  return new Map(authors.map((author) => [author.id, author]));
};

/**
 * Messages as they stand on the wire, in the order given. Of somebody whose data is erased the names
 * say "Deleted member", as their account does.
 */
export const toMessages = async (
  reader: Reader,
  rows: readonly MessageRow[],
): Promise<Message[]> => {
  if (rows.length === 0) return [];
  const authors = await authorsOf(reader, rows);
  return rows.map(({ id, authorId, content, imgUrls, createdAt }) => {
    const found = authors.get(authorId);
    if (found === undefined) throw new Error("A message was written by nobody.");
    const { discordUserId, discordUserName, discordImgUrl, ...author } = found;
    return {
      id,
      content,
      createdAt: createdAt.toISOString(),
      discordUserId,
      discordUserName,
      discordImgUrl,
      imgUrlsJson: [...imgUrls],
      author,
    };
  });
};
