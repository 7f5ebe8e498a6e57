import { describe, expect, test } from "bun:test";
import { dictionary } from "@zxcvbn-ts/language-common";
import { COMMON_PASSWORDS_FILE, commonWords, packedWords } from "#scripts/make-common-passwords.ts";
import { refusedPassword } from "#server/modules/accounts/checks.ts";
import { COMMON_WORDS } from "#server/modules/accounts/common-passwords.ts";
import { REFUSED_PASSWORDS } from "#shared/account-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call, mailedSecret, registrant } from "#tests/support/registration.ts";

const config = { community: EXAMPLE };
const refusal = (password: string, owner: Parameters<typeof refusedPassword>[2] = {}) =>
  refusedPassword(config, password, owner);

/** The same numbers in every run: Park and Miller's generator. */
const generator = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};
const LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-=?@_";
const WORDS =
  "anvil basalt cobalt drizzle ember fjord glacier hollow indigo juniper kestrel lantern meadow nimbus orchard pebble quarry ripple saffron thicket umber velvet willow yonder zephyr".split(
    " ",
  );

/** As password managers and people who know make them: random characters, and words in a row. */
const goodPasswords = (): string[] => {
  const next = generator(20_261_124);
  const pick = (list: string | readonly string[]) => list[next(list.length)] ?? "";
  const random = Array.from(
    { length: 50 },
    () => `Q${Array.from({ length: 13 }, () => pick(LETTERS)).join("")}#`,
  );
  const phrases = Array.from({ length: 50 }, () => {
    const words = Array.from({ length: 4 }, () => pick(WORDS)).join("-");
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}${next(90) + 10}`;
  });
  return [...random, ...phrases];
};

describe("[SAFE-01] the list of common passwords", () => {
  test("refuses more than 3,000 that keep the policy", async () => {
    const common = dictionary["passwords-common"].map(String);
    // As people make them keep a policy: a capital, a sign, a year.
    const decorated = common.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}!2026`);
    const kept = decorated.filter((word) => /^[A-Z][a-z]{5}/.test(word));
    const lawful = kept.filter((password) => passwordProblem(password) === null);
    expect(lawful.length).toBeGreaterThan(20_000);
    let refused = 0;
    for (const password of lawful)
      if ((await refusal(password)) === REFUSED_PASSWORDS.common) refused += 1;
    expect(refused).toBe(lawful.length);
    expect(COMMON_WORDS.size).toBeGreaterThan(3000);
  });

  test("is what the script makes of the package", async () => {
    const made = packedWords(commonWords(dictionary["passwords-common"]));
    expect(await Bun.file(COMMON_PASSWORDS_FILE).text()).toBe(made);
  });

  test.each([
    "Password!",
    "P@ssw0rd!",
    "P@$$w0rd2026!",
    "!Dragon123!",
    "Qwertyuiop!1",
    "Aaaaaaa!",
    "Iloveyou!!",
    "L3tm31n!!",
    "Football#2025",
  ])("refuses %s", async (password) => {
    expect(passwordProblem(password)).toBeNull();
    expect(await refusal(password)).toBe(REFUSED_PASSWORDS.common);
  });

  test("refuses none of a hundred good ones", async () => {
    const good = goodPasswords();
    expect(new Set(good).size).toBe(100);
    for (const password of ["Lynx!2026demo", PASSWORD, ...good]) {
      expect([password, passwordProblem(password)]).toEqual([password, null]);
      expect([password, await refusal(password)]).toEqual([password, null]);
    }
  });
});

describe("[SAFE-02] a password that others would guess of this person", () => {
  const owner = { email: "grace.hopper@example.test", firstName: "Grace", lastName: "Hopper" };
  const cases: [string, string | null][] = [
    ["Grace.Hopper!1", REFUSED_PASSWORDS.address],
    ["Grace.hopper@example.test", REFUSED_PASSWORDS.address],
    ["Hopper!1906", REFUSED_PASSWORDS.name],
    ["H0pp3r!!", REFUSED_PASSWORDS.name],
    ["xHopper!x", REFUSED_PASSWORDS.name],
    [`${EXAMPLE.brand.name}!2026`, REFUSED_PASSWORDS.community],
    ["Hopper!2026compiler", null],
    ["Kestrel-anvil!7", null],
  ];
  test.each(cases)("%s", async (password, sentence) => {
    expect(passwordProblem(password)).toBeNull();
    expect(await refusal(password, owner)).toBe(sentence);
  });

  test("may hold names of fewer than four letters", async () => {
    expect(await refusal("Ada!Kestrel7", { firstName: "Ada", lastName: "Li" })).toBeNull();
  });
});

describe("[SAFE-01] refused with the reason", () => {
  const COMMON = "P@ssw0rd!";
  const refused = { status: 400, reply: REFUSED_PASSWORDS.common };

  test("at the registration, before a proof is spent", async () => {
    const app = await testApp();
    const who = await registrant(app);
    const fields = { password: COMMON, confirmPassword: COMMON };
    expect(await who.register(fields)).toEqual(refused);
    expect((await who.register()).status).toBe(200);
  });

  test("by a reset, which costs no token, and by a change", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps, { lastName: "Hopper" });
    await call(httpClient(app), "accounts.requestPasswordReset", { email });
    const token = await mailedSecret(app, "reset");
    const set = (newPassword: string) =>
      call(httpClient(app), "accounts.resetPassword", {
        token,
        newPassword,
        confirmPassword: newPassword,
      });
    expect(await set(COMMON)).toEqual(refused);
    expect(await set("Hopper!1906")).toEqual({ status: 400, reply: REFUSED_PASSWORDS.name });
    const long = `Kestrel!${"anvil-".repeat(30)}`.slice(0, LENGTHS.password);
    expect((await set(long)).status).toBe(200);

    const who = httpClient(app);
    expect((await who.login(email, long)).status).toBe(200);
    const change = (newPassword: string) =>
      call(who, "accounts.update", {
        currentPassword: long,
        newPassword,
        confirmNewPassword: newPassword,
      });
    expect(await change(COMMON)).toEqual(refused);
    expect(await change(long)).toEqual({ status: 400, reply: REFUSED_PASSWORDS.current });
    expect((await change(PASSWORD)).status).toBe(200);
  });
});
