import { and, eq } from "drizzle-orm";
import type { Attempt } from "#server/auth/limits.ts";
import { dropProofs } from "#server/auth/proofs.ts";
import type { Actor, Member, MemberTx, RequestCtx, System, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { SIGN_IN } from "#shared/messages.ts";

/**
 * Ends all sessions of whoever acts but the one in which they act, in the caller's transaction, and writes
 * that down. @returns how many there were.
 */
export const endOthers = async (tx: MemberTx): Promise<number> => {
  const { userId, session } = tx.actor;
  const count = await tx.auth.sessions.endOthers(tx, userId, session.id);
  if (count > 0)
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: count } });
  return count;
};

/**
 * Runs a transaction that ends a session of the browser that asks, or begins one there: the next
 * person may be another. What the browser has proven goes with it; once that is committed it forgets
 * its secret and every OAuth flow it has begun, and gets no token, not even a fresh one.
 * @param isThisBrowser false where it is not this browser's session that ends or begins, and nothing is
 *   forgotten; what came of `work` may say so.
 */
export const writeAndForgetPerson = async <Who extends Actor, T>(
  ctx: RequestCtx<Who>,
  work: (tx: Tx<Who>) => Promise<T>,
  isThisBrowser: boolean | ((result: T) => boolean) = true,
): Promise<T> => {
  if (isThisBrowser === false) return ctx.write(work);
  const isForgotten = isThisBrowser === true ? () => true : isThisBrowser;
  const { browser } = ctx;
  const result = await ctx.write(async (tx) => {
    const done = await work(tx);
    if (isForgotten(done)) await dropProofs(tx, browser.secret);
    return done;
  });
  if (!isForgotten(result)) return result;
  browser.forgetPerson();
  // Somebody may be signed in here already: a fresh token of theirs would undo all of this.
  ctx.handOutToken(null);
  return result;
};

/**
 * By whoever asks: the address, and of IPv6 the wider network as well, which is allowed more.
 * @param whose what is counted apart for each address, such as an account.
 */
export const attemptsByAddress = (
  { address, widerNetwork, config }: Pick<RequestCtx, "address" | "widerNetwork" | "config">,
  name: LimitName,
  whose?: string,
): readonly Attempt[] => {
  const subjectOf = (where: string) => (whose === undefined ? where : `${whose} ${where}`);
  const near = { name, subject: subjectOf(address) };
  if (widerNetwork === null) return [near];
  const { limits } = config.community;
  const { max, windowMs } = limits[name];
  const limit = { max: max * limits.ipv6NetworkFactor, windowMs };
  return [near, { name, subject: subjectOf(widerNetwork), limit }];
};

/** Counts a change of one's own account. @throws {LimitReached} */
export const countAccountChange = (tx: MemberTx): Promise<void> =>
  tx.count("accountChangesByMember", tx.actor.userId);

/**
 * Asked in the transaction of an act that cannot be taken back: the person has proven in this session,
 * a short while ago, who they are. Signing in counts; the site itself and its commands are never asked.
 * How long that holds says the owner (`security.step_up_minutes`; 0 asks nobody).
 * @throws {AppError} `unauthorized` where the session ended meanwhile; `step_up`, upon which a client asks for the password or a passkey and tries again.
 */
export const assertConfirmed = async (tx: Tx<Member | System>): Promise<void> => {
  const { actor, clock, config, tables } = tx;
  const { stepUpMs } = config.community.security;
  if (actor.kind === "system" || stepUpMs === 0) return;
  const { sessions } = tables;
  // Read again: a confirmation may have come since this request did.
  const [row] = await tx
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.id, actor.session.id), eq(sessions.userId, actor.userId)));
  if (row === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  const at = row.confirmedAt ?? actor.session.confirmedAt;
  if (clock.now().getTime() - at.getTime() > stepUpMs) throw new AppError("step_up", STEP_UP.asked);
};
