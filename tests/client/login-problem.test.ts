import { describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { isUnverified, loginProblem } from "#client/features/accounts/login-form.tsx";
import { LOGIN } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";

const refused = (message: string, code: string) =>
  TRPCClientError.from({ error: { message, code: -32_001, data: { code, fields: {} } } });

describe("[SESS-15] what the login form says", () => {
  test("a wrong password, in the form's own words", () => {
    expect(loginProblem(refused(LOGIN.invalidOnWire, "unauthorized")).sentence).toBe(
      "Incorrect email or password.",
    );
  });

  test.each([
    [LOGIN.deactivated, "account_deactivated"],
    [LOGIN.unverified, "unverified"],
    [MESSAGES.tooManyAttempts, "too_many_requests"],
  ])("%p, as the server put it", (sentence, code) => {
    expect(loginProblem(refused(sentence, code))).toMatchObject({ sentence, code });
  });

  test("no connection", () => {
    expect(loginProblem(TRPCClientError.from(new TypeError("Failed to fetch")))).toEqual({
      sentence: "Network error.",
      code: null,
      isUnanswered: true,
    });
  });

  test("what is no answer at all is told without its innards", () => {
    expect(loginProblem(new RangeError("x is not a function")).sentence).toBe(MESSAGES.unexpected);
  });

  test("only an address that is not proven yet opens the offer of a new mail", () => {
    expect(isUnverified(refused("Reworded.", "unverified"))).toBe(true);
    expect(isUnverified(refused(LOGIN.unverified, "account_deactivated"))).toBe(false);
    expect(isUnverified(refused(LOGIN.unverified, "unauthorized"))).toBe(false);
  });
});
