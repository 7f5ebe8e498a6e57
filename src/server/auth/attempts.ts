import type { Limit, LimitName, Limits } from "#shared/constants/limits.ts";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { assertAllowed, countAttempt, giveBackAttempt, type Verdict } from "./limits.ts";

/** What the community's own limits are counted with. */
export type LimitContext = {
  store: Store;
  clock: Clock;
  config: { community: { limits: Limits } };
};

/** Where something that is tried is counted. */
export type Attempt = { name: LimitName; subject: string; limit: Limit };

/** Under the community's own limit. */
export const attemptOf = ({ config }: LimitContext, name: LimitName, subject: string): Attempt => ({
  name,
  subject,
  limit: config.community.limits[name],
});

/**
 * By whoever asks: the address, and of IPv6 the wider network as well, which is allowed more.
 * @param whose what is counted apart for each address, such as an account.
 */
export const attemptsByAddress = (
  ctx: LimitContext & { address: string; widerNetwork: string | null },
  name: LimitName,
  whose?: string,
): readonly Attempt[] => {
  const subjectOf = (where: string) => (whose === undefined ? where : `${whose} ${where}`);
  const near = attemptOf(ctx, name, subjectOf(ctx.address));
  if (ctx.widerNetwork === null) return [near];
  const { max, windowMs } = near.limit;
  const limit = { max: max * ctx.config.community.limits.ipv6NetworkFactor, windowMs };
  return [near, { name, subject: subjectOf(ctx.widerNetwork), limit }];
};

/** Takes attempts back that turned out not to count, in the caller's transaction. */
export const giveBackAttempts = async (
  { store, clock }: Pick<LimitContext, "store" | "clock">,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<void> => {
  for (const { name, subject } of attempts) await giveBackAttempt(store, tx, clock, name, subject);
};

/**
 * Counts one attempt under each of several limits, in the caller's transaction. What one of them
 * refuses is counted under none.
 * @returns the refusal, or what the last of them says.
 */
export const countAttempts = async (
  ctx: Pick<LimitContext, "store" | "clock">,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<Verdict> => {
  let verdict: Verdict = { allowed: true, left: 0 };
  for (const [index, { name, subject, limit }] of attempts.entries()) {
    verdict = await countAttempt(ctx.store, tx, ctx.clock, name, subject, limit);
    if (verdict.allowed) continue;
    await giveBackAttempts(ctx, tx, attempts.slice(0, index));
    return verdict;
  }
  return verdict;
};

/** Counts a change of one's own account, in the caller's transaction. @throws {LimitReached} */
export const countAccountChange = async (
  ctx: LimitContext,
  tx: Tx,
  userId: string,
): Promise<void> => {
  const attempt = attemptOf(ctx, "accountChangesByMember", userId);
  assertAllowed(await countAttempts(ctx, tx, [attempt]));
};
