import { eq } from "drizzle-orm";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { LOGIN } from "#shared/messages.ts";
import type { MemberProfile } from "#shared/schemas/members.ts";

/** One's own profile (facts §4). */
export const readProfile = async ({ store, actor }: MemberContext): Promise<MemberProfile> => {
  const { users } = store.tables;
  const { id, email, firstName, lastName, role } = actor.user;
  const [found] = await store.read
    .select({ allowMarketingEmails: users.allowMarketing })
    .from(users)
    .where(eq(users.id, id));
  if (found === undefined) throw new AppError("unauthorized", LOGIN.endedElsewhere);
  return { id, userId: id, firstName, lastName, email, role, ...found };
};
