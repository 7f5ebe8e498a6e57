import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { listeningSite, rawRequest } from "#tests/support/http-site.ts";

/** A site that was never told its address. */
const siteWithoutAddress = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  return testApp({ env: { ...sandbox.environment, PUBLIC_URL: "", PORT: "3000" } });
};

const STRANGERS = [
  "http://evil.localhost:9999",
  "http://evil.localhost:3000",
  "http://localhost.evil.example:3000",
  "http://localhost.:3000",
  "http://localhost:9999",
  "http://localhost",
  "http://127.0.0.1.nip.example:3000",
  "http://128.0.0.1:3000",
  "http://10.0.0.5:3000",
  "http://den.example:3000",
  "http://[::2]:3000",
  "http://[::ffff:127.0.0.1]:3000",
];

test("nobody can have a provider lead people to an address that the owner has not named", async () => {
  const app = await siteWithoutAddress();
  for (const origin of STRANGERS)
    for (const platform of PLATFORMS)
      for (const path of ["start?purpose=link", "callback?state=x&code=y"]) {
        const response = await app.fetch(new Request(`${origin}/auth/${platform}/${path}`));
        const reply = [origin, platform, response.status, response.headers.get("location")];
        expect(reply).toEqual([origin, platform, 503, null]);
        expect(await response.text()).toContain(PROOF_SENTENCES[platform].off);
        const logged = app.lines.find(({ event }) => event === `${platform}.switched_off`);
        expect(logged?.level).toBe("warn");
        expect(logged?.["message"]).toStartWith("PUBLIC_URL is not set");
      }
});

test("on the machine itself accounts are proven without PUBLIC_URL", async () => {
  const app = await siteWithoutAddress();
  for (const origin of [
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://127.9.9.9:3000",
    "http://[::1]:3000",
  ])
    for (const platform of PLATFORMS) {
      const start = `${origin}/auth/${platform}/start?purpose=link`;
      const response = await app.fetch(new Request(start));
      expect(response.status).toBe(302);
      expect(decodeURIComponent(response.headers.get("location") ?? "")).toContain(
        `${origin}/auth/${platform}/callback`,
      );
    }
});

test("nobody can name two hosts at once, nor one that is none", async () => {
  const { url } = await listeningSite();
  const { host } = new URL(url);
  const statusFor = async (path: string, hosts: readonly string[]) => {
    const lines = hosts.map((line) => `${line}\r\n`).join("");
    const answer = await rawRequest(
      url,
      `GET ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`,
    );
    return Number(answer.split(" ")[1]);
  };
  // The second answers from a reply that lies ready.
  for (const path of ["/robots.txt", "/api/server/ark-se", "/api/Auth/me", "/healthz"]) {
    expect(await statusFor(path, [`Host: ${host}`])).not.toBe(400);
    for (const hosts of [
      [`Host: ${host}`, `Host: ${host}`],
      [`Host: ${host}`, "hOST: evil.example"],
      ["Host: evil.example", `Host: ${host}`],
      [`Host: ${host}`, "Host:"],
      ["Host:", `Host: ${host}`],
      [`Host: ${host}, evil.example`],
      [`Host: ${host} evil.example`],
      [`Host: evil.example/${host}`],
      [`Host: user@${host}`],
      [`Host: ${host}:1:2`],
      [`Host: ${"a".repeat(300)}`],
      ["Host:"],
      [],
    ])
      expect([path, hosts, await statusFor(path, hosts)]).toEqual([path, hosts, 400]);
  }
});
