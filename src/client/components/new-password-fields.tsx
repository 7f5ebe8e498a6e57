import { Check } from "lucide-react";
import { type Ref, useState } from "react";
import { z } from "zod/mini";
import { cn } from "#client/lib/cn.ts";
import { textThat } from "#client/lib/form.ts";
import { LOGIN_FIELDS } from "#shared/account-messages.ts";
import {
  keepsRule,
  type NewPassword,
  PASSWORD_RULES,
  passwordProblem,
} from "#shared/rules/account-fields.ts";
import { Field, PasswordInput } from "./ui/field.tsx";

/** A new password and its repetition, as fields of a form. */
export const newPasswordFields = { password: textThat(passwordProblem), confirmation: z.string() };

/** That the two are the same. */
export const isRepeated = z.refine<NewPassword>(
  ({ password, confirmation }) => password === confirmation,
  { path: ["confirmation"], error: LOGIN_FIELDS.passwordsDiffer },
);

/** Where a call names them otherwise. */
export const RENAMED = {
  newPassword: "password",
  confirmPassword: "confirmation",
  confirmNewPassword: "confirmation",
} as const;

type NewPasswordFieldsProps = {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** Takes the first field, to give it the focus. */
  passwordRef?: Ref<HTMLInputElement>;
  /** The form or the server has found the password wrong. */
  isRefused?: boolean;
  /** What the two fields are called; "Password" and "Confirm Password" when left out. */
  labels?: readonly [password: string, confirmation: string];
  /** Side by side where there is room. */
  isWide?: boolean;
  /** Whether a form cannot do without them; true when left out. */
  isRequired?: boolean;
};

const LABELS = ["Password", "Confirm Password"] as const;

const RuleMark = ({ isKept }: { isKept: boolean }) => (
  <span
    aria-hidden
    className={cn(
      "hexagon grid h-[1.15rem] w-4 shrink-0 place-items-center transition-colors duration-200",
      isKept ? "bg-moss text-ground-950" : "bg-ground-600 text-transparent",
    )}
  >
    <Check className="size-3" strokeWidth={4} />
  </span>
);

/** The rules as a list that fills up while one types. */
const RuleList = ({ password }: { password: string }) => (
  <ul className="grid grid-cols-1 gap-x-4 gap-y-1.5 min-[24rem]:grid-cols-2">
    {PASSWORD_RULES.map((rule) => {
      const isKept = password !== "" && keepsRule(rule, password);
      return (
        <li
          key={rule.label}
          className={cn(
            "flex items-center gap-2 transition-colors duration-200",
            isKept ? "text-ink" : "text-muted",
          )}
        >
          <RuleMark isKept={isKept} />
          {rule.label}
          {isKept && <span className="sr-only">: done</span>}
        </li>
      );
    })}
  </ul>
);

/**
 * A new password and its repetition. What is still missing is said while one types, as a mistake only
 * once the field was left. `isNewPasswordReady` tells whether both may be sent.
 */
export const NewPasswordFields = ({
  value: { password, confirmation },
  onChange,
  passwordRef,
  isRefused = false,
  labels = LABELS,
  isWide = false,
  isRequired = true,
}: NewPasswordFieldsProps) => {
  const [wasLeft, setWasLeft] = useState(false);
  const [wasConfirmationLeft, setWasConfirmationLeft] = useState(false);
  const problem = password === "" ? null : passwordProblem(password);
  const isWrong = problem !== null && (wasLeft || confirmation !== "");
  // Whoever is still on the way to the same password has not made a mistake yet.
  const isOnTheWay = !wasConfirmationLeft && password.startsWith(confirmation);
  const differs = confirmation !== "" && confirmation !== password && !isOnTheWay;
  const common = { autoComplete: "new-password", required: isRequired };
  return (
    <div className={cn("grid gap-5", isWide && "md:grid-cols-2")}>
      <Field
        label={labels[0]}
        hint={
          <div className="flex flex-col gap-2">
            <RuleList password={password} />
            <p
              aria-live="polite"
              className={cn("font-medium", isWrong ? "text-ember" : "text-ink", "empty:hidden")}
            >
              {problem}
            </p>
          </div>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...common}
            ref={passwordRef}
            aria-invalid={isWrong || isRefused || undefined}
            name="password"
            value={password}
            onBlur={() => setWasLeft(true)}
            onChange={(event) => onChange({ password: event.target.value, confirmation })}
          />
        )}
      </Field>
      <Field label={labels[1]} error={differs ? LOGIN_FIELDS.passwordsDiffer : null}>
        {(control) => (
          <PasswordInput
            {...control}
            {...common}
            name="confirmPassword"
            value={confirmation}
            onBlur={() => setWasConfirmationLeft(true)}
            onChange={(event) => onChange({ password, confirmation: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
};
