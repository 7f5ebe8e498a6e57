import { and } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page, SearchInput } from "#shared/schemas/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import { isFoundBy } from "./search-terms.ts";
import { isVisible, seesEverybody } from "./visible-people.ts";

/**
 * The people whom the caller may see [API-06], the newest accounts first, found by the beginnings
 * of words of their names.
 */
export const listPeople = async (ctx: MemberCtx, input: SearchInput): Promise<Page<Person>> => {
  const { search, cursor, limit = PAGE_SIZE } = input;
  if (seesEverybody(ctx.actor))
    await noteRead(ctx, {
      action: "members.listed",
      subject: null,
      after: { filters: "names" },
    });
  const { read, tables } = ctx;
  const { id, firstName, lastName, createdAt } = tables.users;
  const list = keyset({ createdAt, id });
  const isFound = await isFoundBy(read, search, "names");
  const rows = await read
    .select({ id, firstName, lastName, createdAt })
    .from(tables.users)
    .where(and(isVisible(read), isFound, list.before(cursor)))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => ({
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
    })),
    nextCursor,
  };
};
