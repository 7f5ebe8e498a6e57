import { z } from "zod/mini";
import { ACCOUNT, PERSON_NAME } from "#shared/account-messages.ts";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import { type NewPassword, holdsLink, passwordProblem } from "#shared/rules/account-fields.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { PROFILE_SETTINGS } from "#shared/settings-messages.ts";

/** What the form of the General tab holds. A name that nobody has touched is null. */
export type AccountDraft = {
  firstName: string | null;
  lastName: string | null;
  currentPassword: string;
  newPassword: NewPassword;
};

export type Names = { firstName: string; lastName: string };
type DraftField = "firstName" | "lastName" | "currentPassword" | "newPassword";
type DraftProblem = { field: DraftField; sentence: string };

export const EMPTY_DRAFT: AccountDraft = {
  firstName: null,
  lastName: null,
  currentPassword: "",
  newPassword: { password: "", confirmation: "" },
};

const NAME_MISSING = PROFILE_SETTINGS.nameMissing;
const HOLDS_LINK = {
  firstName: PERSON_NAME.firstHoldsLink,
  lastName: PERSON_NAME.lastHoldsLink,
} as const;

const changedName = (typed: string | null, saved: string): string | undefined => {
  const name = typed?.normalize("NFC").trim();
  return name === saved ? undefined : name;
};

const isPasswordTouched = ({ currentPassword, newPassword }: AccountDraft) =>
  currentPassword !== "" || newPassword.password !== "" || newPassword.confirmation !== "";

/** Whether there is anything to save: a name changed, or a password field is filled [NAV-10]. */
export const isSavable = (draft: AccountDraft, saved: Names): boolean =>
  changedName(draft.firstName, saved.firstName) !== undefined ||
  changedName(draft.lastName, saved.lastName) !== undefined ||
  isPasswordTouched(draft);

/** The first thing that keeps a draft from being saved, in the order of the server; null if nothing does. */
export const draftProblem = (draft: AccountDraft, saved: Names): DraftProblem | null => {
  for (const field of ["firstName", "lastName"] as const) {
    const name = changedName(draft[field], saved[field]);
    if (name === "") return { field, sentence: NAME_MISSING };
    if (name !== undefined && holdsLink(name)) return { field, sentence: HOLDS_LINK[field] };
  }
  if (!isPasswordTouched(draft)) return null;
  const { password, confirmation } = draft.newPassword;
  if (draft.currentPassword === "")
    return { field: "currentPassword", sentence: ACCOUNT.passwordFieldsMissing };
  if (password === "" || confirmation === "")
    return { field: "newPassword", sentence: ACCOUNT.passwordFieldsMissing };
  if (password !== confirmation)
    return { field: "newPassword", sentence: LOGIN_FIELDS.passwordsDiffer };
  const sentence = passwordProblem(password);
  return sentence === null ? null : { field: "newPassword", sentence };
};

/** What is sent for a draft: only what differs from what the server has. */
export const changesOf = (draft: AccountDraft, saved: Names): AccountChanges => ({
  firstName: changedName(draft.firstName, saved.firstName),
  lastName: changedName(draft.lastName, saved.lastName),
  ...(isPasswordTouched(draft) && {
    currentPassword: draft.currentPassword,
    newPassword: draft.newPassword.password,
    confirmNewPassword: draft.newPassword.confirmation,
  }),
});

/** What of a draft is still unsaved after it was sent: what was typed meanwhile stays. */
export const unsavedPart = (now: AccountDraft, sent: AccountDraft): AccountDraft => ({
  firstName: now.firstName === sent.firstName ? null : now.firstName,
  lastName: now.lastName === sent.lastName ? null : now.lastName,
  currentPassword: now.currentPassword === sent.currentPassword ? "" : now.currentPassword,
  newPassword:
    now.newPassword.password === sent.newPassword.password &&
    now.newPassword.confirmation === sent.newPassword.confirmation
      ? EMPTY_DRAFT.newPassword
      : now.newPassword,
});

/** The first thing that keeps a draft from being saved is said. @param saved what the server has. */
export const accountForm = (saved: Names) =>
  z
    .object({
      firstName: z.nullable(z.string()),
      lastName: z.nullable(z.string()),
      currentPassword: z.string(),
      newPassword: z.object({ password: z.string(), confirmation: z.string() }),
    })
    .check((context) => {
      const problem = draftProblem(context.value, saved);
      if (problem === null) return;
      const { field, sentence: message } = problem;
      context.issues.push({ code: "custom", message, path: [field], input: context.value });
    });

/** Where the form marks what the server finds wrong. */
export const ACCOUNT_PLACING = {
  labels: {
    firstName: PROFILE_SETTINGS.firstName,
    lastName: PROFILE_SETTINGS.lastName,
    newPassword: "The password",
  },
  renamed: { confirmNewPassword: "newPassword" },
} as const;
