import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import {
  assertAllowed,
  type Attempt,
  findRefusal,
  forgetAttempts,
  giveBackAttempts,
  LimitReached,
} from "#server/auth/limits.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { readProof, spendProof } from "#server/auth/proofs.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Config } from "#server/config/config.ts";
import type { Ctx, CtxReader, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { creditClaimed } from "#server/modules/links/index.ts";
import { claimUser, findAddressOwner } from "#server/modules/members/index.ts";
import { LOGIN_FIELDS, MAIL, REFUSED_PASSWORDS, REGISTRATION } from "#shared/account-messages.ts";
import { CODE_KINDS } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  emailKeyOf,
  emailProblem,
  newEmailProblem,
  passwordProblem,
  passwordWords,
  personNameProblems,
} from "#shared/rules/account-fields.ts";

/** Of a name or an address that a password must not be made of, in letters. */
const OWN_MIN = 4;
/** A password that has so many characters besides a name is not made of it. */
const BESIDES_MIN = 4;
/** Words of fewer different characters, such as `aaaaaaa`, are tried by counting. */
const DIFFERENT_MIN = 3;

/** Whose password it is to be, as far as that is known. */
export type PasswordOwner = {
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  /** The one that it replaces, where that was said. */
  current?: string;
};

const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A word as passwords are compared, without what stands between its letters. */
const plainWords = (text: string): string[] =>
  passwordWords(text)
    .map(onlyLetters)
    .filter((word) => word.length >= OWN_MIN);

const isMadeOf = (password: readonly string[], texts: readonly (string | null | undefined)[]) => {
  const own = texts.flatMap((text) => plainWords(text ?? ""));
  return password.some((word) =>
    own.some((name) => word.includes(name) && word.length - name.length < BESIDES_MIN),
  );
};

/** Loaded by the first password that is set: few requests ask for it. */
const isCommon = async (words: readonly string[]): Promise<boolean> => {
  const { COMMON_WORDS } = await import("./common-passwords.ts");
  return words.some((word) => COMMON_WORDS.has(word) || new Set(word).size < DIFFERENT_MIN);
};

/**
 * Why a password that keeps the policy is refused all the same [SAFE-01]; null where it is not.
 * @param owner to whom it is to belong.
 */
export const refusedPassword = async (
  { community }: Pick<Config, "community">,
  password: string,
  { email, firstName, lastName, current }: PasswordOwner,
): Promise<string | null> => {
  if (password === current) return REFUSED_PASSWORDS.current;
  const words = passwordWords(password);
  const plain = words.map(onlyLetters);
  const mailbox = email?.slice(0, Math.max(0, email.lastIndexOf("@")));
  const whole = [firstName ?? "", lastName ?? ""];
  const names = [firstName, lastName, whole.join(""), whole.toReversed().join("")];
  if (isMadeOf(plain, [email, mailbox])) return REFUSED_PASSWORDS.address;
  if (isMadeOf(plain, names)) return REFUSED_PASSWORDS.name;
  if (isMadeOf(plain, [community.brand.name])) return REFUSED_PASSWORDS.community;
  return (await isCommon(words)) ? REFUSED_PASSWORDS.common : null;
};

type Checking = { config: Pick<Config, "community"> } & Pick<Ctx, "passwordRange">;

/**
 * Asked before a password is hashed; where the owner has switched that on, a list of stolen ones is asked last
 * [SAFE-12].
 * @throws {AppError} `bad_request` with the reason, for the field that holds the password.
 */
export const assertPasswordAllowed = async (
  { config, passwordRange }: Checking,
  { field, password, owner }: { field: string; password: string; owner: PasswordOwner },
): Promise<void> => {
  const problem = await refusedPassword(config, password, owner);
  if (problem !== null) throw wrongInput(problem, [field]);
  if (passwordRange !== null && (await passwordRange(password)))
    throw wrongInput(REFUSED_PASSWORDS.breached, [field]);
};

/**
 * What somebody is answered who waits for a mail: the truth, where the site sends none.
 * @param without says whom to ask; is given the community's address.
 */
