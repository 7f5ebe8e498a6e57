import { describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import {
  ACCOUNT_PLACING,
  type AccountDraft,
  accountForm,
  changesOf,
  draftProblem,
  EMPTY_DRAFT,
  isSavable,
  unsavedPart,
} from "#client/features/settings/profile-form.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { placeRefusal, problemsOf } from "#client/lib/form.ts";
import { ACCOUNT, LOGIN_FIELDS } from "#shared/account-messages.ts";

const SAVED = { firstName: "Ada", lastName: "Byron" };
const PASSWORD = "Lynx!2026demo";
const draft = (part: Partial<AccountDraft>): AccountDraft => ({ ...EMPTY_DRAFT, ...part });
const passwords = (currentPassword: string, password: string, confirmation: string) =>
  draft({ currentPassword, newPassword: { password, confirmation } });

describe("[NAV-10] Save is enabled", () => {
  test.each([
    ["nothing was touched", false, EMPTY_DRAFT],
    ["a name is what it was", false, draft({ firstName: "Ada" })],
    ["a name differs by the spaces around it alone", false, draft({ lastName: " Byron " })],
    ["a name changed", true, draft({ lastName: "King" })],
    ["a name was emptied", true, draft({ firstName: "" })],
    ["the current password is filled", true, passwords("x", "", "")],
    ["the new password is filled", true, passwords("", "x", "")],
    ["the repetition is filled", true, passwords("", "", "x")],
  ])("when %s: %p", (_when, expected, given) => {
    expect(isSavable(given, SAVED)).toBe(expected);
  });
});

const fieldsOf = (fields: Record<string, string>) => {
  const error = TRPCClientError.from({
    error: { message: "No.", code: -32_600, data: { code: "bad_request", fields } },
  });
  const problem = refusalProblem(error, ACCOUNT.updateFailed);
  return placeRefusal(error, problem, { ...ACCOUNT_PLACING, values: EMPTY_DRAFT }).fields;
};

describe("what keeps a draft from being saved", () => {
  test("nothing, for another name or a whole change of the password", () => {
    expect(draftProblem(draft({ firstName: "Grace" }), SAVED)).toBeNull();
    expect(draftProblem(passwords("old", PASSWORD, PASSWORD), SAVED)).toBeNull();
  });

  test.each([
    ["firstName", "A name cannot be empty.", draft({ firstName: "  " })],
    ["currentPassword", ACCOUNT.passwordFieldsMissing, passwords("", PASSWORD, PASSWORD)],
    ["newPassword", ACCOUNT.passwordFieldsMissing, passwords("old", "", "")],
    ["newPassword", ACCOUNT.passwordFieldsMissing, passwords("old", PASSWORD, "")],
    ["newPassword", LOGIN_FIELDS.passwordsDiffer, passwords("old", PASSWORD, `${PASSWORD}x`)],
    ["newPassword", LOGIN_FIELDS.passwordTooShort, passwords("old", "short", "short")],
    [
      "newPassword",
      LOGIN_FIELDS.passwordLacksUppercase,
      passwords("old", "lynx!2026", "lynx!2026"),
    ],
  ] as const)("[ACC-15] is said of %s: %s", (field, sentence, given) => {
    expect(draftProblem(given, SAVED)).toEqual({ field, sentence });
  });

  test("a refusal of the server is put to the field that it is about", () => {
    expect(fieldsOf({ currentPassword: ACCOUNT.currentPasswordWrong })).toEqual({
      currentPassword: ACCOUNT.currentPasswordWrong,
    });
    expect(fieldsOf({ confirmNewPassword: LOGIN_FIELDS.passwordsDiffer })).toEqual({
      newPassword: LOGIN_FIELDS.passwordsDiffer,
    });
    expect(fieldsOf({ newPassword: LOGIN_FIELDS.passwordTooShort })).toEqual({
      newPassword: LOGIN_FIELDS.passwordTooShort,
    });
    expect(fieldsOf({})).toEqual({});
  });

  test("the form says the first of it", () => {
    const given = { ...passwords("", "short", ""), firstName: " " };
    expect(problemsOf(accountForm(SAVED), given)).toEqual({ firstName: "A name cannot be empty." });
    expect(problemsOf(accountForm(SAVED), draft({ firstName: "Grace" }))).toEqual({});
  });
});

describe("what is sent", () => {
  test("a changed name alone, trimmed and composed", () => {
    const sent = changesOf(draft({ firstName: " Ame\u0301lie ", lastName: "Byron" }), SAVED);
    expect(JSON.parse(JSON.stringify(sent))).toEqual({ firstName: "Am\u00e9lie" });
  });

  test("all three passwords, as they were typed", () => {
    expect(changesOf(passwords(" old ", PASSWORD, PASSWORD), SAVED)).toMatchObject({
      currentPassword: " old ",
      newPassword: PASSWORD,
      confirmNewPassword: PASSWORD,
    });
  });
});

describe("what is left of a draft that was saved", () => {
  test("nothing, when nobody typed meanwhile", () => {
    const sent = { ...passwords("old", PASSWORD, PASSWORD), firstName: "Grace" };
    expect(unsavedPart(sent, sent)).toEqual(EMPTY_DRAFT);
  });

  test("what was typed while it was being saved", () => {
    const sent = { ...passwords("old", PASSWORD, PASSWORD), firstName: "Grace" };
    const now = { ...sent, firstName: "Grace B", lastName: "Hopper" };
    expect(unsavedPart(now, sent)).toEqual(draft({ firstName: "Grace B", lastName: "Hopper" }));
  });
});
