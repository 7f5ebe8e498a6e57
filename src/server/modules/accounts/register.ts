import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { type Proof, readProof, spendProof } from "#server/auth/proofs.ts";
import { fingerprintOf, hashOf, hashPassword } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { recordRegistration } from "#server/modules/consents/index.ts";
import { addLink, creditClaimed, showLink } from "#server/modules/links/index.ts";
import {
  addUser,
  claimUser,
  findAddressOwner,
  indexMember,
  setMarketing,
} from "#server/modules/members/index.ts";
import { welcome } from "#server/modules/notifications/index.ts";
import { rememberPlace } from "#server/modules/security/index.ts";
import { findDone, once } from "#server/store/idempotency.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { CODE_KINDS } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { RegisteredUser, RegistrationInput } from "#shared/schemas/accounts.ts";
import {
  assertAddressFree,
  assertFree,
  assertNewAccount,
  assertPasswordAllowed,
  emailInUse,
  findDiscordOwner,
} from "./checks.ts";
import { mailCode } from "./mailed-codes.ts";

/** The Discord account that a registration names, and the browser that must have proven it. */
type Claimed = {
  externalId: string;
  name: string;
  imageUrl: string | null;
  whose: { browserSecret: string; platform: "discord" };
};

/**
 * Null for a registration without a Discord account, which is one where the site knows no Discord
 * [ACC-26]; what is named nevertheless must have been proven, there as anywhere.
 */
const claimedIn = (
  { config }: Pick<RequestCtx, "config">,
  { discordId, discordName, discordImgUrl }: RegistrationInput,
  browserSecret: string,
): Claimed | null => {
  if (discordId == null && config.discord === null) return null;
  return {
    externalId: discordId ?? "",
    name: discordName ?? "",
    imageUrl: discordImgUrl || null,
    whose: { browserSecret, platform: "discord" },
  };
};

/** The three fields must say what was proven; a missing picture is null or empty. */
const assertProven = ({ externalId, name, imageUrl }: Claimed, proof: Proof | null): void => {
  const isSame =
    proof !== null &&
    proof.externalId === externalId &&
    proof.name === name &&
    (proof.imageUrl ?? "") === (imageUrl ?? "");
  if (!isSame) throw new AppError("discord_not_proven", REGISTRATION.linkAgain);
};

/**
 * Whose account this Discord account is to be: null for a new one, else one that was imported and waits
 * for it. Asked before the address is: whoever kept a second proof of an account that is linked by now could
 * else try addresses for as long as it is good, and never spend it.
 */
const findWaiting = async (tx: Tx, discordId: string): Promise<string | null> => {
  const owner = await findDiscordOwner(tx, discordId);
  if (owner !== null && !owner.isWaiting)
    throw new AppError("discord_taken", REGISTRATION.discordTaken);
  return owner?.userId ?? null;
};

/**
 * A browser's secret is no more stored than the password, so the fingerprint of what was asked for
 * tells whoever copies the store nothing.
 */
const requestOf = (
  { address }: RequestCtx,
  browserSecret: string | null,
  { password, confirmPassword, ...person }: RegistrationInput,
) => ({
  actor: hashOf(`registration ${browserSecret ?? address}`),
  key: person.idempotencyKey === undefined ? null : `registration:${person.idempotencyKey}`,
  // Without a secret to key it, what is kept must not depend on the password.
  content:
    browserSecret === null
      ? JSON.stringify(person)
      : fingerprintOf(browserSecret, JSON.stringify({ password, confirmPassword, ...person })),
});

const toWire = (id: string, input: RegistrationInput): RegisteredUser => {
  const { email, firstName, lastName, discordId } = input;
  const discord =
    discordId == null
      ? { discordId: null, discordName: null, discordImgUrl: null }
      : {
          discordId,
          discordName: input.discordName ?? "",
          discordImgUrl: input.discordImgUrl || null,
        };
  return { id, email, role: "User", firstName, lastName, ...discord };
};

type NewAccount = {
  id: string;
  input: RegistrationInput;
  passwordHash: string;
  claimed: Claimed | null;
};

/** User and link. Of several registrations with one address or one account, one gets it. */
const addAccount = async (
  tx: Tx,
  { id, input, passwordHash, claimed }: NewAccount,
): Promise<void> => {
  const { email, firstName, lastName } = input;
  if (!(await addUser(tx, { id, email, passwordHash, firstName, lastName }))) throw emailInUse();
  if (claimed === null) return;
  const { externalId, name, imageUrl } = claimed;
  if (!(await addLink(tx, { userId: id, platform: "discord", externalId, name, imageUrl })))
    throw new AppError("discord_taken", REGISTRATION.discordTaken);
};

