import { Link } from "@tanstack/react-router";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { isTimeout, sendProblem, statusOf } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ACCOUNT_SCREENS,
  VERIFY_SCREEN,
  VERIFICATION,
  WITHOUT_MAIL,
} from "#shared/account-messages.ts";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import { EmailForm } from "./email-form.tsx";
import { Outcome, TEXT_LINK } from "./form-parts.tsx";
import { WithoutMail } from "./without-mail.tsx";

type ResendFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  /** What a failure is called here. */
  failure: string;
  /** @param sentence the server's answer. */
  onSent: (sentence: string) => void;
};

/**
 * Sends a new verification mail [ACC-12].
 * @param failure what a failure is called here.
 * @param onSent is called with the server's answer.
 */
export const useResend = (failure: string, onSent?: (sentence: string) => void) => {
  const resend = trpc.accounts.resendVerification.useMutation({ onSuccess: onSent });
  // What the person can do something about is told as it is: wait, or put the address right.
  const status = statusOf(resend.error);
  const isTold = status === 429 || status === 400 || isTimeout(resend.error);
  const problem = sendProblem(resend.error, failure);
  return {
    send: (email: string) => resend.mutate({ email }),
    isBusy: resend.isPending,
    /** The server's answer; undefined until there is one. */
    sent: resend.data,
    /** What became of the last attempt; null while all is well. */
    problem: resend.isError ? { ...problem, ...(!isTold && { sentence: failure }) } : null,
  };
};

/** Asks for the address of a new verification mail; used on its own page and by the login. */
export const ResendForm = ({ email, failure, onSent }: ResendFormProps) => {
  const { send, isBusy, problem } = useResend(failure, onSent);
  return (
    <EmailForm
      email={email}
      autoComplete="email"
      missing={LOGIN_FIELDS.enterEmail}
      problem={problem}
      isBusy={isBusy}
      label={VERIFY_SCREEN.resend}
      onSubmit={send}
    />
  );
};

/** Sends the verification mail again to whoever did not get it [ACC-12]. */
export const ResendScreen = () => {
  const { hasMail } = useSite();
  const [sent, setSent] = useState<string | null>(null);
  return (
    <StepPanel icon={MailPlus} kind="wait" title="Resend Verification">
      {hasMail && <p className="text-lg text-pretty text-muted">{VERIFY_SCREEN.resendText}</p>}
      <div className="w-full text-left">
        {!hasMail ? (
          <WithoutMail>{WITHOUT_MAIL.resend}</WithoutMail>
        ) : sent === null ? (
          <ResendForm failure={VERIFICATION.resendFailedLater} onSent={setSent} />
        ) : (
          <Outcome>
            <Alert kind="success">{sent}</Alert>
            <Button variant="outline" size="lg" onClick={() => setSent(null)}>
              {VERIFY_SCREEN.sendOnceMore}
            </Button>
          </Outcome>
        )}
      </div>
      <Link to="/login" className={TEXT_LINK}>
        {ACCOUNT_SCREENS.backToLogin}
      </Link>
    </StepPanel>
  );
};
