import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import type { z } from "zod";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { LimitReached } from "#server/auth/limits.ts";
import { reserveCode, revokeCodes } from "#server/auth/one-time-codes.ts";
import type { Ctx, CtxReader, MemberCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { findAddressOwner } from "#server/modules/members/index.ts";
import { MAIL } from "#shared/account-messages.ts";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_CHANGES_MAX, ADDRESS_REQUEST_MS } from "#shared/constants/accounts.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { emailKeyOf, newEmailProblem } from "#shared/rules/account-fields.ts";
import type { addressChangeInput, addressStanding } from "#shared/schemas/accounts.ts";
import { confirmAlongside } from "./confirm.ts";

type AddressRequest = {
  userId: string;
  id: string;
  email: string;
  isByTeam: boolean;
  askedAt: Date;
  expiresAt: Date;
};

/** The address that waits for an account; null for none, and for one that was not confirmed in time. */
const requestOf = async (reader: CtxReader, userId: string): Promise<AddressRequest | null> => {
  const { addressRequests: t } = reader.tables;
  const isOpen = and(eq(t.userId, userId), gt(t.expiresAt, reader.clock.now()));
  const [found] = await reader.select().from(t).where(isOpen);
  return found ?? null;
};

/** Has an address wait for an account, in the caller's transaction, in the place of one that did. */
const keepRequest = async (
  tx: Tx,
  given: { userId: string; email: string; isByTeam: boolean },
): Promise<AddressRequest> => {
  const { addressRequests: t } = tx.tables;
  const askedAt = tx.clock.now();
  const expiresAt = new Date(askedAt.getTime() + ADDRESS_REQUEST_MS);
  const request = { ...given, id: crypto.randomUUID(), askedAt, expiresAt };
  await tx.insert(t).values(request).onConflictDoUpdate({ target: t.userId, set: request });
  return request;
};

/** Has no address wait for an account, in the caller's transaction. @returns whether one did. */
export const dropRequest = async (tx: Tx, userId: string): Promise<boolean> => {
  const { addressRequests: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ id: t.id });
  return gone.length > 0;
};

/** Changes of an account that can still be taken back, the newest first; a few at most. */
const listChanges = (reader: CtxReader, userId: string) => {
  const { addressChanges: t } = reader.tables;
  return reader
    .select()
    .from(t)
    .where(and(eq(t.userId, userId), gt(t.until, reader.clock.now())))
    .orderBy(desc(t.changedAt), desc(t.id))
    .limit(ADDRESS_CHANGES_MAX);
};

/** Removes what is kept of an account's other addresses, in the caller's transaction. */
export const forgetAddresses = async (tx: Tx, userId: string): Promise<void> => {
  const { addressChanges: t } = tx.tables;
  await dropRequest(tx, userId);
  await tx.delete(t).where(eq(t.userId, userId));
};

/** The other addresses of accounts: those that they had, and those that they are to have. */
export const otherAddressesOf = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const { addressChanges, addressRequests } = reader.tables;
  const had = await reader
    .select({ email: addressChanges.email })
    .from(addressChanges)
    .where(inArray(addressChanges.userId, [...userIds]));
  const wanted = await reader
    .select({ email: addressRequests.email })
    .from(addressRequests)
    .where(inArray(addressRequests.userId, [...userIds]));
  return [...had, ...wanted].map(({ email }) => email);
};

/** Removes up to `max` addresses that nobody confirmed, or that nobody can bring back. @returns how many. */
export const forgetOldAddresses = async (tx: Tx, max: number): Promise<number> => {
  const { addressChanges, addressRequests } = tx.tables;
  const now = tx.clock.now();
  const oldChanges = tx
    .select({ id: addressChanges.id })
    .from(addressChanges)
    .where(lte(addressChanges.until, now))
    .limit(max);
  const changes = await tx
    .delete(addressChanges)
    .where(inArray(addressChanges.id, oldChanges))
    .returning({ id: addressChanges.id });
  const oldRequests = tx
    .select({ userId: addressRequests.userId })
    .from(addressRequests)
    .where(lte(addressRequests.expiresAt, now))
    .limit(max - changes.length);
  const requests = await tx
    .delete(addressRequests)
    .where(and(inArray(addressRequests.userId, oldRequests), lte(addressRequests.expiresAt, now)))
    .returning({ id: addressRequests.id });
  return changes.length + requests.length;
};

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Writes to the address that waits, in the caller's transaction: its owner confirms it there. Where somebody has it
 * they are told so instead, and whoever asked cannot tell the one from the other.
 */
const mailRequest = async (tx: Tx, { id, userId, email }: AddressRequest): Promise<void> => {
  // What somebody typed is sent nowhere that is not proven to be theirs: no name, nothing of the account.
  const to = { name: "", address: email };
  const ownerId = await findAddressOwner(tx, emailKeyOf(email));
  if (ownerId !== null && ownerId !== userId) {
    await revokeCodes(tx, { userId, kinds: ["address"] });
    await queueMail(tx, { to, template: "address-taken", data: {} });
    return;
  }
  const code = await reserveCode(tx, { userId, kind: "address", isOwners: true, about: id });
  if (code === null) throw new Error("There is always room for the newest code of this kind.");
  await queueMail(tx, { to, template: "confirm-address", data: { code } });
};

