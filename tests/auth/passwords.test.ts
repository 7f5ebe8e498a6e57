import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hashPassword, verifyPassword } from "#server/auth/secrets.ts";
import { isNewPasswordReady, passwordProblem } from "#shared/rules/account-fields.ts";
import { quickPasswords, realPasswords } from "#tests/support/quick-passwords.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

describe("the password policy", () => {
  test("[ACC-06] the first rule that is broken speaks", () => {
    const tooShort = "Password must be at least 8 characters long.";
    const lacksUppercase = "Password must contain at least one uppercase letter.";
    const lacksSpecial = "Password must include a special character.";
    const hasSpaces = "Password must not contain spaces.";
    const cases: readonly (readonly [string, string | null])[] = [
      ["", tooShort],
      ["A! b", tooShort],
      ["Abcde!7", tooShort],
      ["abcd efg", lacksUppercase],
      ["abcdefg!", lacksUppercase],
      ["Abcdefg1", lacksSpecial],
      ["Abcd efg", hasSpaces],
      ["Abcd!\tefg", hasSpaces],
      ["Abcd!\u00a0efg", hasSpaces],
      ["Abcdef!1", null],
      ["Lynx!2026demo", null],
      ["Änderung_1", null],
    ];
    for (const [password, problem] of cases) expect(passwordProblem(password)).toBe(problem);
  });

  test("an accent is not a special character, however it is typed", () => {
    for (const form of ["NFC", "NFD"] as const)
      expect(passwordProblem("Abcdéfgh".normalize(form))).toBe(
        "Password must include a special character.",
      );
  });

  test("[ACC-07] more than 128 characters are too many", () => {
    const longest = `Lynx!${"x".repeat(123)}`;
    expect(passwordProblem(longest)).toBeNull();
    expect(passwordProblem(`${longest}x`)).toBe("Password must not be longer than 128 characters.");
  });

  test("[ACC-08] a form may send a good password that was typed twice, and nothing else", () => {
    const good = "Lynx!2026";
    expect(isNewPasswordReady({ password: good, confirmation: good })).toBe(true);
    for (const [password, confirmation] of [
      ["", ""],
      ["lynx!2026", "lynx!2026"],
      [good, ""],
      ["", good],
      [good, `${good} `],
    ] as const)
      expect(isNewPasswordReady({ password, confirmation })).toBe(false);
  });
});

describe("passwords", () => {
  beforeEach(() => {
    Object.assign(Bun.password, realPasswords);
  });
  afterEach(() => {
    Object.assign(Bun.password, quickPasswords);
  });

  test("a password is hashed with argon2id, 19 MiB, two passes, one lane, and a salt of its own", async () => {
    const [one, other] = await Promise.all([hashPassword("Lynx!2026"), hashPassword("Lynx!2026")]);
    expect(one).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(one).not.toBe(other);
    expect(await verifyPassword("Lynx!2026", one)).toBe(true);
    expect(await verifyPassword("lynx!2026", one)).toBe(false);
  });

  test("a password is the same however its accents were typed", async () => {
    const hash = await hashPassword("Änderung_é".normalize("NFD"));
    expect(await verifyPassword("Änderung_é".normalize("NFC"), hash)).toBe(true);
  });

  test("whoever is unknown costs one verification of the same cost as a member, and is refused", async () => {
    const member = await hashPassword("Lynx!2026");
    const verified: string[] = [];
    const verify = async (_password: string, hash: string) => {
      verified.push(hash);
      return true;
    };
    expect(await verifyPassword("Lynx!2026", member, verify)).toBe(true);
    expect(await verifyPassword("Lynx!2026", null, verify)).toBe(false);
    expect(verified).toHaveLength(2);
    const costs = verified.map((hash) => hash.split("$").slice(0, 4).join("$"));
    expect(costs[1]).toBe(costs[0] ?? "");
    expect(await verifyPassword("Lynx!2026", null)).toBe(false);
  });

  test("[ACC-07] beyond 128 characters nothing is hashed and nothing compared", async () => {
    const longest = `A!${"x".repeat(126)}`;
    expect(await verifyPassword(longest, await hashPassword(longest))).toBe(true);
    expect(await rejectionOf(hashPassword(`${longest}x`))).toBeInstanceOf(RangeError);
    expect(await verifyPassword(`${longest}x`, "not even a hash")).toBe(false);
  });
});
