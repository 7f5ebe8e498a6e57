import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, PasswordInput } from "#client/components/ui/field.tsx";
import type { Form } from "#client/lib/form.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import type { MemberProfile } from "#shared/schemas/members.ts";
import { PROFILE_SETTINGS } from "#shared/settings-messages.ts";
import type { AccountDraft } from "./account-draft.ts";
import { useAccountForm } from "./use-account-form.ts";

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
