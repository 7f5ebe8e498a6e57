import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { LOGIN } from "#shared/messages.ts";
import type { MemberProfile } from "#shared/schemas/members.ts";

/** One's own profile [API-07]. */
export const readProfile = async ({ tables, read, actor }: MemberCtx): Promise<MemberProfile> => {
  const { users } = tables;
  const { id, email, firstName, lastName, role } = actor.user;
  const [found] = await read
    .select({ allowMarketingEmails: users.allowMarketing })
    .from(users)
    .where(eq(users.id, id));
  if (found === undefined) throw new AppError("unauthorized", LOGIN.endedElsewhere);
  return { id, userId: id, firstName, lastName, email, role, ...found };
};
