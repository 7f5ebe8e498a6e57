import { Link } from "@tanstack/react-router";
import { type ComponentProps, useEffect, useId, useRef } from "react";
import { z } from "zod/mini";
import {
  isRepeated,
  NewPasswordFields,
  newPasswordFields,
} from "#client/components/new-password-fields.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Field, Input } from "#client/components/ui/field.tsx";
import { type Form, textThat } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { PERSON_NAME, REGISTER_SCREEN, REGISTRATION } from "#shared/account-messages.ts";
import { MARKETING_TEXT } from "#shared/consent-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { holdsLink, isNewPasswordReady, newEmailProblem } from "#shared/rules/account-fields.ts";
import { FormProblem, TEXT_LINK } from "./form-parts.tsx";

// Opened beside the form, so that nothing that was typed is lost.
const BESIDE = {
  target: "_blank",
  className: TEXT_LINK,
} as const;

/** What one agrees to by making an account, with where it stands. */
const Agreement = () => {
  const hasRules = useSite().ruleTabs.length > 0;
  return (
    <p className="text-sm leading-relaxed text-muted">
      {REGISTER_SCREEN.agreement}{" "}
      {hasRules && (
        <>
          <Link to="/rules" {...BESIDE}>
            Rules
          </Link>{" "}
          and the{" "}
        </>
      )}
      <Link to="/privacy-policy" {...BESIDE}>
        Privacy Policy
      </Link>
      . {REGISTER_SCREEN.privacyTells}
    </p>
  );
};

type ConsentFieldsProps = { wantsNews: boolean; onNews: (wantsNews: boolean) => void };

/** What a form that makes an account asks beside it: news by email are a choice of their own, and off. */
export const ConsentFields = ({ wantsNews, onNews }: ConsentFieldsProps) => {
  const id = useId();
  const { brand } = useSite();
  return (
    <>
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          aria-describedby={`${id}-text`}
          checked={wantsNews}
          onCheckedChange={(checked) => onNews(checked === true)}
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {MARKETING_TEXT.label}
          </label>
          <p id={`${id}-text`} className="mt-0.5 text-sm text-muted">
            {MARKETING_TEXT.hint(brand.name)}
          </p>
        </div>
      </div>
      <Agreement />
    </>
  );
};

const nameThat = (missing: string, withLink: string) =>
  textThat((name) => (name.trim() === "" ? missing : holdsLink(name) ? withLink : null));

/** What a person is called. */
export const personNames = {
  firstName: nameThat(REGISTRATION.firstNameMissing, PERSON_NAME.firstHoldsLink),
  lastName: nameThat(REGISTRATION.lastNameMissing, PERSON_NAME.lastHoldsLink),
};

/** What a person types to register, in the order of the form. */
export const registration = z
  .object({
    ...personNames,
    email: textThat(newEmailProblem),
    ...newPasswordFields,
    wantsNews: z.boolean(),
  })
  .check(isRepeated);
export type Registration = z.infer<typeof registration>;

export const EMPTY_REGISTRATION: Registration = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmation: "",
  wantsNews: false,
};

type RegisterFormProps = {
  form: Form<Registration>;
  onSubmit: (typed: Registration) => void;
  isBusy: boolean;
};

export const PERSON_INPUTS = {
  firstName: { autoComplete: "given-name", maxLength: LENGTHS.name },
  lastName: { autoComplete: "family-name", maxLength: LENGTHS.name },
  email: { autoComplete: "email", maxLength: LENGTHS.email, type: "email" },
} satisfies Partial<Record<keyof Registration, ComponentProps<"input">>>;

export const NAME_FIELDS = { firstName: "First Name", lastName: "Last Name" } as const;
export const LABELS = { ...NAME_FIELDS, email: "Email" } as const;
const NAMES = ["firstName", "lastName", "email"] as const;

/** The fields that say who somebody is. */
export const PersonFields = ({ form }: { form: Form<Registration> }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {NAMES.map((name) => (
      <Field
        key={name}
        label={LABELS[name]}
        error={form.error(name)}
        className={name === "email" ? "sm:col-span-2" : undefined}
      >
        {(control) => (
          <Input {...control} {...form.field(name)} {...PERSON_INPUTS[name]} required />
        )}
      </Field>
    ))}
  </div>
);

/** Who somebody is, and a password [ACC-08]. Can be sent once the password is good. */
export const RegisterForm = ({ form, onSubmit, isBusy }: RegisterFormProps) => {
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Not where the screen's keyboard would cover what has just appeared.
    if (matchMedia("(pointer: fine)").matches)
      element.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={form.submit(onSubmit)}
      className="grid gap-5"
    >
      <PersonFields form={form} />
      <NewPasswordFields
        value={form.values}
        onChange={form.set}
        passwordRef={form.focusOf("password")}
        isRefused={form.isWrong("password")}
      />
      <ConsentFields
        wantsNews={form.values.wantsNews}
        onNews={(wantsNews) => form.set({ wantsNews })}
      />
      <FormProblem problem={form.problem} title={REGISTRATION.failure}>
        {form.problem?.code === "email_in_use" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {REGISTRATION.emailInUseHint}{" "}
            <Link to="/login" state={{ email: form.values.email }} className={TEXT_LINK}>
              Log in
            </Link>{" "}
            or{" "}
            <Link to="/forgot-password" state={{ email: form.values.email }} className={TEXT_LINK}>
              {REGISTER_SCREEN.setPassword}
            </Link>
            .
          </p>
        )}
      </FormProblem>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        isBusy={isBusy}
        disabled={!isNewPasswordReady(form.values)}
      >
        Register
      </Button>
    </form>
  );
};
