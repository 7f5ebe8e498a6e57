import { Link, useNavigate } from "@tanstack/react-router";
import { ShieldCheck, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { z } from "zod/mini";
import { AuthFrame, FormProblem, Outcome, TEXT_LINK } from "#client/components/auth-frame.tsx";
import {
  isRepeated,
  NewPasswordFields,
  newPasswordFields,
  RENAMED,
} from "#client/components/new-password-fields.tsx";
import { type EmblemIcon, StepPanel } from "#client/components/panels.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { takeFocus, useForm, useOnceKeys } from "#client/lib/form.ts";
import { useHistoryState } from "#client/lib/history-state.ts";
import { exactTime, useAfter } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, FORGOTTEN_PASSWORD, PASSWORD_RESET } from "#shared/account-messages.ts";
import { RESET_REDIRECT_MS } from "#shared/constants/time.ts";
import { LOST_FACTOR } from "#shared/factor-messages.ts";
import { MESSAGES, TITLES } from "#shared/messages.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";

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

type AskedProps = {
  icon: EmblemIcon;
  title: string;
  text: string;
  action: string;
  /** Of the mail; null is one that the address lacks. */
  code: string | null;
  missing: string;
  call: { isPending: boolean; isSuccess: boolean; error: unknown };
  onPress: (code: string) => void;
  /** What is said once it is done. */
  done: ReactNode;
};

/** Asks before a mail's link does something: programs that look through mails open links too. */
const Asked = ({ icon, title, text, action, code, missing, call, onPress, done }: AskedProps) => {
  const hasFailed = call.error !== null;
  const failure = hasFailed ? sendProblem(call.error, MESSAGES.unexpected).sentence : null;
  const problem = code === null && !call.isSuccess ? missing : failure;
  const mayHelp = code !== null && (!hasFailed || mayRecover(call.error));
  if (call.isSuccess)
    return (
      <StepPanel icon={icon} kind="good" title={title}>
        <output
          ref={takeFocus}
          tabIndex={-1}
          className="block text-lg text-pretty text-ink outline-none"
        >
          {done}
        </output>
        <Button asChild size="lg">
          <Link to="/login" replace>
            {ACCOUNT_SCREENS.goToLogin}
          </Link>
        </Button>
      </StepPanel>
    );
  return (
    <StepPanel icon={icon} kind={problem === null ? "wait" : "bad"} title={title}>
      {problem === null ? (
        <p className="text-lg text-pretty text-muted">{text}</p>
      ) : (
        <Alert kind="error" className="text-left">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {mayHelp && (
          <Button size="lg" isBusy={call.isPending} onClick={() => code !== null && onPress(code)}>
            {problem === null ? action : "Try again"}
          </Button>
        )}
        {problem !== null && (
          <Button asChild size="lg" variant={mayHelp ? "outline" : "primary"}>
            <Link to="/login" replace>
              {ACCOUNT_SCREENS.backToLogin}
            </Link>
          </Button>
        )}
      </div>
    </StepPanel>
  );
};

/** Where the link of a mail leads that begins the removal of a lost second factor. */
export const LostFactor = () => {
  const [code, forget] = useHistoryState("secret");
  const begin = trpc.factors.beginReset.useMutation({ onSuccess: forget });
  return (
    <Asked
      icon={ShieldOff}
      title={TITLES.lostFactor}
      text={LOST_FACTOR.beginText}
      action={LOST_FACTOR.begin}
      code={code}
      missing={LOST_FACTOR.codeInvalid}
      call={begin}
      onPress={(given) => begin.mutate({ code: given })}
      done={begin.isSuccess && LOST_FACTOR.begun(exactTime(new Date(begin.data.endsAt)))}
    />
  );
};

/** Where the link of a mail leads that stops it. */
export const KeepFactor = () => {
  const [code, forget] = useHistoryState("secret");
  const stop = trpc.factors.stopReset.useMutation({ onSuccess: forget });
  return (
    <Asked
      icon={ShieldCheck}
      title={TITLES.keepFactor}
      text={LOST_FACTOR.keepText}
      action={LOST_FACTOR.keep}
      code={code}
      missing={LOST_FACTOR.stopInvalid}
      call={stop}
      onPress={(given) => stop.mutate({ code: given })}
      done={
        <>
          {stop.data} {LOST_FACTOR.newPassword}{" "}
          <Link to="/forgot-password" className="font-semibold text-accent hover:underline">
            {ACCOUNT_SCREENS.setPassword}
          </Link>
        </>
      }
    />
  );
};
