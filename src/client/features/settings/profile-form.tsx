import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { PasswordInput } from "#client/components/ui/password-input.tsx";
import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { LENGTHS } from "#shared/constants/accounts.ts";
import type { MemberProfile } from "#shared/schemas/members.ts";
import { type AccountDraftState, useAccountForm } from "./use-account-form.ts";

const NAMES = [
  { name: "firstName", label: "First Name", autoComplete: "given-name" },
  { name: "lastName", label: "Last Name", autoComplete: "family-name" },
] as const;

type ProfileFormProps = { profile: MemberProfile; state: AccountDraftState };

/** Names and password, saved together (member §2 "Account settings"). */
export const ProfileForm = ({ profile, state }: ProfileFormProps) => {
  const { form, save, change, problem, isWrong, isSaving, canSave } = useAccountForm(
    state,
    profile,
  );
  const { draft } = state;
  return (
    <form ref={form} onSubmit={save} noValidate className="space-y-8">
      <div className="grid gap-5 md:grid-cols-2">
        {NAMES.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Input
                {...control}
                aria-invalid={isWrong(name)}
                name={name}
                autoComplete={autoComplete}
                maxLength={LENGTHS.name}
                value={draft[name] ?? profile[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <fieldset className="border-t border-night-700 pt-7">
        <legend className="sr-only">Change your password</legend>
        <h3 aria-hidden className="headline text-2xl">
          Change your password
        </h3>
        <p className="mt-2 mb-5 text-muted">
          Leave these empty to keep the password you have. A new one signs you out in all your other
          browsers.
        </p>
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
                aria-invalid={isWrong("currentPassword")}
                name="currentPassword"
                autoComplete="current-password"
                maxLength={LENGTHS.password}
                value={draft.currentPassword}
                onChange={(event) => change({ currentPassword: event.target.value })}
              />
            )}
          </Field>
          <NewPasswordFields
            labels={["New Password", "Confirm Password"]}
            isWide
            isRequired={false}
            value={draft.newPassword}
            onChange={(newPassword) => change({ newPassword })}
          />
        </div>
      </fieldset>
      {problem !== null && <Alert>{problem.sentence}</Alert>}
      <Button type="submit" disabled={!canSave} isBusy={isSaving} className="w-full sm:w-auto">
        {isSaving ? "Saving..." : "Save Changes"}
      </Button>
    </form>
  );
};
