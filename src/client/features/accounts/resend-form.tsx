import { isTimeout, sendProblem, statusOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { VERIFY_SCREEN } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { EmailForm } from "./email-form.tsx";

type ResendFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  /** What a failure is called here. */
  failure: string;
  /** @param sentence the server's answer. */
  onSent: (sentence: string) => void;
};

/** Asks for a new verification mail; used on its own page and by the login [ACC-12]. */
export const ResendForm = ({ email, failure, onSent }: ResendFormProps) => {
  const resend = trpc.accounts.resendVerification.useMutation({ onSuccess: onSent });
  // What the person can do something about is told as it is: wait, or put the address right.
  const status = statusOf(resend.error);
  const isTold = status === 429 || status === 400 || isTimeout(resend.error);
  const problem = sendProblem(resend.error, failure);

  return (
    <EmailForm
      email={email}
      autoComplete="email"
      missing={MESSAGES.enterEmail}
      problem={resend.isError ? { ...problem, ...(!isTold && { sentence: failure }) } : null}
      isBusy={resend.isPending}
      label={VERIFY_SCREEN.resend}
      onSubmit={(address) => resend.mutate({ email: address })}
    />
  );
};
