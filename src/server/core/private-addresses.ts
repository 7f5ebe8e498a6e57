import { rangeTest, readAddress } from "./addresses.ts";

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
