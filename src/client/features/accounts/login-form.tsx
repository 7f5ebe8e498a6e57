import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod/mini";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, PasswordInput } from "#client/components/ui/field.tsx";
import type { SendProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { ACCOUNT_SCREENS, LOGIN, WITHOUT_MAIL } from "#shared/account-messages.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { FormProblem, TEXT_LINK } from "./form-parts.tsx";

const credentials = z.object({
  email: textThat(emailProblem),
  password: z.string().check(z.minLength(1, LOGIN.passwordMissing)),
});
export type Credentials = z.infer<typeof credentials>;

type LoginFormProps = {
  /** The address that stands in the field at first. */
  email: string;
  isBusy: boolean;
  /** What came of the last attempt; null while all is well. */
  problem: SendProblem | null;
  onSubmit: (credentials: Credentials) => void;
};

/** E-mail and password. Sends nothing while one of them is missing, or the first is none. */
export const LoginForm = ({ email, isBusy, problem, onSubmit }: LoginFormProps) => {
  const { brand, hasMail } = useSite();
  const form = useForm({ schema: credentials, initial: { email, password: "" } });

  // Most likely that is what was wrong.
  const selectPassword = useEffectEvent(() => form.focus("password", { shouldSelect: true }));
  useEffect(() => {
    if (problem !== null) selectPassword();
  }, [problem]);

  return (
    <form method="post" noValidate onSubmit={form.submit(onSubmit)} className="grid gap-5">
      <Field label="Email" error={form.error("email")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("email")}
            type="email"
            autoComplete="username webauthn"
            required
          />
        )}
      </Field>
      <div className="relative">
        <Field label="Password" error={form.error("password")}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.field("password")}
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        <Link
          to="/forgot-password"
          className={`absolute -top-0.5 right-0 inline-flex min-h-6 items-center text-sm ${TEXT_LINK}`}
        >
          {ACCOUNT_SCREENS.forgotPassword}
        </Link>
      </div>
      <FormProblem problem={problem}>
        {problem?.code === "account_deactivated" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {hasMail ? (
              <>
                {LOGIN.deactivatedHint}{" "}
                <Link
                  to="/forgot-password"
                  state={{ email: form.values.email }}
                  className={TEXT_LINK}
                >
                  {ACCOUNT_SCREENS.setPassword}
                </Link>
                . {LOGIN.deactivatedByTeam}
              </>
            ) : (
              WITHOUT_MAIL.deactivated
            )}{" "}
            <a href={`mailto:${brand.contactEmail}`} className={TEXT_LINK}>
              {brand.contactEmail}
            </a>
            .
          </p>
        )}
      </FormProblem>
      <Button type="submit" size="lg" isBusy={isBusy} className="mt-1 w-full">
        Log In
      </Button>
    </form>
  );
};
