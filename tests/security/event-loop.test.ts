import { describe, expect, test } from "bun:test";
import { richText } from "#client/components/rich-text-view.tsx";
import { createTokens } from "#server/auth/token.ts";
import { clientAddress, rangeTest, readAddress } from "#server/core/addresses.ts";
import { REFUSALS } from "#server/core/errors.ts";
import { readCookie, unseal } from "#server/http/cookies.ts";
import { browserName } from "#server/http/http-context.ts";
import { screenFinder } from "#server/http/pages.ts";
import { pathOf, redirectToPublicHost } from "#server/http/request-handler.ts";
import { bearerOf, forwardedFor, namesOneHost } from "#server/http/request.ts";
import { createMatcher } from "#server/http/rest/adapter.ts";
import { chooseEncoding, ENCODINGS, isNotModified } from "#server/http/static.ts";
import { withoutCustomer } from "#server/modules/orders/shop-event.ts";
import { cleanLine } from "#server/providers/received-text.ts";
import { searchTermsOf } from "#server/store/search-terms.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { linkTarget, safePath } from "#shared/rules/safe-path.ts";
import { isTooDeep } from "#shared/rules/text.ts";
import { line, text } from "#shared/schemas/text.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { BODIES, growth, HEADER_TEXTS, READ_HEADERS, TEXTS } from "#tests/support/worst-input.ts";

/** Sixteen times as much may take so many times as long. */
const GROWTH_MAX = 20;

const requestWith = (name: string, value: string) =>
  new Request(`${PUBLIC_URL}/`, { headers: { [name]: value } });
const isProxy = rangeTest(["10.0.0.0/8"]);
const tokens = createTokens({ key: "k".repeat(32), clock: movableClock() });
const match = createMatcher([
  ["/a/{b}/c", 1],
  ["/{a}/b/{c}", 2],
]);
const screenAt = screenFinder([
  { path: "/member/tickets/$id", head: "<title>$id</title>", shell: "" },
]);
const [oneLine, someText] = [line(50), text(4000)];

/** What reads a header, or a part of one. */
const HEADER_PARSERS: Readonly<Record<string, (value: string) => unknown>> = {
  "Accept-Encoding": (value) => chooseEncoding(value, ENCODINGS),
  "If-None-Match": (value) => isNotModified(value, '"tag"'),
  Cookie: (value) => readCookie(requestWith("cookie", value), "proofs", false),
  "a sealed cookie": (value) => unseal(value, "key"),
  Authorization: (value) => bearerOf(requestWith("authorization", value)),
  "a token": (value) => tokens.verify(value),
  Host: (value) => namesOneHost(requestWith("host", value)),
  "X-Forwarded-For": (value) =>
    clientAddress("10.0.0.1", forwardedFor(requestWith("x-forwarded-for", value)), isProxy),
  "an address": readAddress,
  "X-Forwarded-Host": (value) =>
    redirectToPublicHost(
      new Request(`${PUBLIC_URL}/`, {
        headers: { accept: "text/html", "x-forwarded-host": value },
      }),
      PUBLIC_URL,
    ),
  "User-Agent": browserName,
};

/** What reads a text of a body, a path, a query, or what an outsider's program sent. */
const TEXT_PARSERS: Readonly<Record<string, (value: string) => unknown>> = {
  "one line": (value) => oneLine.safeParse(value),
  "a long text": (value) => someText.safeParse(value),
  "the words of a search": searchTermsOf,
  "an email address": emailProblem,
  "a name from elsewhere": (value) => cleanLine(value, 64),
  "where a notification leads": (value) => linkTarget(`https://${value}`, "https://den.test"),
  "the way back after a login": (value) => safePath(`/${value}`),
  "a path": (value) => match(`/${value.replaceAll("%", "")}`),
  "a path of many parts": (value) => match(value.replaceAll(/[^a]/g, "/")),
  "a screen's path": (value) => screenAt(`/member/tickets/${value}`),
  "an address in full": (value) => pathOf(`http://x/${value}`),
  "how deep JSON nests": (value) => isTooDeep(JSON.stringify(value)),
  "a key of an event": (value) => withoutCustomer({ [value]: 1, nested: [{ [value]: 2 }] }),
  "what a message shows": richText,
};

