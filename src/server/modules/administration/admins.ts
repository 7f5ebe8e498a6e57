import { and, asc, eq, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { Ctx, System } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { resetFactors } from "#server/modules/factors/index.ts";
import { addUser, indexMember, setRole, verifyUser } from "#server/modules/members/index.ts";
import { notifyAdmins, welcome } from "#server/modules/notifications/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import type { Reader } from "#server/store/store.ts";
import type { AccountState } from "#shared/constants/accounts.ts";
import { ADMIN_COMMAND, PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { emailKeyOf, newEmailProblem } from "#shared/rules/account-fields.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { PasswordLink, ReasonedInput } from "#shared/schemas/administration.ts";
import { confirmAddress, drawPasswordLink, makePasswordLink } from "./addresses.ts";
import { type ActingCtx, type Administrator, assertInUse, findUser } from "./load.ts";

export type Promotion = {
  /** As the account has it. */
  email: string;
  /** False where the person was an Admin before. */
  isNew: boolean;
};

/**
 * Makes the member with an address an Admin, and tells them by mail.
 * @throws {AppError} `not_found` for an address without an account, `conflict` for a deactivated one and
 *   for an address that is not confirmed.
 */
export const promoteMember = async (
  ctx: Pick<Ctx<System>, "tables" | "write">,
  { email }: { email: string },
): Promise<Promotion> => {
  const { users } = ctx.tables;
  return ctx.write(async (tx) => {
    const [found] = await tx
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        verifiedAt: users.verifiedAt,
        deactivatedAt: users.deactivatedAt,
      })
      .from(users)
      .where(eq(users.emailKey, emailKeyOf(email)));
    if (found === undefined) throw new AppError("not_found", ADMIN_COMMAND.unknown(email));
    const { id, role, verifiedAt, deactivatedAt } = found;
    if (deactivatedAt !== null) throw new AppError("conflict", ADMIN_COMMAND.deactivated(email));
    const isNew = role !== "Admin";
    if (isNew && verifiedAt === null)
      throw new AppError("conflict", ADMIN_COMMAND.notConfirmed(email));
    if (isNew) {
      await setRole(tx, { userId: id, from: role, to: "Admin" });
      await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Admin" });
    }
    return { email: found.email ?? email, isNew };
  });
};

/** What an account made by a command is called until its owner says otherwise. */
const FIRST_NAME = "Admin";

const findByEmail = async ({ tables: { users }, select }: Reader, email: string) => {
  const [found] = await select()
    .from(users)
    .where(eq(users.emailKey, emailKeyOf(email)));
  return found ?? null;
};

/** @throws {AppError} `not_found` for an address without an account, `conflict` for a deactivated one. */
const needByEmail = async (reader: Reader, email: string) => {
  const found = await findByEmail(reader, email);
  if (found === null) throw new AppError("not_found", ADMIN_COMMAND.unknown(email));
  if (found.deactivatedAt !== null)
    throw new AppError("conflict", ADMIN_COMMAND.deactivated(email));
  return { ...found, email: found.email ?? email };
};

/**
 * Makes an Admin whose address counts as confirmed, without mail or Discord, and a link with which they
 * set the password. Of an Admin who is there already a new link is made.
 * @throws {AppError} `bad_request` for what is no email address, `conflict` for the address of a member
 *   and of a deactivated account.
 */
export const createAdmin = async (
  ctx: ActingCtx,
  { email: given }: { email: string },
): Promise<PasswordLink & { email: string; isNew: boolean }> => {
  const email = given.trim();
  const problem = newEmailProblem(email);
  if (problem !== null) throw new AppError("bad_request", problem);
  const present = await findByEmail(ctx.read, email);
  if (present !== null && present.deactivatedAt !== null)
    throw new AppError("conflict", ADMIN_COMMAND.deactivated(email));
  if (present !== null && (present.role !== "Admin" || present.verifiedAt === null))
    throw new AppError("conflict", ADMIN_COMMAND.isMember(email, present.verifiedAt !== null));
  if (present !== null) {
    const drawn = await makePasswordLink(ctx, { id: present.id, reason: "" });
    return { ...drawn, email: present.email ?? email, isNew: false };
  }
  return ctx.write(async (tx) => {
    const id = crypto.randomUUID();
    const names = { firstName: FIRST_NAME, lastName: "" };
    if (!(await addUser(tx, { id, email, passwordHash: null, ...names })))
      throw new AppError("conflict", ADMIN_COMMAND.isMember(email, false));
    await verifyUser(tx, id);
    await tx.audit({ action: "account.created", subject: id, after: { isVerified: true } });
    await setRole(tx, { userId: id, from: "User", to: "Admin" });
    await indexMember(tx, id);
    await welcome(tx, { userId: id, config: ctx.config });
    return { ...(await drawPasswordLink(tx, id)), email, isNew: true };
  });
};

