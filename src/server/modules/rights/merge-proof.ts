import { and, eq, isNull } from "drizzle-orm";
import { authenticate } from "#server/auth/authenticate.ts";
import { type CodeOutcome, reserveCode } from "#server/auth/one-time-codes.ts";
import { typedCodeIn } from "#server/auth/typed-codes.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { hasFactor } from "#server/modules/factors/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { MERGE_PROOF_MS } from "#shared/constants/rights.ts";
import { MERGING } from "#shared/rights-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { OtherAccount } from "#shared/schemas/rights.ts";

type Other = { sessionId: string; userId: string };

/**
 * Whose token it is: another account than one's own.
 * @throws {AppError} `forbidden` for a token that is none; `conflict` for one's own account.
 */
export const findOther = async (ctx: MemberCtx, { otherToken }: OtherAccount): Promise<Other> => {
  const found = await authenticate(ctx.auth, otherToken, "background");
  if (found === null) throw new AppError("forbidden", MERGING.unproven);
  const { session, user } = found;
  if (user.id === ctx.actor.userId) throw new AppError("conflict", MERGING.sameAccount);
  return { sessionId: session.id, userId: user.id };
};

/**
 * The other account, where its person has just logged in to it. Asked in the transaction: neither the
 * session nor the account may have ended meanwhile.
 * @returns `mailbox` where a code is to be mailed as well: a password alone is known to others too
 *   often, and nothing of the account that goes comes back.
 * @throws {AppError} `forbidden` for a login that is too old, and for one without the second factor that
 *   the account has.
 */
const findLoggedIn = async (tx: MemberTx, other: Other) => {
  const { sessions, users } = tx.tables;
  const [found] = await tx
    .select({
      confirmedAt: sessions.confirmedAt,
      createdAt: sessions.createdAt,
      hasSecondFactor: sessions.hasSecondFactor,
      user: users,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, other.sessionId), isNull(users.deactivatedAt)));
  if (found === undefined) throw new AppError("forbidden", MERGING.unproven);
  const { confirmedAt, createdAt, hasSecondFactor, user } = found;
  const provenAt = confirmedAt ?? createdAt;
  if (tx.clock.now().getTime() - provenAt.getTime() > MERGE_PROOF_MS)
    throw new AppError("forbidden", MERGING.unproven);
  if (!hasSecondFactor && (await hasFactor(tx, other.userId)))
    throw new AppError("forbidden", MERGING.factorUnproven);
  return { user, mailbox: hasSecondFactor || tx.config.mail === null ? null : user.email };
};

/**
 * The other account, proven by its login and, where that was a password alone, by the code that was
 * mailed to it for this merge.
 * @param proveCode looks at the code, or uses it up.
 * @throws {AppError} `forbidden` as above; `bad_request` for a code that is missing or wrong. Guesses are
 *   not counted: there are 75 bits to guess within an hour.
 */
export const findProven = async (
  tx: MemberTx,
  other: Other,
  code: string | undefined,
  proveCode: (tx: MemberTx, input: { code: string; kind: "merge" }) => Promise<CodeOutcome>,
) => {
  const { user, mailbox } = await findLoggedIn(tx, other);
  if (mailbox === null) return user;
  const spent = await proveCode(tx, { code: typedCodeIn(code ?? ""), kind: "merge" });
  const isIt =
    spent.outcome === "ok" && spent.userId === user.id && spent.about === tx.actor.userId;
  if (!isIt) throw wrongInput(MERGING.mailedCodeWrong, ["code"]);
  return user;
};

/**
 * Mails a code to the account that is to go, where a login alone does not prove enough.
 * @returns where it was mailed to; null where no code is asked for.
 * @throws {AppError} `forbidden` where the login proves nothing, `conflict` for one's own account,
 *   `too_many_requests`.
 */
export const requestMergeCode = async (
  ctx: MemberCtx,
  input: OtherAccount,
): Promise<{ mailedTo: string | null }> => {
  const other = await findOther(ctx, input);
  return ctx.write(async (tx) => {
    const { user, mailbox } = await findLoggedIn(tx, other);
    if (mailbox === null) return { mailedTo: null };
    await tx.count("mergeMailsByAccount", user.id);
    const about = tx.actor.userId;
    const code = await reserveCode(tx, { userId: user.id, kind: "merge", isOwners: true, about });
    const kept = tx.actor.user.email ?? "";
    if (code !== null)
      await queueMail(tx, {
        to: { name: fullName(user), address: mailbox },
        template: "merge-code",
        data: { firstName: user.firstName, kept, code },
      });
    return { mailedTo: mailbox };
  });
};
