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
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { useAfter } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { FORGOTTEN_PASSWORD, ACCOUNT_SCREENS, PASSWORD_RESET } from "#shared/account-messages.ts";
import { RESET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";
import { FormProblem, Outcome, TEXT_LINK } from "./form-parts.tsx";

type NewPasswordProps = {
  /** Of the mail. */
  token: string;
  /** Called once the token can do nothing more. */
  onSpent: () => void;
};

const NewPassword = ({ token, onSpent }: NewPasswordProps) => {
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

  const { problem } = form;
  const submit = form.submit(({ password, confirmation }) => {
    const input = { token, newPassword: password, confirmPassword: confirmation };
    reset.mutate({ ...input, idempotencyKey: onceKeyOf(input) });
  });

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
            disabled={!isNewPasswordReady(form.values)}
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

/** For whoever comes without a token: nothing can be set here, but a new link can be asked for. */
const TokenMissing = () => (
  <AuthFrame title={PASSWORD_RESET.title}>
    <div className="grid gap-5">
      <Alert kind="error">{PASSWORD_RESET.tokenMissing}</Alert>
      <p className="leading-relaxed text-pretty text-muted">
        {FORGOTTEN_PASSWORD.tokenMissingHint}
      </p>
      <Button asChild size="lg">
        <Link to="/forgot-password">{FORGOTTEN_PASSWORD.askForNewLink}</Link>
      </Button>
    </div>
  </AuthFrame>
);

type ResetPasswordScreenProps = Omit<NewPasswordProps, "token"> & {
  /** Null is one that the address lacks. */
  token: string | null;
};

/** Where the link of a reset mail leads: a new password, then the login [SESS-22]. */
export const ResetPasswordScreen = ({ token, onSpent }: ResetPasswordScreenProps) =>
  token === null ? <TokenMissing /> : <NewPassword token={token} onSpent={onSpent} />;