export const whereMailed = (
  { config }: { config: Pick<Config, "mail" | "community"> },
  sentence: string,
  without: (contactEmail: string) => string,
): string => (config.mail === null ? without(config.community.brand.contactEmail) : sentence);

/** @throws {AppError} `bad_request` unless the text is an email address. */
export function assertEmail(text: string | null | undefined): asserts text is string {
  const problem = emailProblem(text ?? "");
  if (problem !== null) throw wrongInput(problem, ["email"]);
}

/** @throws {AppError} `bad_request` with the fields of the names that cannot be had. */
export const assertNames = (names: { firstName?: string; lastName?: string }): void => {
  const fields = personNameProblems(names);
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new AppError("bad_request", sentence, { fields });
};

type NewAccount = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword: string;
};

/** @throws {AppError} `bad_request` with the first thing that is wrong in a new account, and its field. */
export const assertNewAccount = (input: NewAccount): void => {
  const { email, password, confirmPassword } = input;
  assertNames(input);
  const wrongEmail = newEmailProblem(email);
  if (wrongEmail !== null) throw wrongInput(wrongEmail, ["email"]);
  const wrongPassword = passwordProblem(password);
  if (wrongPassword !== null) throw wrongInput(wrongPassword, ["password"]);
  if (password !== confirmPassword)
    throw wrongInput(LOGIN_FIELDS.passwordsDiffer, ["confirmPassword"]);
};

/**
 * Who has linked a Discord account, and whether theirs is one that was imported and waits for exactly
 * the person who has proven it.
 * @returns null where nobody has.
 */
export const findDiscordOwner = async (
  reader: CtxReader,
  discordId: string,
): Promise<{ userId: string; isWaiting: boolean } | null> => {
  const { links, users } = reader.tables;
  const [found] = await reader
    .select({
      userId: links.userId,
      waitsSince: users.waitsSince,
      deactivatedAt: users.deactivatedAt,
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(eq(links.platform, "discord"), eq(links.externalId, discordId)));
  if (found === undefined) return null;
  const isWaiting = found.waitsSince !== null && found.deactivatedAt === null;
  return { userId: found.userId, isWaiting };
};

/** Whether an imported account waits for the Discord account that this browser has proven. */
export const discordWaits = async ({
  read,
  browser: { secret },
}: RequestCtx): Promise<{ waits: boolean }> => {
  if (secret === null) return { waits: false };
  const proof = await readProof(read, { browserSecret: secret, platform: "discord" });
  const owner = proof === null ? null : await findDiscordOwner(read, proof.externalId);
  return { waits: owner?.isWaiting === true };
};

/** For `.where(...)` over `users`: an imported account that its owner has not claimed yet. */
export const isWaiting = ({ users }: CtxReader["tables"]) =>
  and(isNotNull(users.waitsSince), isNull(users.deactivatedAt));

/**
 * Hands the imported account that waits with an address to whoever is known to have that address, in the
 * caller's transaction: with its points, tier and links.
 * @returns its id; null where none waits with this address.
 */
export const claimByAddress = async (
  tx: Tx,
  owner: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string | null> => {
  const { users: t } = tx.tables;
  const [waiting] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.emailKey, emailKeyOf(owner.email)), isWaiting(tx.tables)));
  if (waiting === undefined || !(await claimUser(tx, { ...owner, ...waiting }))) return null;
  // What was mailed to it before is worth nothing from now on.
  await revokeCodes(tx, { userId: waiting.id, kinds: CODE_KINDS });
  await creditClaimed(tx, waiting.id);
  await tx.audit({ actorId: null, action: "account.claimed", subject: waiting.id });
  return waiting.id;
};

/** @param field in which the address was sent. */
export const emailInUse = (field = "email"): AppError =>
  wrongInput(REGISTRATION.emailInUse, [field], "email_in_use");

/** @returns why a registration is refused; null where both are free. */
const findTaken = async (
  tx: Tx,
  email: string,
  discordId: string | null,
): Promise<AppError | null> => {
  const owner = discordId === null ? null : await findDiscordOwner(tx, discordId);
  if (owner !== null && !owner.isWaiting)
    return new AppError("discord_taken", REGISTRATION.discordTaken);
  const ownerId = await findAddressOwner(tx, emailKeyOf(email));
  return ownerId === null || ownerId === owner?.userId ? null : emailInUse();
};

