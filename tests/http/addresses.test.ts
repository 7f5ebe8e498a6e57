import { describe, expect, test } from "bun:test";
import {
  clientAddress,
  countedAddress,
  isAddressOrRange,
  rangeTest,
  readAddress,
  shortenedAddress,
} from "#server/core/addresses.ts";

describe("who asks", () => {
  const isTrusted = rangeTest(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);
  const cases: [name: string, peer: string, forwardedFor: string | null, client: string][] = [
    ["nobody's word is taken but a proxy's", "198.51.100.9", "203.0.113.1", "198.51.100.9"],
    ["a trusted proxy names its client", "10.1.2.3", "203.0.113.1", "203.0.113.1"],
    ["a trusted single address counts as well", "192.0.2.7", "203.0.113.1", "203.0.113.1"],
    ["its neighbour does not", "192.0.2.8", "203.0.113.1", "192.0.2.8"],
    [
      "what the client made up stands further left",
      "10.1.2.3",
      "1.1.1.1, 203.0.113.1",
      "203.0.113.1",
    ],
    [
      "a chain of trusted proxies is walked",
      "10.1.2.3",
      "203.0.113.1, 10.9.9.9, fd00::5",
      "203.0.113.1",
    ],
    [
      "the walk ends at the first stranger",
      "10.1.2.3",
      "10.0.0.9, 203.0.113.1, 10.9.9.9",
      "203.0.113.1",
    ],
    ["nothing but proxies: the outermost", "10.1.2.3", "10.0.0.9, 10.0.0.8", "10.0.0.9"],
    ["rubbish ends the walk", "10.1.2.3", "203.0.113.1, <script>", "10.1.2.3"],
    ["an empty header says nothing", "10.1.2.3", "", "10.1.2.3"],
    ["no header: the proxy itself", "10.1.2.3", null, "10.1.2.3"],
    ["a port is cut off", "10.1.2.3", "203.0.113.1:4711", "203.0.113.1"],
    ["brackets and port of IPv6 too", "fd00::1", "[2001:db8::5]:4711", "2001:db8::5"],
    ["IPv4 inside IPv6 is IPv4", "::ffff:10.1.2.3", "::ffff:203.0.113.1", "203.0.113.1"],
  ];
  for (const [name, peer, forwardedFor, client] of cases)
    test(name, () =>
      expect(clientAddress(peer, forwardedFor?.split(",") ?? [], isTrusted)).toBe(client),
    );

  test("without trusted proxies the header is never read", () => {
    const nobody = rangeTest([]);
    expect(clientAddress("127.0.0.1", ["203.0.113.1"], nobody)).toBe("127.0.0.1");
  });
});

test("IPv4 counts whole, IPv6 by its /64", () => {
  expect(countedAddress("203.0.113.77")).toBe("203.0.113.77");
  const first = countedAddress("2001:db8:1:2:aaaa::1");
  expect(countedAddress("2001:db8:1:2:ffff:1:2:3")).toBe(first);
  expect(countedAddress("2001:db8:1:3::1")).not.toBe(first);
  expect(first).toBe("2001:db8:1:2::/64");
});

test("a log line names a network, not a person", () => {
  expect(shortenedAddress("203.0.113.77")).toBe("203.0.113.0/24");
  expect(shortenedAddress("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1::/48");
  expect(shortenedAddress("::1")).toBe("0:0:0::/48");
  expect(shortenedAddress("")).toBe("unknown");
});

test("addresses are read as proxies write them, anything else is none", () => {
  expect(readAddress(" 203.0.113.1 ")).toBe("203.0.113.1");
  expect(readAddress("fe80::1%eth0")).toBe("fe80::1");
  expect(readAddress("::ffff:cb00:7101")).toBe("203.0.113.1");
  for (const rubbish of [
    "",
    "unknown",
    "203.0.113",
    "203.0.113.256",
    "[::1",
    "a.example",
    "_hidden",
  ])
    expect(readAddress(rubbish)).toBeNull();
});

test("TRUSTED_PROXIES takes addresses and CIDR ranges of both families, and nothing else", () => {
  for (const good of ["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "2001:db8::/128"])
    expect(isAddressOrRange(good)).toBe(true);
  for (const bad of [
    "",
    "10.0.0",
    "10.0.0.0/33",
    "::1/129",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "localhost",
  ])
    expect(isAddressOrRange(bad)).toBe(false);
});
