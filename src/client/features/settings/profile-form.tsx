import { useState } from "react";
import { z } from "zod/mini";
import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, PasswordInput } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { type Form, useForm } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT, LOGIN_FIELDS, PERSON_NAME } from "#shared/account-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PROFILE_SETTINGS } from "#shared/member-area-messages.ts";
import { holdsLink, type NewPassword, passwordProblem } from "#shared/rules/account-fields.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import type { MemberProfile } from "#shared/schemas/members.ts";

/** What the form of the General tab holds. A name that nobody has touched is null. */
export type AccountDraft = {
  firstName: string | null;
  lastName: string | null;
  currentPassword: string;
  newPassword: NewPassword;
};

type Names = { firstName: string; lastName: string };
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

const NO_NAMES: Names = { firstName: "", lastName: "" };

/** What somebody types into the General tab, kept while they look at the other tab. */
export const useAccountDraft = (saved: Names = NO_NAMES) =>
  useForm({ schema: accountForm(saved), initial: EMPTY_DRAFT, ...ACCOUNT_PLACING });

/**
 * Saves the draft. What is wrong is said beside the button and marked at its field, which takes the
 * focus; what was typed stays.
 */
const useAccountForm = (form: Form<AccountDraft>, saved: Names) => {
  const utils = trpc.useUtils();
  const [sent, setSent] = useState<AccountDraft>(EMPTY_DRAFT);
  const canSave = isSavable(form.values, saved);

  const update = trpc.accounts.update.useMutation({
    onSuccess: async (_text, changes) => {
      form.set(unsavedPart(form.values, sent));
      utils.members.profile.setData(
        undefined,
        (profile) =>
          profile && {
            ...profile,
            firstName: changes.firstName ?? profile.firstName,
            lastName: changes.lastName ?? profile.lastName,
          },
      );
      toast("success", ACCOUNT.updated, "settings");
      await Promise.all([
        utils.members.profile.invalidate(),
        utils.accounts.me.invalidate(),
        utils.accounts.sessions.invalidate(),
      ]);
    },
    onError: (error) => form.refuse(error, refusalProblem(error, ACCOUNT.updateFailed)),
  });

  const save = form.submit((draft) => {
    if (update.isPending || !canSave) return;
    setSent(draft);
    update.mutate(changesOf(draft, saved));
  });
  return { save, canSave, isSaving: update.isPending };
};

const NAMES = [
  { name: "firstName", label: "First Name", autoComplete: "given-name" },
  { name: "lastName", label: "Last Name", autoComplete: "family-name" },
] as const;

type ProfileFormProps = { profile: MemberProfile; form: Form<AccountDraft> };

/** Names and password, saved together. */
export const ProfileForm = ({ profile, form }: ProfileFormProps) => {
  const { save, canSave, isSaving } = useAccountForm(form, profile);
  const { values } = form;
  const problem = form.problem?.sentence ?? form.firstError();
  return (
    <form onSubmit={save} noValidate className="space-y-8">
      <div className="grid gap-5 md:grid-cols-2">
        {NAMES.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Input
                {...control}
                ref={form.focusOf(name)}
                aria-invalid={form.isWrong(name) || undefined}
                name={name}
                autoComplete={autoComplete}
                maxLength={LENGTHS.name}
                value={values[name] ?? profile[name]}
                onChange={(event) => form.set({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <fieldset className="border-t border-ground-700 pt-7">
        <legend className="sr-only">{PROFILE_SETTINGS.changePassword}</legend>
        <h3 aria-hidden className="headline text-2xl">
          {PROFILE_SETTINGS.changePassword}
        </h3>
        <p className="mt-2 mb-5 text-muted">{PROFILE_SETTINGS.passwordHint}</p>
        {/* Tells password managers whose password it is. */}
        <input
          type="email"
          aria-label="Email"
          autoComplete="username"
          value={profile.email}
          readOnly
          hidden
        />
        <div className="space-y-5">
          <Field label="Current Password" className="md:max-w-[calc(50%-0.625rem)]">
            {(control) => (
              <PasswordInput
                {...control}
                {...form.field("currentPassword")}
                autoComplete="current-password"
                maxLength={LENGTHS.password}
              />
            )}
          </Field>
          <NewPasswordFields
            labels={["New Password", "Confirm Password"]}
            isWide
            isRequired={false}
            value={values.newPassword}
            onChange={(newPassword) => form.set({ newPassword })}
            passwordRef={form.focusOf("newPassword")}
            isRefused={form.isWrong("newPassword")}
          />
        </div>
      </fieldset>
      {problem !== null && <Alert>{problem}</Alert>}
      <Button type="submit" disabled={!canSave} isBusy={isSaving} className="w-full sm:w-auto">
        {isSaving ? "Saving..." : "Save Changes"}
      </Button>
    </form>
  );
};
