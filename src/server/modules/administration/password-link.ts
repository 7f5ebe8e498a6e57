import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import { issueCode } from "#server/auth/one-time-codes.ts";
import type { Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import type { PasswordLink, ReasonedInput } from "#shared/schemas/people.ts";
import { type ActingCtx, type Administrator, assertInUse, findUser } from "./load.ts";

/**
 * Makes a link to set a password, in the caller's transaction; it stands nowhere but in what is
 * returned, is good for one use and for an hour.
 */
export const drawPasswordLink = async (
  tx: Tx<Administrator>,
  userId: string,
): Promise<PasswordLink> => {
  const token = await issueCode(tx, { userId, kind: "reset" });
  return {
    link: `${tx.config.publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    expiresAt: new Date(tx.clock.now().getTime() + CODE_TTL_MS).toISOString(),
  };
};

type Person = { id: string; role: string; firstName: string; lastName: string };

/** Whose password can be set is told so; where that is an Admin, all of them are. */
const tell = async (tx: Tx<Administrator>, user: Person, reason: string): Promise<void> => {
  const { actor, config } = tx;
  const by = actor.kind === "member" ? PEOPLE_NOTICES.admin : PEOPLE_NOTICES.server;
  const why = reason === "" ? "" : PEOPLE_NOTICES.reason(reason);
  if (user.role === "Admin") {
    const notice = PEOPLE_NOTICES.adminPasswordLink;
    await notifyAdmins(tx, {
      subject: notice.subject,
      message: notice.message + why,
      link: "/member/admin/audit",
    });
    return;
  }
  const notice = PEOPLE_NOTICES.passwordLink(by, config.community.brand.contactEmail);
  await tx.notify({
    userIds: [user.id],
    kind: "news",
    subject: notice.subject,
    message: notice.message + why,
  });
};

/**
 * Makes a link with which a member sets a new password, for an Admin to hand on: the only way while
 * mail is off [ADMIN-16]. The password is the old one until it is used. Its owner is told, and all Admins
 * where it is an Admin's, so that nobody takes over an account in silence.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account, for one whose address is not
 *   confirmed, which the link would do, and for one's own, of which one has to know the password.
 */
export const makePasswordLink = (
  ctx: ActingCtx,
  { id, reason }: ReasonedInput,
): Promise<PasswordLink> =>
  ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    if (user.verifiedAt === null) throw new AppError("conflict", PEOPLE.notConfirmed);
    if (tx.actor.kind === "member" && tx.actor.userId === id)
      throw new AppError("conflict", PEOPLE.ownPassword);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    const drawn = await drawPasswordLink(tx, id);
    const { expiresAt } = drawn;
    await tx.audit({
      action: "account.password_link_made",
      subject: id,
      after: { expiresAt },
      note: reason,
    });
    await tell(tx, user, reason);
    return drawn;
  });