/** Whatever kind of input makes it take longer than it should. */
const slowOf = async (
  kinds: Readonly<Record<string, (length: number) => string>>,
  work: (value: string) => unknown,
) => {
  const slow: string[] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    let times = await growth(make, work);
    // A busy machine may have been busier at the second size; what grows too fast always does.
    for (let again = 0; again < 3 && times > GROWTH_MAX; again += 1)
      times = Math.min(times, await growth(make, work));
    if (times > GROWTH_MAX) slow.push(`${kind}: ${times.toFixed()} times`);
  }
  return slow;
};

describe(`sixteen times as much takes at most ${GROWTH_MAX} times as long, whatever is sent:`, () => {
  for (const [parser, parse] of Object.entries(HEADER_PARSERS))
    test(parser, async () => expect(await slowOf(HEADER_TEXTS, parse)).toEqual([]));
  for (const [parser, parse] of Object.entries(TEXT_PARSERS))
    test(parser, async () => expect(await slowOf(TEXTS, parse)).toEqual([]));
});

describe(`a request of sixteen times the size takes at most ${GROWTH_MAX} times as long:`, () => {
  for (const name of READ_HEADERS)
    test(`with the header ${name}`, async () => {
      const app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
      const peers = { requestIP: () => ({ address: "10.0.0.1" }) };
      for (const path of ["/favicon.svg", "/api/Auth/me", "/auth/discord/callback"]) {
        const ask = async (value: string) => {
          const request = new Request(`${PUBLIC_URL}${path}`, { headers: { [name]: value } });
          await (await app.fetch(request, peers)).arrayBuffer();
        };
        expect([path, await slowOf(HEADER_TEXTS, ask)]).toEqual([path, []]);
      }
    });

  for (const path of ["/api/Auth/register", "/api/trpc/accounts.register", "/api/tebex/webhook"])
    test(`with a body for ${path}`, async () => {
      const app = await testApp();
      const ask = async (body: string) => {
        const headers = { "content-type": "application/json", "x-signature": "0".repeat(64) };
        await (await app.request(path, { method: "POST", headers, body })).arrayBuffer();
      };
      expect(await slowOf(BODIES, ask)).toEqual([]);
    });

  test("with a query", async () => {
    const app = await testApp();
    for (const path of ["/?status=", "/api/server/eco?x=", "/api/trpc/servers.board?input="]) {
      const ask = async (value: string) => {
        await (await app.request(`${path}${value}`)).arrayBuffer();
      };
      expect([path, await slowOf(TEXTS, ask)]).toEqual([path, []]);
    }
  });
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}"]}"${"}".repeat(depth)}`;

test("nobody can have JSON read that nests deeper than anything we take", async () => {
  const app = await testApp();
  const ask = (path: string, body: string) =>
    app.request(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  for (const path of ["/api/Auth/register", "/api/trpc/accounts.register"]) {
    const refused = await ask(path, nested(33));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining(REFUSALS.malformedBody),
    ]);
    expect(await (await ask(path, nested(32))).text()).not.toContain(REFUSALS.malformedBody);
  }
  const input = encodeURIComponent(nested(33));
  const asked = await app.request(`/api/trpc/servers.board?input=${input}`);
  expect([asked.status, await asked.text()]).toEqual([
    400,
    expect.stringContaining(REFUSALS.malformedCall),
  ]);
});

test("nobody can have a body read by tRPC that says to be anything but JSON", async () => {
  const app = await testApp();
  for (const type of [
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "text/plain",
  ]) {
    const headers = { "content-type": type };
    const asked = { method: "POST", headers, body: "--x--" };
    expect((await app.request("/api/trpc/accounts.login", asked)).status).toBe(415);
  }
});

const stacked = (count: number) => `a${"\u0301\u0316".repeat(count / 2)}`;

test("nobody can stack marks until a text takes long to normalise; every script's own are welcome", () => {
  for (const schema of [line(50), text(4000)]) {
    expect(schema.safeParse(stacked(30)).success).toBe(true);
    expect(schema.safeParse(stacked(32)).success).toBe(false);
    // Vietnamese, Hebrew with points, Thai, Devanagari: a few marks on each letter.
    expect(schema.safeParse("Tiếng Việt שָׁלוֹם น้ำ हिन्दी").success).toBe(true);
  }
  expect(cleanLine(`${stacked(40)}b`, 64)).toEndWith("b");
  expect(searchTermsOf("ｶﾞｷﾞ Ärger e\u0301te\u0301")).toEqual(["カキ", "arger", "ete"]);
});
