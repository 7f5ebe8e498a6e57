import { describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { isUnverified, loginProblem } from "#client/features/accounts/login-problem.ts";
import { LOGIN, MESSAGES } from "#shared/messages.ts";

const refused = (message: string, code: string) =>
  TRPCClientError.from({ error: { message, code: -32_001, data: { code, fields: {} } } });

describe("[public §8, facts §4a] what the login form says", () => {
  test("a wrong password, in the form's own words", () => {
    expect(loginProblem(refused(LOGIN.invalidOnWire, "unauthorized"))).toBe(
      "Incorrect email or password.",
    );
  });

  test.each([LOGIN.deactivated, LOGIN.unverified, MESSAGES.tooManyAttempts])(
    "%p, as the server put it",
    (sentence) => {
      expect(loginProblem(refused(sentence, "unauthorized"))).toBe(sentence);
    },
  );

  test("no connection", () => {
    expect(loginProblem(TRPCClientError.from(new TypeError("Failed to fetch")))).toBe(
      "Network error.",
    );
  });

  test("what is no answer at all is told without its innards", () => {
    expect(loginProblem(new RangeError("x is not a function"))).toBe(MESSAGES.unexpected);
  });

  test("only an address that is not proven yet opens the offer of a new mail", () => {
    expect(isUnverified(LOGIN.unverified)).toBe(true);
    expect(isUnverified(LOGIN.deactivated)).toBe(false);
    expect(isUnverified(LOGIN.invalidOnScreen)).toBe(false);
  });
});
