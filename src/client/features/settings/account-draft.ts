import { ACCOUNT, MESSAGES, PERSON_NAME } from "#shared/messages.ts";
import { type NewPassword, passwordProblem } from "#shared/rules/password.ts";
import { holdsLink } from "#shared/rules/person-name.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";

/** What the form of the General tab holds. A name that nobody has touched is null. */
export type AccountDraft = {
  firstName: string | null;
  lastName: string | null;
  currentPassword: string;
  newPassword: NewPassword;
};

export type Names = { firstName: string; lastName: string };
export type DraftField = "firstName" | "lastName" | "currentPassword" | "newPassword";
type DraftProblem = { field: DraftField; sentence: string };

export const EMPTY_DRAFT: AccountDraft = {
  firstName: null,
  lastName: null,
  currentPassword: "",
  newPassword: { password: "", confirmation: "" },
};

const NAME_MISSING = "A name cannot be empty.";
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

/** Whether there is anything to save: a name changed, or a password field is filled (member §4). */
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
    return { field: "newPassword", sentence: MESSAGES.passwordsDiffer };
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

/** The field that one of the server's sentences is about, if it is one of these. */
export const fieldOfSentence = (sentence: string): DraftField | null => {
  if (sentence === ACCOUNT.currentPasswordWrong) return "currentPassword";
  return sentence === MESSAGES.passwordsDiffer || sentence.startsWith("Password must")
    ? "newPassword"
    : null;
};