/** Counts a mail to an address that nobody has proven. @throws {LimitReached} */
const countMail = async (tx: Tx, userId: string, email: string): Promise<void> => {
  await tx.count("addressMailsByAccount", userId);
  const mailbox = { name: "mailsByMailbox", subject: emailKeyOf(email) } as const;
  const verdict = await tx.tryCount(mailbox);
  if (!verdict.allowed) throw new LimitReached(verdict, MAIL.enoughSent);
};

/** @throws {AppError} `conflict` while the site sends no mail. */
const assertMail = ({ config }: Pick<Ctx, "config">): void => {
  if (config.mail === null) throw refused(ADDRESS.mailOff(config.community.brand.contactEmail));
};

type Wish = { userId: string; present: string | null; email: string; isByTeam: boolean };

/**
 * Has a new address wait for an account, in the caller's transaction, and writes there; nothing else changes until
 * it is confirmed [EMAIL-01]. An address that waited before is forgotten.
 * @param wish.present the account's address, as it is now.
 * @returns the address, as it will be shown.
 * @throws {AppError} `bad_request` for what is no email address; `conflict` for the present one, after too many
 *   changes within a week, and while the site sends no mail; `too_many_requests`.
 */
export const askForAddress = async (tx: Tx, wish: Wish): Promise<string> => {
  const { userId, present, isByTeam } = wish;
  assertMail(tx);
  const problem = newEmailProblem(wish.email);
  if (problem !== null) throw wrongInput(problem, ["newEmail"]);
  const email = wish.email.trim();
  if (present !== null && emailKeyOf(present) === emailKeyOf(email)) throw refused(ADDRESS.same);
  if ((await listChanges(tx, userId)).length >= ADDRESS_CHANGES_MAX)
    throw refused(ADDRESS.tooMany(ADDRESS_CHANGES_MAX));
  await countMail(tx, userId, email);
  await mailRequest(tx, await keepRequest(tx, { userId, email, isByTeam }));
  return email;
};

/**
 * Begins the change of one's own address. The answer is the same whether or not somebody has the new one.
 * @returns the sentence to show.
 * @throws {AppError} as `askForAddress` does; `step_up`, unless the password comes along, which may be
 *   `current_password_wrong`.
 */
export const changeOwnAddress = async (
  ctx: MemberCtx,
  { newEmail, currentPassword }: z.infer<typeof addressChangeInput>,
): Promise<string> => {
  const problem = newEmailProblem(newEmail);
  if (problem !== null) throw wrongInput(problem, ["newEmail"]);
  await confirmAlongside(ctx, currentPassword);
  const email = await ctx.write(async (tx) => {
    const { userId } = tx.actor;
    await assertConfirmed(tx);
    const { users } = tx.tables;
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (user === undefined || user.deactivatedAt !== null)
      throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
    const wish = { userId, present: user.email, email: newEmail, isByTeam: false };
    const asked = await askForAddress(tx, wish);
    await tx.audit({ action: "account.address_asked", subject: userId });
    tx.publish({ type: "account.changed", userId });
    return asked;
  });
  return ADDRESS.asked(email);
};

/**
 * Sends the mail again; the link in the older one is good for nothing then.
 * @returns the sentence to show.
 * @throws {AppError} `conflict` where no address waits, `too_many_requests`.
 */
export const resendAddress = async (ctx: MemberCtx): Promise<string> => {
  assertMail(ctx);
  const email = await ctx.write(async (tx) => {
    const { userId } = tx.actor;
    const request = await requestOf(tx, userId);
    if (request === null) throw refused(ADDRESS.noneWaits);
    await countMail(tx, userId, request.email);
    await mailRequest(tx, request);
    return request.email;
  });
  return ADDRESS.asked(email);
};

/** Keeps one's address as it is. @throws {AppError} `conflict` where no other one waits. */
export const cancelAddress = (ctx: MemberCtx): Promise<string> =>
  ctx.write(async (tx) => {
    const { userId } = tx.actor;
    if (!(await dropRequest(tx, userId))) throw refused(ADDRESS.noneWaits);
    await revokeCodes(tx, { userId, kinds: ["address"] });
    tx.publish({ type: "account.changed", userId });
    return ADDRESS.cancelled;
  });

/** What waits to be one's address, and which former ones can still be brought back, the newest first. */
export const readAddressStanding = async (
  ctx: MemberCtx,
): Promise<z.infer<typeof addressStanding>> => {
  const { userId } = ctx.actor;
  const request = await requestOf(ctx.read, userId);
  return {
    waiting:
      request === null
        ? null
        : {
            email: request.email,
            isByTeam: request.isByTeam,
            expiresAt: request.expiresAt.toISOString(),
          },
    former: (await listChanges(ctx.read, userId)).map(({ email, until }) => ({
      email,
      until: until.toISOString(),
    })),
  };
};
