import { codeOf, isTimeout, messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
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

/** Asks for a new verification mail; used on its own page and by the login (public §2, §5). */
export const ResendForm = ({ email, failure, onSent }: ResendFormProps) => {
  const resend = trpc.accounts.resendVerification.useMutation({ onSuccess: onSent });
  // What the person can do something about is told as it is: wait, or put the address right.
  const isTold = ["too_many_requests", "bad_request"].includes(codeOf(resend.error) ?? "");
  const problem = isTold || isTimeout(resend.error) ? messageOf(resend.error) : failure;

  return (
    <EmailForm
      email={email}
      autoComplete="email"
      missing={MESSAGES.enterEmail}
      problem={resend.isError ? problem : null}
      isBusy={resend.isPending}
      label="Resend verification email"
      onSubmit={(address) => resend.mutate({ email: address })}
    />
  );
};
