import type { MemberCtx } from "#server/context/context.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";

/** Who is signed in, as the account stood when the request came. Asks the database nothing more. */
export const readMe = async ({ actor }: MemberCtx): Promise<CurrentUser> => {
  const { id, email, firstName, lastName, role, promoReceivedAt } = actor.user;
  return {
    id,
    email,
    firstName,
    lastName,
    role,
    roles: [role],
    promoReceivedDate: promoReceivedAt?.toISOString() ?? null,
  };
};
