import { lookup } from "node:dns/promises";
import { isAddressOrRange } from "#server/core/addresses.ts";
import type { Environment } from "./environment.ts";

const RESOLVE_TIMEOUT_MS = 5000;
const NONE = "none";

/**
 * The proxies whose word is taken: addresses, ranges, and host names that the start resolves.
 * @param problems what is wrong is added to it.
 */
export const readProxies = (
  { TRUSTED_PROXIES: named, PUBLIC_URL: publicUrl }: Environment,
  problems: string[],
): readonly string[] => {
  const problem = (sentence: string) => {
    problems.push(`environment: TRUSTED_PROXIES: ${sentence}`);
  };
  if (named.length === 0 && publicUrl?.startsWith("https:") === true)
    problem(
      "is missing. PUBLIC_URL is https, so something in front of the site ends TLS: name its address, range or host name, or all visitors would count as one. If there is nothing in front, set it to none",
    );
  if (named.length > 1 && named.includes(NONE)) problem("none stands alone");
  return named.filter((name) => name !== NONE);
};

type Resolve = (name: string) => Promise<readonly { address: string }[]>;
const allAddresses: Resolve = (name) => lookup(name, { all: true });

const within = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("timeout")), timeoutMs);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** A host name of a proxy that leads nowhere. The message says so to the owner. */
export class UnknownProxyError extends Error {
  override readonly name = "UnknownProxyError";
}

/**
 * Puts the addresses of host names in their places. They are asked for once: a proxy that moves
 * needs a range, or a restart of the site.
 * @throws {UnknownProxyError} where a name has no address, or none in time.
 */
export const resolveProxies = async (
  proxies: readonly string[],
  resolve: Resolve = allAddresses,
  timeoutMs = RESOLVE_TIMEOUT_MS,
): Promise<readonly string[]> => {
  const resolved = proxies.map(async (proxy) => {
    if (isAddressOrRange(proxy)) return [proxy];
    try {
      const found = await within(resolve(proxy), timeoutMs);
      if (found.length > 0) return found.map(({ address }) => address);
    } catch {
      // Whatever went wrong, the owner can only look at the name.
    }
    throw new UnknownProxyError(
      `TRUSTED_PROXIES names ${proxy}, which has no address. Start the proxy first, correct the name, or name the proxy's range of addresses.`,
    );
  });
  return [...new Set((await Promise.all(resolved)).flat())];
};
