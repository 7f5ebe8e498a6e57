import { describe, expect, test } from "bun:test";
import {
  isExpired,
  isPastHalf,
  isSamePerson,
  isSameSession,
  readClaims,
} from "#client/lib/session/token-store.ts";
import { tokenOf, tokenWith } from "./tokens.ts";

describe("[SESS-02] a token", () => {
  test("is three parts with whole claims", () => {
    expect(readClaims(tokenOf({ sub: "Zoë" }))).toEqual({
      sub: "Zoë",
      sid: "session-1",
      iat: 1000,
      exp: 2000,
    });
  });

  test.each([
    ["nothing", null],
    ["an array", [tokenOf()]],
    ["an empty string", ""],
    ["two parts", tokenOf().split(".").slice(0, 2).join(".")],
    ["four parts", `${tokenOf()}.more`],
    ["no base64", "a.***.c"],
    ["no JSON", `a.${btoa("{")}.c`],
    ["null claims", tokenWith(null)],
    ["no exp", tokenWith({ sub: "u", sid: "s", iat: 1 })],
    ["an exp of words", tokenWith({ sub: "u", sid: "s", iat: 1, exp: "soon" })],
    ["no session", tokenWith({ sub: "u", iat: 1, exp: 2 })],
  ])("is none when it is %s", (_, token) => {
    expect(readClaims(token)).toBeNull();
  });

  test("[SESS-03] has expired once its exp is earlier than now in seconds", () => {
    expect(isExpired(tokenOf({ exp: 2000 }), 2_000_000)).toBe(false);
    expect(isExpired(tokenOf({ exp: 2000 }), 2_000_001)).toBe(true);
    expect(isExpired("nonsense", 0)).toBe(true);
  });

  test("is past half its life at the middle of it", () => {
    expect(isPastHalf(tokenOf({ iat: 1000, exp: 2000 }), 1_499_999)).toBe(false);
    expect(isPastHalf(tokenOf({ iat: 1000, exp: 2000 }), 1_500_000)).toBe(true);
    expect(isPastHalf("nonsense", 0)).toBe(false);
  });

  test("belongs to a session and a person, and nonsense to nobody", () => {
    const ofAnotherSession = tokenOf({ sid: "session-2" });
    expect(isSameSession(tokenOf(), tokenOf({ iat: 1500 }))).toBe(true);
    expect(isSameSession(tokenOf(), ofAnotherSession)).toBe(false);
    expect(isSamePerson(tokenOf(), ofAnotherSession)).toBe(true);
    expect(isSamePerson(tokenOf(), tokenOf({ sub: "user-2" }))).toBe(false);
    expect(isSameSession("nonsense", "nonsense")).toBe(false);
    expect(isSamePerson(null, null)).toBe(false);
  });
});
