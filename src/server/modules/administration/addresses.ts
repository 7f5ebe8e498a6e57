import { eq } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay, assertStillAdmin } from "#server/access/rights.ts";
import { LimitReached } from "#server/auth/limits.ts";
import { issueCode, revokeCodes } from "#server/auth/one-time-codes.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { askForAddress, mailCode } from "#server/modules/accounts/index.ts";
import { verifyUser } from "#server/modules/members/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { one } from "#server/store/store.ts";
import { MAIL } from "#shared/account-messages.ts";
import { ADDRESS, ADDRESS_NOTICE } from "#shared/address-messages.ts";
import { CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { AddressChange, PasswordLink, ReasonedInput } from "#shared/schemas/administration.ts";
import {
  type ActingCtx,
  type Administrator,
  assertInUse,
  assertNotBeyond,
  findUser,
} from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Begins the change of a member's address, who has lost the mailbox, say: it changes once it is confirmed at the new
 * one [EMAIL-05]. They are told on the site, and at the old address once it changes.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `forbidden` for all but Admins; `conflict` for one's own account, for one
 *   that is deactivated or waits to be claimed, and as `askForAddress` does; `step_up`, `too_many_requests`.
 */
export const changeAddressOf = async (
  ctx: ActingCtx,
  { id, newEmail, reason }: AddressChange,
): Promise<string> => {
  const email = await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    if (tx.actor.kind === "member" && tx.actor.userId === id) throw refused(ADDRESS.own);
    await assertStillAdmin(tx);
    if (user.waitsSince !== null) throw refused(ADDRESS.waiting);
    await assertConfirmed(tx);
    const wish = { userId: id, present: user.email, email: newEmail, isByTeam: true };
    const asked = await askForAddress(tx, wish);
    await tx.audit({ action: "account.address_asked", subject: id, note: reason });
    const { contactEmail } = tx.config.community.brand;
    await tx.notify({
      userIds: [id],
      kind: "news",
      subject: ADDRESS_NOTICE.subject,
      message: ADDRESS_NOTICE.message(asked, contactEmail),
      link: "/member/accountsettings",
    });
    tx.publish({ type: "account.changed", userId: id });
    return asked;
  });
  return ADDRESS.askedFor(email);
};

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

/**
 * Confirms a member's address in their place, for whom no mail arrives: they can log in [ADMIN-15].
 * Codes that were mailed to confirm it are good for nothing then.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is confirmed already, where there is none, and for a
 *   deactivated account.
 */
export const confirmAddress = async (
  ctx: ActingCtx,
  { id, reason }: ReasonedInput,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    await assertMay(tx, "addresses");
    assertNotBeyond(tx, user);
    if (user.email === null) throw refused(PEOPLE.noAddress);
    if (!(await verifyUser(tx, id))) throw refused(PEOPLE.alreadyConfirmed);
    await revokeCodes(tx, { userId: id, kinds: ["verify"] });
    const change = { before: { isVerified: false }, after: { isVerified: true } };
    await tx.audit({ action: "account.verified", subject: id, ...change, note: reason });
    tx.publish({ type: "account.changed", userId: id });
  });
  return PEOPLE.confirmed;
};

/**
 * Sends a member the mail again that confirms their address; the older one is good for nothing then.
 * Whose account waits gets the mail with which they claim it.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it is confirmed already, for a deactivated account,
 *   and while mail is off; `too_many_requests` for the mailbox.
 */
export const resendVerificationTo = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<string> => {
  if (ctx.config.mail === null) throw refused(PEOPLE.mailOff);
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const account = await findUser(tx, id);
    assertInUse(account);
    const user = one(await tx.select().from(users).where(eq(users.id, id)));
    if (user.email === null) throw refused(PEOPLE.noAddress);
    if (user.verifiedAt !== null) throw refused(PEOPLE.alreadyConfirmed);
    await assertMay(tx, "addresses");
    assertNotBeyond(tx, account);
    const mailbox = { name: "mailsByMailbox", subject: emailKeyOf(user.email) } as const;
    const verdict = await tx.tryCount(mailbox);
    if (!verdict.allowed) throw new LimitReached(verdict, MAIL.enoughSent);
    await mailCode(tx, user.waitsSince === null ? "verify" : "reset", { user });
    await tx.audit({ action: "account.verification_sent", subject: id });
  });
  return PEOPLE.sentAgain;
};
