import { and, eq } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { type Proof, readProof, spendProof } from "#server/auth/proofs.ts";
import { fingerprintOf, hashOf } from "#server/auth/secrets.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { addLink } from "#server/modules/links/index.ts";
import { indexMember, addUser } from "#server/modules/members/index.ts";
import { welcome } from "#server/modules/notifications/index.ts";
import { findDone, once } from "#server/store/idempotency.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { newEmailProblem, passwordProblem } from "#shared/rules/account-fields.ts";
import type { RegisteredUser, RegistrationInput } from "#shared/schemas/accounts.ts";
import { assertFree, emailInUse } from "./assert-free.ts";
import { assertNames } from "./assert-input.ts";
import { assertAddressFree } from "./limited.ts";
import { mailCode } from "./mail-code.ts";

const assertComplete = (input: RegistrationInput): void => {
  const { email, password, confirmPassword } = input;
  assertNames(input);
  const emailProblem = newEmailProblem(email);
  if (emailProblem !== null) throw wrongInput(emailProblem, ["email"]);
  const problem = passwordProblem(password);
  if (problem !== null) throw wrongInput(problem, ["password"]);
  if (password !== confirmPassword) throw wrongInput(MESSAGES.passwordsDiffer, ["confirmPassword"]);
};

/** The three fields must say what was proven; a missing picture is null or empty. */
const assertProven = (input: RegistrationInput, proof: Proof | null): void => {
  const isSame =
    proof !== null &&
    proof.externalId === input.discordId &&
    proof.name === input.discordName &&
    (proof.imageUrl ?? "") === (input.discordImgUrl ?? "");
  if (!isSame) throw new AppError("discord_not_proven", REGISTRATION.linkAgain);
};

/**
 * Asked before the address is: whoever kept a second proof of an account that is linked by now could
 * else try addresses for as long as it is good, and never spend it.
 */
const assertDiscordFree = async (tx: Tx, discordId: string): Promise<void> => {
  const { links } = tx.tables;
  const [taken] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, "discord"), eq(links.externalId, discordId)));
  if (taken !== undefined) throw new AppError("discord_taken", REGISTRATION.discordTaken);
};

/**
 * A browser's secret is no more stored than the password, so the fingerprint of what was asked for
 * tells whoever copies the store nothing.
 */
const requestOf = (browserSecret: string, input: RegistrationInput) => ({
  actor: hashOf(`registration ${browserSecret}`),
  key: input.idempotencyKey === undefined ? null : `registration:${input.idempotencyKey}`,
  content: fingerprintOf(browserSecret, JSON.stringify(input)),
});

const toWire = (id: string, input: RegistrationInput): RegisteredUser => {
  const { email, firstName, lastName, discordId, discordName } = input;
  const discordImgUrl = input.discordImgUrl || null;
  return { id, email, role: "User", firstName, lastName, discordId, discordName, discordImgUrl };
};

type NewAccount = { id: string; input: RegistrationInput; passwordHash: string };

/** User and link. Of several registrations with one address or one account, one gets it. */
const addAccount = async (tx: Tx, { id, input, passwordHash }: NewAccount): Promise<void> => {
  const { email, firstName, lastName } = input;
  if (!(await addUser(tx, { id, email, passwordHash, firstName, lastName }))) throw emailInUse();
  const account = { externalId: input.discordId, name: input.discordName };
  const imageUrl = input.discordImgUrl || null;
  if (!(await addLink(tx, { userId: id, platform: "discord", ...account, imageUrl })))
    throw new AppError("discord_taken", REGISTRATION.discordTaken);
};

/** @returns the new user's id. */
const makeAccount = async (
  ctx: RequestCtx,
  input: RegistrationInput,
  browserSecret: string,
): Promise<string> => {
  const { config } = ctx;
  const whose = { browserSecret, platform: "discord" } as const;
  // Asked again inside; here, so that nobody without a proof costs a hash.
  assertProven(input, await readProof(ctx.read, whose));
  // Likewise for whoever has registered as often as anybody may.
  await assertAddressFree(ctx, "registrationsByAddress");
  await assertFree(ctx, input, whose);
  const passwordHash = await hashPassword(input.password);
  const { email, firstName, lastName, discordId } = input;
  const add = async (tx: Tx): Promise<string> => {
    const id = crypto.randomUUID();
    // Whatever is refused further down takes the count back: only completed ones count.
    assertAllowed(await tx.tryCount(...attemptsByAddress(ctx, "registrationsByAddress")));
    const claimed = { ...whose, externalId: discordId };
    assertProven(input, await spendProof(tx, claimed));
    await assertDiscordFree(tx, discordId);
    await addAccount(tx, { id, input, passwordHash });
    await indexMember(tx, id);
    await mailCode(tx, "verify", {
      user: { id, email, firstName, lastName, verifiedAt: null },
    });
    await welcome(tx, { userId: id, config });
    await tx.audit({ actorId: null, action: "account.registered", subject: id });
    return id;
  };
  const request = requestOf(browserSecret, input);
  return ctx.write((tx) => once(tx, request, () => add(tx)));
};

/**
 * Makes an account for whoever has proven a Discord account in this browser, and mails the code
 * that proves the address [ACC-03]. With an idempotency key it is made once, and whoever lost the
 * answer is answered as the first time.
 * @throws {AppError} `bad_request` with the first thing that is wrong and its field, `email_in_use`,
 *   `discord_taken`, `discord_not_proven`, `too_many_requests`, `conflict` for a key that
 *   was used for something else.
 */
export const register = async (
  ctx: RequestCtx,
  input: RegistrationInput,
): Promise<RegisteredUser> => {
  assertComplete(input);
  const browserSecret = ctx.browser.secret ?? "";
  try {
    const id = await makeAccount(ctx, input, browserSecret);
    ctx.browser.forgetFlows();
    return toWire(id, input);
  } catch (error) {
    // What it takes is used up once the same request has been granted, be it a moment ago.
    const done = await findDone(ctx.read, requestOf(browserSecret, input));
    if (done === null) throw error;
    ctx.browser.forgetFlows();
    return toWire(String(done.result), input);
  }
};
