import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormProblem } from "#client/components/form-problem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { PasswordInput } from "#client/components/ui/password-input.tsx";
import { LOGIN } from "#shared/messages.ts";
import { emailProblem } from "#shared/rules/email.ts";
import { TEXT_LINK } from "./text-link.ts";

export type Credentials = { email: string; password: string };

type LoginFormProps = {
  isBusy: boolean;
  /** What came of the last attempt; null while all is well. */
  problem: string | null;
  onSubmit: (credentials: Credentials) => void;
};

/** E-mail and password. Sends nothing while one of them is missing, or the first is none. */
export const LoginForm = ({ isBusy, problem, onSubmit }: LoginFormProps) => {
  const [{ email, password }, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const [wasTried, setWasTried] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  // Most likely that is what was wrong.
  useEffect(() => {
    if (problem !== null) passwordInput.current?.select();
  }, [problem]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (emailProblem(email) !== null) emailInput.current?.focus();
    else if (password === "") passwordInput.current?.focus();
    else onSubmit({ email, password });
  };

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Email" error={wasTried ? emailProblem(email) : null}>
        {(control) => (
          <Input
            {...control}
            ref={emailInput}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={({ target }) => setCredentials({ email: target.value, password })}
          />
        )}
      </Field>
      <div className="relative">
        <Field label="Password" error={wasTried && password === "" ? LOGIN.passwordMissing : null}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={({ target }) => setCredentials({ email, password: target.value })}
            />
          )}
        </Field>
        <Link to="/forgot-password" className={`absolute top-0 right-0 text-sm ${TEXT_LINK}`}>
          Forgot your password?
        </Link>
      </div>
      <FormProblem problem={problem}>
        {problem === LOGIN.deactivated && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {LOGIN.deactivatedHint}{" "}
            <Link to="/forgot-password" className={TEXT_LINK}>
              Set a new password
            </Link>
          </p>
        )}
      </FormProblem>
      <Button type="submit" size="lg" isBusy={isBusy} className="mt-1 w-full">
        Log In
      </Button>
    </form>
  );
};
