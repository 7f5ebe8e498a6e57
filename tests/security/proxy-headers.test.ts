import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { PUBLIC_URL, testApp, withLimits } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";

const PROXY = "10.0.0.1";
const STRANGER = "198.51.100.9";

/** A site behind a proxy that lets an address begin two OAuth flows, and one more is refused. */
const siteBehindProxy = async (trusted = "10.0.0.0/8") => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({
    env: { ...sandbox.environment, TRUSTED_PROXIES: trusted },
    adjust: withLimits({ proofsByAddress: 2 }),
  });
  const begin = async (peer: string, headers: Readonly<Record<string, string>>) => {
    const request = new Request(`${PUBLIC_URL}/auth/steam/start?purpose=link`, { headers });
    return (await app.fetch(request, { requestIP: () => ({ address: peer }) })).status;
  };
  return { app, begin };
};

/** Headers in which somebody says where they come from. */
const claims = (address: string): readonly Readonly<Record<string, string>>[] => [
  { "x-forwarded-for": address },
  { "x-forwarded-for": `${address}, ${PROXY}` },
  { "x-real-ip": address, forwarded: `for=${address}` },
  { "cf-connecting-ip": address, "true-client-ip": address, "x-client-ip": address },
];

test("[API-10] whoever is no proxy cannot say that they are somebody else", async () => {
  for (const [index] of claims("").entries()) {
    const { begin } = await siteBehindProxy();
    const statuses: number[] = [];
    for (const last of [1, 2, 3])
      statuses.push(await begin(STRANGER, claims(`203.0.113.${last}`)[index] ?? {}));
    expect(statuses).toEqual([302, 302, 429]);
  }
});

test("without a proxy nobody can, not even from this machine", async () => {
  const { begin } = await siteBehindProxy("none");
  const statuses: number[] = [];
  for (const last of [1, 2, 3])
    statuses.push(await begin("127.0.0.1", { "x-forwarded-for": `203.0.113.${last}` }));
  expect(statuses).toEqual([302, 302, 429]);
});

test("what a client makes up stands left of what the proxy adds, and counts for nothing", async () => {
  const made = [
    "203.0.113.1",
    "203.0.113.2, 203.0.113.3",
    `${"203.0.113.4, ".repeat(700)}203.0.113.5`,
    "not an address",
    "",
    ",,,",
    "1".repeat(5000),
  ];
  for (const left of made) {
    const { begin } = await siteBehindProxy();
    const from = (address: string) => begin(PROXY, { "x-forwarded-for": `${left}, ${address}` });
    expect([await from(STRANGER), await from(STRANGER)]).toEqual([302, 302]);
    expect([left.slice(0, 20), await begin(PROXY, { "x-forwarded-for": STRANGER })]).toEqual([
      left.slice(0, 20),
      429,
    ]);
    // A neighbour is none of it.
    expect(await from("198.51.100.10")).toBe(302);
  }
});

/** Headers by which some programs let a request say that it is another one. */
const DISGUISES = {
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
  "x-forwarded-prefix": "/evil",
  "x-forwarded-server": "evil.example",
  "x-original-url": "/api/auth/all-user-data",
  "x-rewrite-url": "/api/auth/all-user-data",
  "x-http-method-override": "DELETE",
  "x-method-override": "DELETE",
  "x-host": "evil.example",
  forwarded: "host=evil.example;proto=https",
};

test("no header makes a request another one, or a page name another host", async () => {
  const app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await app.fetch(new Request(`${PUBLIC_URL}${path}`, { headers }), {
      requestIP: () => ({ address: PROXY }),
    });
    const { status } = response;
    const kept = [...response.headers].filter(([name]) => name !== "x-request-id");
    return { status, kept, body: await response.text() };
  };
  for (const path of [
    "/",
    "/login",
    "/robots.txt",
    "/sitemap.xml",
    "/api/server/eco",
    "/nothing",
  ]) {
    const plain = await ask(path, {});
    for (const [name, value] of Object.entries(DISGUISES))
      expect([name, await ask(path, { [name]: value })]).toEqual([name, plain]);
    const other = await ask(path, { "x-forwarded-host": "evil.example" });
    expect([path, other]).toEqual([path, plain]);
  }
});

test("an IPv6 network begins no more OAuth flows than a few addresses may, whichever it sends them from", async () => {
  const { app, begin } = await siteBehindProxy("none");
  const allowed = 2 * app.deps.config.community.limits.ipv6NetworkFactor;
  const statuses: number[] = [];
  for (let number = 0; number <= allowed; number += 1)
    statuses.push(await begin(`2001:db8:1:${number.toString(16)}::1`, {}));
  expect(statuses).toEqual([...Array.from({ length: allowed }, () => 302), 429]);
  expect(await begin("2001:db8:2::1", {})).toBe(302);
});