/**
 * Confirms the address of an account.
 * @throws {AppError} `not_found`, `conflict` for a deactivated account.
 */
export const verifyAddress = async (
  ctx: ActingCtx,
  { email: given }: { email: string },
): Promise<{ email: string; isNew: boolean }> => {
  const { id, email, verifiedAt } = await needByEmail(ctx.read, given);
  if (verifiedAt === null) await confirmAddress(ctx, { id, reason: "" });
  return { email, isNew: verifiedAt === null };
};

/**
 * Makes a link with which the owner of an account sets a new password.
 * @throws {AppError} `not_found`, `conflict` for a deactivated account and for an address that is not
 *   confirmed.
 */
export const makePasswordLinkFor = async (
  ctx: ActingCtx,
  { email: given }: { email: string },
): Promise<PasswordLink & { email: string }> => {
  const { id, email, verifiedAt } = await needByEmail(ctx.read, given);
  if (verifiedAt === null) throw new AppError("conflict", ADMIN_COMMAND.notConfirmed(email));
  return { ...(await makePasswordLink(ctx, { id, reason: "" })), email };
};

const LISTED_MAX = 500;

/** All Admins, the oldest account first, 500 at most. */
export const listAdmins = async ({
  read,
  tables: { users: t },
}: Pick<ActingCtx, "read" | "tables">): Promise<
  { email: string; name: string; state: AccountState }[]
> => {
  const found = await read
    .select()
    .from(t)
    .where(and(eq(t.role, "Admin"), isNull(t.erasedAt)))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(LISTED_MAX);
  return found.map((user) => ({
    email: user.email ?? "",
    name: fullName(user),
    state:
      user.deactivatedAt !== null
        ? "deactivated"
        : user.verifiedAt === null
          ? "unverified"
          : "active",
  }));
};

type ResettingCtx = Pick<
  Ctx<Administrator>,
  "actor" | "read" | "write" | "tables" | "config" | "clock"
>;

/**
 * Removes the second factors of a member who has lost them, passkeys included, and signs them out everywhere.
 * They are told by mail, and all Admins where it is an Admin.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account, for one without a second factor, and for
 *   one's own; `step_up`.
 */
export const resetSecondFactor = (
  ctx: ResettingCtx,
  { id, reason }: ReasonedInput,
): Promise<string> =>
  ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    if (tx.actor.kind === "member" && tx.actor.userId === id)
      throw new AppError("conflict", PEOPLE.ownFactor);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    const hadPasskeys = await forgetPasskeys(tx, id);
    const hadApp = await resetFactors(tx, id);
    if (!hadApp && !hadPasskeys) throw new AppError("conflict", PEOPLE.noFactor);
    await tx.audit({ action: "factor.reset", subject: id, note: reason });
    if (user.role === "Admin")
      await notifyAdmins(tx, {
        ...PEOPLE_NOTICES.adminFactorReset,
        link: "/member/admin/audit",
      });
    await tellOfSecurity(tx, { userId: id, event: "factorReset" });
    return PEOPLE.factorReset;
  });

/** The same by a command. @throws {AppError} as above. */
export const resetSecondFactorOf = async (
  ctx: ResettingCtx,
  { email: given }: { email: string },
): Promise<{ email: string }> => {
  const { id, email } = await needByEmail(ctx.read, given);
  await resetSecondFactor(ctx, { id, reason: "" });
  return { email };
};
