import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { FormProblem } from "#client/components/form-problem.tsx";
import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { RESET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { PASSWORD_RESET } from "#shared/messages.ts";
import { isNewPasswordReady } from "#shared/rules/password.ts";
import { Outcome } from "./outcome.tsx";
import { TEXT_LINK } from "./text-link.ts";

const NOTHING = { password: "", confirmation: "" };

/** Where the link of a reset mail leads: a new password, then the login (public §2, §4, §8). */
export const ResetPasswordScreen = ({ token }: { token: string | null }) => {
  const navigate = useNavigate();
  const [value, setValue] = useState(NOTHING);
  const onceKeyOf = useOnceKeys();
  const reset = trpc.accounts.resetPassword.useMutation({ gcTime: 0 });
  useAfter(
    reset.isSuccess ? RESET_REDIRECT_MS : null,
    () => void navigate({ to: "/login", replace: true }),
  );

  const isReady = token !== null && isNewPasswordReady(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const input = { token, newPassword: value.password, confirmPassword: value.confirmation };
    reset.mutate({ ...input, idempotencyKey: onceKeyOf(input) });
  };
  const problem =
    token === null
      ? PASSWORD_RESET.tokenMissing
      : reset.isError
        ? sendProblem(reset.error, PASSWORD_RESET.failed)
        : null;

  return (
    <AuthFrame
      title={PASSWORD_RESET.title}
      text="All your devices are signed out then, so that only you are let in."
      footer={
        !reset.isSuccess && (
          <>
            Need a fresh link?{" "}
            <Link to="/forgot-password" className={TEXT_LINK}>
              Ask for a new one
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
              Go to login
            </Link>
          </Button>
        </Outcome>
      ) : (
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <NewPasswordFields value={value} onChange={setValue} disabled={token === null} />
          <FormProblem problem={problem}>
            {problem === PASSWORD_RESET.tokenUsed && (
              <p className="text-[0.95rem] leading-relaxed text-muted">
                {PASSWORD_RESET.tokenUsedHint}{" "}
                <Link to="/login" className={TEXT_LINK}>
                  Go to login
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
