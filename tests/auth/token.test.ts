import { describe, expect, test } from "bun:test";
import { sign } from "hono/jwt";
import { sessionIdOf } from "#server/auth/lucia.ts";
import { createTokens } from "#server/auth/token.ts";
import { movableClock } from "#tests/support/clock.ts";

const KEY = "key of these tests";
const START = "2026-03-01T12:00:00.000Z";
const IAT = Date.parse(START) / 1000;
const HOUR_S = 3600;
const CLAIMS = { sub: "user", sid: "session", iat: IAT, exp: IAT + HOUR_S };

const setUp = (cached?: number) => {
  const clock = movableClock(START);
  return { clock, tokens: createTokens({ key: KEY, clock, cached }) };
};
const VERIFIED = { ...CLAIMS, sessionId: sessionIdOf("session") };
const session = { secret: "session", userId: "user", expiresAt: new Date((IAT + HOUR_S) * 1000) };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const without = (claim: keyof typeof CLAIMS) =>
  Object.fromEntries(Object.entries(CLAIMS).filter(([name]) => name !== claim));

describe("tokens", () => {
  test("[SESS-01] a token names user, session, issue and end, and nothing else", async () => {
    const { tokens } = setUp();
    const token = await tokens.issue(session);
    const [header, payload] = token.split(".").map((text) => Buffer.from(text, "base64url"));
    expect(JSON.parse(String(header))).toEqual({ alg: "HS256", typ: "JWT" });
    expect(JSON.parse(String(payload))).toEqual(CLAIMS);
    expect(await tokens.verify(token)).toEqual(VERIFIED);
  });

  test("[SESS-03] a token holds to its last second, and not when its signature is remembered either", async () => {
    const { clock, tokens } = setUp();
    const token = await tokens.issue(session);
    clock.advance(HOUR_S * 1000 - 1);
    expect(await tokens.verify(token)).toEqual(VERIFIED);
    clock.advance(1);
    expect(await tokens.verify(token)).toBeNull();
    expect(await setUp().tokens.verify(token)).toEqual(VERIFIED);
  });

  test("[SESS-02] a header that asks for another algorithm is refused", async () => {
    const { tokens } = setUp();
    const [, payload, signature] = (await tokens.issue(session)).split(".");
    for (const alg of ["none", "None", "HS512", "RS256", "", null]) {
      const header = part({ alg, typ: "JWT" });
      expect(await tokens.verify(`${header}.${payload}.${signature}`)).toBeNull();
      expect(await tokens.verify(`${header}.${payload}.`)).toBeNull();
    }
    expect(await tokens.verify(await sign(CLAIMS, KEY, "HS512"))).toBeNull();
  });

  test("[SESS-02] what has not three parts, or parts that are none, is refused", async () => {
    const { tokens } = setUp();
    const token = await tokens.issue(session);
    const [header, payload, signature] = token.split(".");
    const broken = [
      "",
      ".",
      "..",
      "...",
      `${header}.${payload}`,
      `${token}.${signature}`,
      `${header}.${part(null)}.${signature}`,
      `${header}.%.${signature}`,
      `${part(null)}.${payload}.${signature}`,
      `${token}=`.repeat(100),
      "\u0000.\u0000.\u0000",
    ];
    for (const text of broken) expect(await tokens.verify(text)).toBeNull();
  });

  test("[SESS-02] a token that another key signed, or whose claims were changed, is refused", async () => {
    const { tokens } = setUp();
    expect(await tokens.verify(await sign(CLAIMS, "another key", "HS256"))).toBeNull();
    const [header, , signature] = (await tokens.issue(session)).split(".");
    const forged = part({ ...CLAIMS, sub: "admin" });
    expect(await tokens.verify(`${header}.${forged}.${signature}`)).toBeNull();
  });

  test("[SESS-02] a token lacking a claim, or with one of another kind, is refused", async () => {
    const { tokens } = setUp();
    const claims = [
      without("exp"),
      without("sid"),
      without("sub"),
      without("iat"),
      { ...CLAIMS, sid: "" },
      { ...CLAIMS, exp: String(CLAIMS.exp) },
      { ...CLAIMS, exp: 1e308 },
      { ...CLAIMS, role: "Admin" },
    ];
    for (const payload of claims)
      expect(await tokens.verify(await sign(payload, KEY, "HS256"))).toBeNull();
  });

  test("more tokens than are remembered are verified all the same", async () => {
    const { tokens } = setUp(2);
    const issued = await Promise.all(
      ["a", "b", "c", "d"].map((secret) => tokens.issue({ ...session, secret })),
    );
    for (const token of [...issued, ...issued])
      expect((await tokens.verify(token))?.sub).toBe("user");
  });
});