/** Hands an imported account to whoever has proven the Discord account that belongs to it [ACC-28]. */
const claimWaiting = async (
  tx: Tx,
  { id, input, passwordHash, claimed }: NewAccount & { claimed: Claimed },
): Promise<void> => {
  const { email, firstName, lastName } = input;
  const ownerId = await findAddressOwner(tx, emailKeyOf(email));
  if (ownerId !== null && ownerId !== id) throw emailInUse();
  // What was mailed to the address of the file before is worth nothing from now on.
  await revokeCodes(tx, { userId: id, kinds: CODE_KINDS });
  if (!(await claimUser(tx, { id, email, passwordHash, firstName, lastName })))
    throw new AppError("discord_taken", REGISTRATION.discordTaken);
  const { name, imageUrl } = claimed;
  await showLink(tx, { userId: id, platform: "discord", name, imageUrl });
  await creditClaimed(tx, id);
};

/** @returns the new user's id. */
const makeAccount = async (
  ctx: RequestCtx,
  input: RegistrationInput,
  browserSecret: string | null,
): Promise<string> => {
  const { config } = ctx;
  const claimed = claimedIn(ctx, input, browserSecret ?? "");
  // Asked again inside; here, so that nobody without a proof costs a hash.
  if (claimed !== null) assertProven(claimed, await readProof(ctx.read, claimed.whose));
  // Likewise for whoever has registered as often as anybody may.
  await assertAddressFree(ctx, "registrationsByAddress");
  await assertFree(ctx, input.email, claimed);
  const { password } = input;
  await assertPasswordAllowed(ctx, { field: "password", password, owner: input });
  const passwordHash = await hashPassword(input.password);
  const { email, firstName, lastName } = input;
  const add = async (tx: Tx): Promise<string> => {
    // Whatever is refused further down takes the count back: only completed ones count.
    assertAllowed(await tx.tryCount(...attemptsByAddress(ctx, "registrationsByAddress")));
    let waitingId: string | null = null;
    if (claimed !== null) {
      const { whose, externalId } = claimed;
      assertProven(claimed, await spendProof(tx, { ...whose, externalId }));
      waitingId = await findWaiting(tx, externalId);
    }
    const id = waitingId ?? crypto.randomUUID();
    const account = { id, input, passwordHash };
    if (claimed === null || waitingId === null) await addAccount(tx, { ...account, claimed });
    else await claimWaiting(tx, { ...account, claimed });
    await indexMember(tx, id);
    await rememberPlace(tx, ctx, id);
    await recordRegistration(tx, { userId: id, agreesTo: input.agreesTo });
    if (input.allowMarketingEmails === true)
      await setMarketing(tx, { userId: id, isGiven: true, way: "registration" });
    await mailCode(tx, "verify", {
      user: { id, email, firstName, lastName, verifiedAt: null },
    });
    await welcome(tx, { userId: id, config });
    const action = waitingId === null ? "account.registered" : "account.claimed";
    await tx.audit({ actorId: null, action, subject: id });
    return id;
  };
  const request = requestOf(ctx, browserSecret, input);
  const id = await ctx.write((tx) => once(tx, request, () => add(tx)));
  // Its first login is none from a new browser.
  ctx.browser.remember({ userId: id, passwordHash });
  return id;
};

/**
 * Makes an account for whoever has proven a Discord account in this browser, or for anybody where the
 * site knows no Discord [ACC-26], and mails the code that proves the address [ACC-03]. With an idempotency key it is made once, and whoever lost the
 * answer is answered as the first time.
 * @throws {AppError} `bad_request` with the first thing that is wrong and its field, `email_in_use`,
 *   `discord_taken`, `discord_not_proven`, `too_many_requests`, `conflict` for a key that
 *   was used for something else.
 */
export const register = async (
  ctx: RequestCtx,
  input: RegistrationInput,
): Promise<RegisteredUser> => {
  assertNewAccount(input);
  const browserSecret = ctx.browser.secret;
  try {
    const id = await makeAccount(ctx, input, browserSecret);
    ctx.browser.forgetFlows();
    return toWire(id, input);
  } catch (error) {
    // What it takes is used up once the same request has been granted, be it a moment ago.
    const done = await findDone(ctx.read, requestOf(ctx, browserSecret, input));
    if (done === null) throw error;
    ctx.browser.forgetFlows();
    return toWire(String(done.result), input);
  }
};
