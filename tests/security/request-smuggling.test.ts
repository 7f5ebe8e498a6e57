import { expect, test } from "bun:test";
import { listeningSite, rawRequest } from "#tests/support/http-site.ts";

/** What a proxy may have let through as the body of the first request. */
const HIDDEN = "GET /api/Auth/me HTTP/1.1\r\nHost: den.example\r\n\r\n";
const CHUNKED = `0\r\n\r\n${HIDDEN}`;

/** Headers of which two readers may take another end of the body each. */
const AMBIGUOUS: readonly (readonly string[])[] = [
  [`Content-Length: ${CHUNKED.length}`, "Transfer-Encoding: chunked"],
  ["Transfer-Encoding: chunked", "Content-Length: 4"],
  ["Content-Length: 4", "Content-Length: 40"],
  ["Content-Length: 4, 40"],
  ["Content-Length: +4"],
  ["Content-Length: -4"],
  ["Content-Length: 0x4"],
  ["Content-Length: 4 0"],
  ["Transfer-Encoding: xchunked"],
  ["Transfer-Encoding : chunked"],
  ["Transfer-Encoding: chunked, identity"],
  ["Transfer-Encoding: identity", "Transfer-Encoding: chunked"],
  [" Transfer-Encoding: chunked"],
  ["Transfer-Encoding:\u000bchunked"],
  ["X: a\nTransfer-Encoding: chunked"],
];

const answersIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code);

const loginWith = (headers: readonly string[]) =>
  ["POST /api/Auth/login HTTP/1.1", "Host: den.example", ...headers].join("\r\n");

test("the check itself sees a second request where there is one", async () => {
  const { url } = await listeningSite();
  // The second asks for the end of the connection: both have been answered then.
  const both = CHUNKED.replace("Host:", "Connection: close\r\nHost:");
  const plain = `${loginWith(["Transfer-Encoding: chunked"])}\r\n\r\n${both}`;
  expect(answersIn(await rawRequest(url, plain))).toEqual(["400", "401"]);
});

test("no request hides another one behind a body whose end two readers see at different places", async () => {
  const { url } = await listeningSite();
  for (const headers of AMBIGUOUS) {
    const text = await rawRequest(url, `${loginWith(headers)}\r\n\r\n${CHUNKED}`, 150);
    // The hidden one alone would be told 401.
    expect([headers, answersIn(text).includes("401")]).toEqual([headers, false]);
    expect([headers, answersIn(text).length <= 1]).toEqual([headers, true]);
  }
});

test("no method that shows a request again, or opens a way elsewhere, is answered", async () => {
  const { url } = await listeningSite();
  for (const method of ["TRACE", "TRACK", "CONNECT", "DEBUG", "PROPFIND"])
    for (const path of ["/", "/api/Auth/me", "/api/trpc/accounts.me", "/healthz"]) {
      const lines = [`${method} ${path} HTTP/1.1`, "Host: den.example", "Cookie: secret=1"];
      const text = await rawRequest(url, `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
      const [status = "none"] = answersIn(text);
      expect([method, path, /^(?:4\d\d|501|none)$/.test(status)]).toEqual([method, path, true]);
      expect(text).not.toContain("secret=1");
    }
});
