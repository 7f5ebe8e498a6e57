import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { correctAddress, findAddressOwner, indexMember } from "#server/modules/members/index.ts";
import { LOGIN, NO_MAIL_ANSWERS, VERIFICATION } from "#shared/account-messages.ts";
import { emailKeyOf, newEmailProblem } from "#shared/rules/account-fields.ts";
import type { emailCorrection } from "#shared/schemas/accounts.ts";
import { emailInUse } from "./assert-free.ts";
import { countMail } from "./limited.ts";
import { judge, noteRight, refuse, tryPassword } from "./login.ts";
import { mailCode } from "./mail-code.ts";
import { whereMailed } from "./without-mail.ts";

const isAnothers = async (tx: Tx, userId: string, emailKey: string): Promise<boolean> => {
  const ownerId = await findAddressOwner(tx, emailKey);
  return ownerId !== null && ownerId !== userId;
};

/** Whether an address is another one's; who asks that too often is told no more. */
const isTaken = async (ctx: RequestCtx, userId: string, emailKey: string): Promise<boolean> => {
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount({ name: "emailCorrectionsByAccount", subject: userId });
    if (!verdict.allowed) return { verdict, taken: false };
    if (!(await isAnothers(tx, userId, emailKey))) return { verdict, taken: false };
    const counted = await tx.tryCount(...attemptsByAddress(ctx, "takenRegistrationsByAddress"));
    return { verdict: counted, taken: true };
  });
  assertAllowed(verdict);
  return taken;
};

type Correction = { userId: string; passwordHash: string; email: string };

/** Another address for whoever has proven none yet; what was mailed to the old one is worth nothing. */
const change = async (
  ctx: RequestCtx,
  tx: Tx,
  { userId, passwordHash, email }: Correction,
): Promise<void> => {
  const emailKey = emailKeyOf(email);
  // Somebody may have taken it since it was looked for.
  if (await isAnothers(tx, userId, emailKey)) throw emailInUse("newEmail");
  await countMail(tx, { emailKey, isOwners: false }, attemptsByAddress(ctx, "mailsByAddress"));
  // While the password was verified the old address may have been proven, or the account closed.
  const user = await correctAddress(tx, { userId, passwordHash, email });
  if (user === null) throw new AppError("unauthorized", LOGIN.invalidOnWire);
  await indexMember(tx, userId);
  await mailCode(tx, "verify", { user });
  await tx.audit({ actorId: null, action: "account.email_corrected", subject: userId });
  tx.publish({ type: "account.changed", userId });
};

/**
 * Gives a registration whose address nobody has proven yet another one, which frees the first, and mails
 * a new code. Whoever says the password is the one who registered. Sent once more, it does the same.
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` for what is no email address, `unauthorized` as a login does,
 *   `account_deactivated`, `conflict` where the address is proven already, `email_in_use`,
 *   `too_many_requests`.
 */
export const correctEmail = async (
  ctx: RequestCtx,
  { email, newEmail, password }: z.infer<typeof emailCorrection>,
): Promise<string> => {
  const problem = newEmailProblem(newEmail);
  if (problem !== null) throw wrongInput(problem, ["newEmail"]);
  const tried = await tryPassword(ctx, { email, orEmail: newEmail, password });
  const judged = judge(tried);
  const { account } = tried;
  if ("refusal" in judged && (judged.refusal !== "unverified" || account === undefined))
    return refuse(ctx, tried, judged.refusal);
  await ctx.write((tx) => noteRight(tx, tried));
  if (!("refusal" in judged) || account === undefined)
    throw new AppError("conflict", VERIFICATION.already);
  if (await isTaken(ctx, account.id, emailKeyOf(newEmail))) throw emailInUse("newEmail");
  const { id: userId, passwordHash } = account;
  await ctx.write((tx) =>
    change(ctx, tx, { userId, passwordHash: passwordHash ?? "", email: newEmail }),
  );
  return whereMailed(ctx, VERIFICATION.corrected, NO_MAIL_ANSWERS.corrected);
};
