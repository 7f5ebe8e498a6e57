import { Link, useNavigate } from "@tanstack/react-router";
import { z } from "zod/mini";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import {
  NewPasswordFields,
  RENAMED,
  isRepeated,
  newPasswordFields,
} from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, ownProblem, sendProblem } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { useAfter } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { FORGOTTEN_PASSWORD, ACCOUNT_SCREENS, PASSWORD_RESET } from "#shared/account-messages.ts";
import { RESET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";
import { FormProblem, Outcome, TEXT_LINK } from "./form-parts.tsx";

type ResetPasswordScreenProps = {
  /** Of the mail; null is one that the address lacks. */
  token: string | null;
  /** Called once the token can do nothing more. */
  onSpent: () => void;
};

/** Where the link of a reset mail leads: a new password, then the login [SESS-22]. */
export const ResetPasswordScreen = ({ token, onSpent }: ResetPasswordScreenProps) => {
  const navigate = useNavigate();
  const form = useForm({
    schema: z.object(newPasswordFields).check(isRepeated),
    initial: { password: "", confirmation: "" },
    renamed: RENAMED,
  });
  const onceKeyOf = useOnceKeys();
  const reset = trpc.accounts.resetPassword.useMutation({
    gcTime: 0,
    onSuccess: onSpent,
    onError: (error) => {
      form.refuse(error, sendProblem(error, PASSWORD_RESET.failed));
      if (!mayRecover(error)) onSpent();
    },
  });
  useAfter(
    reset.isSuccess ? RESET_REDIRECT_MS : null,
    () => void navigate({ to: "/login", replace: true }),
  );

  const isReady = token !== null && isNewPasswordReady(form.values);
  const submit = form.submit(({ password, confirmation }) => {
    if (token === null) return;
    const input = { token, newPassword: password, confirmPassword: confirmation };
    reset.mutate({ ...input, idempotencyKey: onceKeyOf(input) });
  });
  const problem = token === null ? ownProblem(PASSWORD_RESET.tokenMissing) : form.problem;

  return (
    <AuthFrame
      title={PASSWORD_RESET.title}
      text={FORGOTTEN_PASSWORD.signsOut}
      footer={
        !reset.isSuccess && (
          <>
            {FORGOTTEN_PASSWORD.needsLink}{" "}
            <Link to="/forgot-password" className={TEXT_LINK}>
              {FORGOTTEN_PASSWORD.askForLink}
            </Link>
          </>
        )
      }
    >
      {reset.isSuccess ? (
        <Outcome>
          <Alert kind="success">{reset.data}</Alert>
          <Button asChild size="lg">
            <Link to="/login" replace>
              {ACCOUNT_SCREENS.goToLogin}
            </Link>
          </Button>
        </Outcome>
      ) : (
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <NewPasswordFields
            value={form.values}
            onChange={form.set}
            passwordRef={form.focusOf("password")}
            isRefused={form.isWrong("password")}
            disabled={token === null}
          />
          <FormProblem problem={problem}>
            {problem?.code === "code_used" && (
              <p className="text-[0.95rem] leading-relaxed text-muted">
                {PASSWORD_RESET.tokenUsedHint}{" "}
                <Link to="/login" className={TEXT_LINK}>
                  {ACCOUNT_SCREENS.goToLogin}
                </Link>
              </p>
            )}
          </FormProblem>
          <Button
            type="submit"
            size="lg"
            disabled={!isReady}
            isBusy={reset.isPending}
            className="w-full"
          >
            Change password
          </Button>
        </form>
      )}
    </AuthFrame>
  );
};
