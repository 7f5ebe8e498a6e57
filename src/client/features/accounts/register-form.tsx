import { Link } from "@tanstack/react-router";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { FormProblem } from "#client/components/form-problem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { REGISTRATION } from "#shared/messages.ts";
import { isNewPasswordReady, type NewPassword } from "#shared/rules/password.ts";
import { type PersonFields, personProblems, type PersonProblems } from "./registration-problem.ts";
import { TEXT_LINK } from "./text-link.ts";

export type Registration = PersonFields & NewPassword;

type RegisterFormProps = {
  value: Registration;
  onChange: (value: Registration) => void;
  onSubmit: () => void;
  isBusy: boolean;
  /** Why the server took nothing; null while all is well. */
  failure: string | null;
  /** What the server found wrong, by field. */
  fieldFailures: PersonProblems;
};

const INPUTS = {
  firstName: { autoComplete: "given-name", maxLength: LENGTHS.name },
  lastName: { autoComplete: "family-name", maxLength: LENGTHS.name },
  email: { autoComplete: "email", maxLength: LENGTHS.email, type: "email" },
} satisfies Record<keyof PersonFields, ComponentProps<"input">>;

const LABELS = { firstName: "First Name", lastName: "Last Name", email: "Email" } as const;
const NAMES = ["firstName", "lastName", "email"] as const;

// Opened beside the form, so that nothing that was typed is lost.
const BESIDE = {
  target: "_blank",
  className: TEXT_LINK,
} as const;

/** Who somebody is, and a password (public §2). Can be sent once the password is good. */
export const RegisterForm = ({
  value,
  onChange,
  onSubmit,
  isBusy,
  failure,
  fieldFailures,
}: RegisterFormProps) => {
  const [wasTried, setWasTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems: PersonProblems = { ...fieldFailures, ...(wasTried && personProblems(value)) };

  useEffect(() => {
    // Not where the screen's keyboard would cover what has just appeared.
    if (matchMedia("(pointer: fine)").matches)
      form.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    const [wrong] = Object.keys(personProblems(value));
    if (wrong === undefined) onSubmit();
    else form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
  };

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {NAMES.map((name) => (
          <Field
            key={name}
            label={LABELS[name]}
            error={problems[name] ?? null}
            className={name === "email" ? "sm:col-span-2" : undefined}
          >
            {(control) => (
              <Input
                {...control}
                {...INPUTS[name]}
                name={name}
                required
                value={value[name]}
                onChange={({ target }) => onChange({ ...value, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <NewPasswordFields
        value={value}
        onChange={(password) => onChange({ ...value, ...password })}
      />
      <p className="text-sm leading-relaxed text-muted">
        With an account here you agree to the{" "}
        <Link to="/zlg-rules" {...BESIDE}>
          Rules
        </Link>
        . The{" "}
        <Link to="/privacy-policy" {...BESIDE}>
          Privacy Policy
        </Link>{" "}
        tells what we keep about you and why.
      </p>
      <FormProblem problem={failure} title={REGISTRATION.failure}>
        {failure === REGISTRATION.emailInUse && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {REGISTRATION.emailInUseHint}{" "}
            <Link to="/login" className={TEXT_LINK}>
              Log in
            </Link>{" "}
            or{" "}
            <Link to="/forgot-password" className={TEXT_LINK}>
              set a new password
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
        disabled={!isNewPasswordReady(value)}
      >
        Register
      </Button>
    </form>
  );
};