/**
 * Refuses a registration whose email address or Discord account is in use, before it costs a hash.
 * Such refusals tell who has an account, so they are counted, and stay counted; the last that a proof
 * allows spends it. Without a proof every try stays counted: nothing else bounds how many hashes are
 * worked out.
 * @throws {AppError} `email_in_use`, `discord_taken`; `too_many_requests`, for free addresses too.
 */
export const assertFree = async (
  ctx: RequestCtx,
  email: string,
  claimed: {
    externalId: string;
    whose: { browserSecret: string; platform: "discord" };
  } | null,
): Promise<void> => {
  const ofAddress = attemptsByAddress(ctx, "takenRegistrationsByAddress");
  const ofProof =
    claimed === null
      ? null
      : ({
          name: "takenRegistrationsByProof",
          subject: hashOf(claimed.whose.browserSecret),
        } as const);
  const attempts = ofProof === null ? ofAddress : [...ofAddress, ofProof];
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attempts);
    if (!verdict.allowed) return { verdict, taken: null };
    const taken = await findTaken(tx, email, claimed?.externalId ?? null);
    if (claimed === null || ofProof === null) return { verdict, taken };
    // A proof lets as many hashes be worked out, whether or not anything comes of them.
    if (taken === null) await giveBackAttempts(tx, ofAddress);
    else if (verdict.left === 0) {
      await spendProof(tx, { ...claimed.whose, externalId: claimed.externalId });
      await forgetAttempts(tx, ofProof);
    }
    return { verdict, taken };
  });
  if (!verdict.allowed) throw new LimitReached(verdict);
  if (taken !== null) throw taken;
};

/** Asks limits without counting. @throws {LimitReached} where one refuses already. */
const assertNoneRefuses = async (
  reader: CtxReader,
  attempts: readonly Attempt[],
): Promise<void> => {
  for (const attempt of attempts) {
    const refusal = await findRefusal(reader, attempt);
    if (refusal !== null) throw new LimitReached(refusal);
  }
};

/**
 * Asks a limit without counting.
 * @throws {LimitReached} where it refuses already.
 */
export const assertNotUsedUp = (
  reader: CtxReader,
  name: LimitName,
  subject: string,
): Promise<void> => assertNoneRefuses(reader, [{ name, subject }]);

/** The same as `assertNotUsedUp`, by whoever asks. @throws {LimitReached} */
export const assertAddressFree = (ctx: RequestCtx, name: LimitName): Promise<void> =>
  assertNoneRefuses(ctx.read, attemptsByAddress(ctx, name));

/** An account as far as it says which browsers it knows. */
type Account = { id: string; passwordHash: string | null } | undefined;

/** True of a browser that has signed in to the account before, or was made known by a mail. */
export const isKnownTo = ({ browser }: RequestCtx, account: Account): boolean =>
  account !== undefined &&
  account.passwordHash !== null &&
  browser.knownAs({ userId: account.id, passwordHash: account.passwordHash }) !== null;

/**
 * Counts a mail that is asked for, for the mailbox and for whoever asks. A mailbox counts the same
 * whether or not an account has it. What a browser asks for that the account knows counts apart:
 * strangers cannot use that up.
 * @param mailbox.isOwners whether such a browser asks.
 * @param byAddress where strangers are counted by whoever asks.
 * @throws {LimitReached} then nothing is counted.
 */
export const countMail = async (
  tx: Tx,
  { emailKey, isOwners }: { emailKey: string; isOwners: boolean },
  byAddress: readonly Attempt[],
  name: LimitName = "mailsByMailbox",
): Promise<void> => {
  const ofMailbox = isOwners ? "mailsByMailboxFromKnownBrowsers" : name;
  if (!isOwners) assertAllowed(await tx.tryCount(...byAddress));
  const verdict = await tx.tryCount({ name: ofMailbox, subject: emailKey });
  if (!verdict.allowed)
    throw new LimitReached(
      verdict,
      whereMailed(tx, MAIL.enoughSent, () => MESSAGES.tooManyAttempts),
    );
};
