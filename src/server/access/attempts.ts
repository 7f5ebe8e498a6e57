import type { Attempt } from "#server/auth/limits.ts";
import type { MemberTx, RequestCtx } from "#server/context/context.ts";
import type { LimitName } from "#shared/constants/limits.ts";

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
