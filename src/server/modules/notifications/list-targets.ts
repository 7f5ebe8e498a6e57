import { and, isNull } from "drizzle-orm";
import { noteRead } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { isFoundBy } from "#server/modules/members/index.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Page, SearchInput } from "#shared/schemas/lists.ts";
import type { NotificationTarget } from "#shared/schemas/notifications.ts";

/**
 * Whom somebody of the team can write to: everyone with an account that is not closed, the newest first,
 * found by the beginnings of words of their names, and of their address by who may see it [NOTE-05].
 */
export const listTargets = async (
  ctx: MemberCtx,
  input: SearchInput,
): Promise<Page<NotificationTarget>> => {
  const { search, cursor, limit = PAGE_SIZE } = input;
  await noteRead(ctx, {
    action: "members.listed",
    subject: null,
    after: { filters: "recipients" },
  });
  const seesAddresses = may(ctx.actor, "addresses");
  const { users } = ctx.tables;
  const { id, firstName, lastName, email, createdAt } = users;
  const list = keyset({ createdAt, id });
  const rows = await ctx.read
    .select({ id, firstName, lastName, email, createdAt })
    .from(users)
    .where(
      and(
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
        await isFoundBy(ctx.read, search, seesAddresses ? "names and address" : "names"),
        list.before(cursor),
      ),
    )
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => ({
      profileId: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: seesAddresses ? (row.email ?? "") : "",
    })),
    nextCursor,
  };
};
