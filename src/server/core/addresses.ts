import { BlockList, isIP } from "node:net";

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left;
  const right = tail === "" ? [] : tail.split(":");
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
};

const mappedIpv4 = (groups: readonly string[]): string | null => {
  if (groups.slice(0, 5).some((group) => group !== "0") || groups[5] !== "ffff") return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
};

/**
 * Reads an address as proxies write it: `1.2.3.4`, `1.2.3.4:5678`, `[2001:db8::1]:5678`, with a
 * zone, or IPv4 inside IPv6.
 * @returns the bare address, or null where it is none.
 */
export const readAddress = (written: string): string | null => {
  const trimmed = written.trim();
  const bare = (/^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed).split("%")[0] ?? "";
  const address = /^[\d.]+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(":")) : bare;
  const family = isIP(address);
  if (family === 4) return address;
  return family === 6 ? (mappedIpv4(groupsOf(address)) ?? address) : null;
};

const splitRange = (range: string) => {
  const [network = "", prefix] = range.split("/");
  const family = isIP(network);
  const bits = family === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
  return family === 0 || length < 0 || length > bits ? null : { network, length, family };
};

/** True of `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` and the like. */
export const isAddressOrRange = (value: string): boolean => splitRange(value) !== null;

const familyName = (family: number) => (family === 4 ? "ipv4" : "ipv6");

/**
 * Makes the test "does this address belong to one of the ranges?".
 * @param ranges addresses and CIDR ranges of either family; others are passed over.
 */
export const rangeTest = (ranges: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const { network, length, family } of ranges.flatMap((range) => splitRange(range) ?? []))
    list.addSubnet(network, length, familyName(family));
  return (address) => list.check(address, familyName(isIP(address)));
};

const isLoopbackAddress = rangeTest(["127.0.0.0/8", "::1/128"]);

/** Whether an address is this machine's own. @param written as a socket has it. */
export const isLoopback = (written: string): boolean => {
  const address = readAddress(written);
  return address !== null && isLoopbackAddress(address);
};

/**
 * Whether a URL's host name is this machine's own. Not `*.localhost`: what such a name leads to is for
 * its browser to say, and may be another site.
 */
export const isThisMachine = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || isLoopbackAddress(hostname);

/**
 * Who asks, as far as it can be believed: walks the hops of `X-Forwarded-For` from their end for as
 * long as the address there is a trusted proxy's own.
 * @param peer the other end of the connection.
 */
export const clientAddress = (
  peer: string,
  hops: readonly string[],
  isTrusted: (address: string) => boolean,
): string => {
  let client = readAddress(peer) ?? peer;
  for (const hop of hops.toReversed()) {
    const next = isTrusted(client) ? readAddress(hop) : null;
    if (next === null) break;
    client = next;
  }
  return client;
};

/** How an address is counted: IPv4 whole, IPv6 by its /64, of which one household has one. */
export const countedAddress = (address: string): string =>
  isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(":")}::/64` : address;

/**
 * The wider network that an IPv6 address is counted by as well: its /48, of which whoever asks gets
 * one, with 65,536 of what `countedAddress` counts. Null for IPv4.
 */
export const countedNetwork = (address: string): string | null =>
  isIP(address) === 6 ? `${groupsOf(address).slice(0, 3).join(":")}::/48` : null;

/** How an address is logged: its /24 or /48, which names a network, not a person. */
export const shortenedAddress = (address: string): string => {
  const family = isIP(address);
  if (family === 4) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  return family === 6 ? `${groupsOf(address).slice(0, 3).join(":")}::/48` : "unknown";
};

/** Addresses at which no stranger's program is: this machine, private and shared networks, and what has no host. */
const isPrivate = rangeTest([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
]);

/**
 * Whether an address, as DNS gives it, is one that nobody reaches from outside; IPv4 within IPv6 counts as
 * the IPv4 that it is.
 */
export const isPrivateAddress = (written: string): boolean => {
  const address = readAddress(written);
  return address === null || isPrivate(address);
};
