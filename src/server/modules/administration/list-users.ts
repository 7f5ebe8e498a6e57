import { and, eq, isNull } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/note-read.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import { readSorted } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { AdminUser, AdminUserListInput } from "#shared/schemas/administration.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { isNarrowedTo } from "./filters.ts";
import { toAdminUsers, userColumns } from "./to-wire.ts";

/**
 * All members but the erased, the newest accounts first and Admins after all others [ADMIN-04] unless
 * they are sorted [ADMIN-13], found by the beginnings of words of their names, their address, and the
 * names and ids of their accounts elsewhere.
 * @throws {AppError} `bad_request` for a cursor of another list or order.
 */
export const listUsers = async (
  ctx: MemberCtx,
  input: AdminUserListInput,
): Promise<Page<AdminUser>> => {
  const { cursor, limit = PAGE_SIZE, sort, ...asked } = input;
  const { search } = asked;
  // Nobody looks at so many: they are taken away.
  const action = limit > PAGE_SIZE ? "members.exported" : "members.listed";
  await noteRead(ctx, { action, subject: null, after: filtersOf(asked) });
  const { users, pointBalances } = ctx.tables;
  const { role, createdAt, id, nameKey } = users;
  const { balance, userId } = pointBalances;
  const isFound = await isFoundBy(
    ctx.read,
    search,
    may(ctx.actor, "addresses") ? "everything" : "accounts",
  );
  const isNarrowed = await isNarrowedTo(ctx, input);
  const isListed = and(isNull(users.erasedAt), isFound, isNarrowed);
  const page = { cursor, limit };
  const { shown, nextCursor } =
    sort === "points" || sort === "-points"
      ? await readSorted(
          {
            columns: { balance, userId },
            own: ["userId"],
            by: { points: ["balance", "userId"] },
            sort,
          },
          page,
          (isAfter, order, rows) =>
            ctx.read
              .select({ ...userColumns(ctx.tables), balance, userId })
              .from(pointBalances)
              // In this order even for SQLite, which else might begin with the members, and sort them.
              .crossJoin(users)
              .where(and(eq(id, userId), isListed, isAfter))
              .orderBy(...order)
              .limit(rows),
        )
      : await readSorted(
          {
            columns: { role, createdAt, id, nameKey },
            // From the last role to the first, which is "User" before "Admin".
            own: ["role", "createdAt", "id"],
            by: { name: ["nameKey", "id"], joined: ["createdAt", "id"] },
            sort,
          },
          page,
          (isAfter, order, rows) =>
            ctx.read
              .select({ ...userColumns(ctx.tables), nameKey })
              .from(users)
              .where(and(isListed, isAfter))
              .orderBy(...order)
              .limit(rows),
        );
  return {
    items: await toAdminUsers(ctx, shown),
    nextCursor,
  };
};
