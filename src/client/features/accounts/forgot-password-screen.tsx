import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { FORGOTTEN_PASSWORD, PASSWORD_RESET, WITHOUT_MAIL } from "#shared/account-messages.ts";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import { EmailForm } from "./email-form.tsx";
import { Outcome, TEXT_LINK } from "./form-parts.tsx";
import { useHandedEmail } from "./handed-email.ts";
import { WithoutMail } from "./without-mail.tsx";

/** Asks for a mail with a link to a new password. */
export const ForgotPasswordScreen = () => {
  const { hasMail } = useSite();
  const handed = useHandedEmail();
  const [email, setEmail] = useState(handed ?? "");
  const request = trpc.accounts.requestPasswordReset.useMutation();

  return (
    <AuthFrame
      title={PASSWORD_RESET.requestTitle}
      text={hasMail ? FORGOTTEN_PASSWORD.intro : undefined}
      footer={
        <>
          {FORGOTTEN_PASSWORD.rememberedHint}{" "}
          <Link to="/login" className={TEXT_LINK}>
            Log in
          </Link>
        </>
      }
    >
      {!hasMail ? (
        <WithoutMail>{WITHOUT_MAIL.forgotten}</WithoutMail>
      ) : request.isSuccess ? (
        <Outcome>
          <Alert kind="success">{request.data}</Alert>
          <p className="text-muted">{FORGOTTEN_PASSWORD.sentHint}</p>
          <Button variant="outline" size="lg" onClick={() => request.reset()}>
            {FORGOTTEN_PASSWORD.anotherAddress}
          </Button>
        </Outcome>
      ) : (
        <EmailForm
          email={email}
          autoComplete="username"
          missing={LOGIN_FIELDS.emailRequired}
          problem={
            request.isError ? sendProblem(request.error, PASSWORD_RESET.requestFailed) : null
          }
          isBusy={request.isPending}
          label={FORGOTTEN_PASSWORD.sendLink}
          onSubmit={(given) => {
            setEmail(given);
            request.mutate({ email: given });
          }}
        />
      )}
    </AuthFrame>
  );
};
