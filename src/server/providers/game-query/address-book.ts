import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { NoAnswer } from "./port.ts";

export type Address = { address: string; family: 4 | 6 };
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;
export type AddressBook = { find(host: string): Promise<Address> };

const FRESH_MS = 60_000;

type Entry = { known: Address | null; askedAt: number; asking: Promise<Address> | null };

const lookupAll: Lookup = (host) => systemLookup(host, { all: true });

const toAddress = ({ address, family }: { address: string; family: number }): Address => ({
  address,
  family: family === 6 ? 6 : 4,
});

/**
 * Remembers the addresses of host names. A name is waited for once; later it is looked up again
 * every minute beside the questions, so that a name server that fails takes no game server down.
 * @param now milliseconds from any fixed point.
 */
export const createAddressBook = (
  lookup: Lookup = lookupAll,
  now: () => number = () => performance.now(),
): AddressBook => {
  const entries = new Map<string, Entry>();

  const refresh = async (host: string, entry: Entry): Promise<Address> => {
    try {
      const found = await Promise.resolve(host).then(lookup);
      // Game servers mostly listen on IPv4 alone, even where their name has both.
      const best = found.find(({ family }) => family === 4) ?? found[0];
      if (best === undefined) throw new NoAnswer("unresolved");
      entry.known = toAddress(best);
      return entry.known;
    } catch {
      if (entry.known !== null) return entry.known;
      throw new NoAnswer("unresolved");
    } finally {
      entry.askedAt = now();
      entry.asking = null;
    }
  };

  return {
    find: async (host) => {
      const family = isIP(host);
      if (family !== 0) return toAddress({ address: host, family });
      let entry = entries.get(host);
      if (entry === undefined) {
        entry = { known: null, askedAt: 0, asking: null };
        entries.set(host, entry);
      }
      if (entry.known !== null && now() - entry.askedAt < FRESH_MS) return entry.known;
      entry.asking ??= refresh(host, entry);
      return entry.known ?? entry.asking;
    },
  };
};
