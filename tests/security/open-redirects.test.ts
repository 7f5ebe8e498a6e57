import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { listeningSite, rawRequest } from "#tests/support/http-site.ts";

const EVIL = "evil.example";
/** Paths that make a careless site lead elsewhere. */
const PATHS = [
  `//${EVIL}/`,
  `///${EVIL}/`,
  `/${EVIL}//`,
  `/\\${EVIL}/`,
  `/%5c${EVIL}/`,
  `/%2f${EVIL}/`,
  `/%2f%2f${EVIL}/`,
  `/.//${EVIL}/`,
  `/..//${EVIL}/`,
  `/%09/${EVIL}/`,
  `/%0d/${EVIL}/`,
  `/@${EVIL}/`,
  `/:@${EVIL}/`,
  `/https:${EVIL}/`,
  `/;@${EVIL}/`,
  `/login/?redirect=//${EVIL}`,
  `/login/?redirect=https://${EVIL}/`,
  `/?url=https://${EVIL}/&next=//${EVIL}`,
  `/rules/?tab=//${EVIL}`,
  `/zlg-rules?tab=//${EVIL}`,
  `http://${EVIL}/x/`,
] as const;

/** What a request says of the proxy that it came through. */
const FORWARDED: readonly Readonly<Record<string, string>>[] = [
  {},
  { "x-forwarded-host": EVIL, "x-forwarded-proto": "https" },
];

const locationIn = (answer: string) => /^location: (.*)\r$/im.exec(answer)?.[1] ?? null;

test("no path, host or forwarded host makes the site lead a browser to another site", async () => {
  const { url } = await listeningSite({ PUBLIC_URL: "http://den.example" });
  let redirects = 0;
  for (const path of PATHS)
    for (const host of ["den.example", EVIL, `den.example.${EVIL}`])
      for (const forwarded of [null, EVIL, `${EVIL}#`, `den.example@${EVIL}`, "den.example"]) {
        const lines = [
          `GET ${path} HTTP/1.1`,
          `Host: ${host}`,
          "Accept: text/html",
          ...(forwarded === null ? [] : [`X-Forwarded-Host: ${forwarded}`]),
          "Connection: close",
        ];
        const location = locationIn(await rawRequest(url, `${lines.join("\r\n")}\r\n\r\n`));
        if (location === null) continue;
        redirects += 1;
        expect(location).not.toStartWith("//");
        const { origin } = new URL(location, "http://den.example/");
        expect([path, host, forwarded, origin]).toEqual([
          path,
          host,
          forwarded,
          "http://den.example",
        ]);
      }
  expect(redirects).toBeGreaterThan(20);
});

test("nobody can choose where an OAuth flow leads, or where it comes back to", async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({ env: sandbox.environment });
  for (const platform of PLATFORMS)
    for (const query of [
      `redirect_uri=https://${EVIL}/`,
      `return_to=https://${EVIL}/`,
      `openid.return_to=https://${EVIL}/`,
      `next=//${EVIL}&platform=${EVIL}&client_id=${EVIL}`,
    ])
      for (const headers of FORWARDED) {
        const path = `/auth/${platform}/start?purpose=link&${query}`;
        const location = (await app.request(path, { headers })).headers.get("location") ?? "";
        expect(location).toStartWith(`${sandbox.url}/`);
        expect(decodeURIComponent(location)).toContain(`${PUBLIC_URL}/auth/${platform}/callback`);
        expect(location).not.toContain(EVIL);
      }
});
