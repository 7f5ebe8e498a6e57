import { randomInt } from "node:crypto";

/**
 * Ports that no system gives to outgoing connections by itself: Linux does so from 32768, others from
 * 49152. Nobody takes one of these while whoever listens there is away for a moment.
 */
const OWN_PORTS = { first: 15_000, last: 31_999 };
const TRIES = 100;

/**
 * Listens on a port that will still be free when it is closed and opened again.
 * @param listen opens the given port of the loopback interface.
 * @param usualPort is tried first; null leaves the choice to chance.
 * @throws what `listen` throws, other than that somebody else has the port.
 */
export const listenOnOwnPort = async <Listener>(
  listen: (port: number) => Promise<Listener>,
  usualPort: number | null = null,
): Promise<Listener> => {
  for (let left = TRIES; ; left -= 1)
    try {
      const isFirst = left === TRIES;
      return await listen(
        (isFirst ? usualPort : null) ?? randomInt(OWN_PORTS.first, OWN_PORTS.last + 1),
      );
    } catch (error) {
      if (left === 1 || (error as { code?: unknown }).code !== "EADDRINUSE") throw error;
    }
};

/** True of an http(s) address on this machine: the site, wherever it runs here. */
export const isHere = (address: string): boolean => {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return false;
  return (
    ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) ||
    url.hostname.endsWith(".localhost")
  );
};
