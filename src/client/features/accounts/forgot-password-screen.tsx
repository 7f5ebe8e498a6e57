import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGES, PASSWORD_RESET } from "#shared/messages.ts";
import { EmailForm } from "./email-form.tsx";
import { Outcome } from "./outcome.tsx";
import { TEXT_LINK } from "./text-link.ts";

/** Asks for a mail with a link to a new password (public §2, §8). */
export const ForgotPasswordScreen = () => {
  const [email, setEmail] = useState("");
  const request = trpc.accounts.requestPasswordReset.useMutation();

  return (
    <AuthFrame
      title={PASSWORD_RESET.requestTitle}
      text="It happens to the best hunters. We send you a link with which you choose a new one."
      footer={
        <>
          It came back to you?{" "}
          <Link to="/login" className={TEXT_LINK}>
            Log in
          </Link>
        </>
      }
    >
      {request.isSuccess ? (
        <Outcome>
          <Alert kind="success">{request.data}</Alert>
          <p className="text-muted">
            The link works for one hour. Nothing there? Look into the spam folder too.
          </p>
          <Button variant="outline" size="lg" onClick={() => request.reset()}>
            Try another address
          </Button>
        </Outcome>
      ) : (
        <EmailForm
          email={email}
          autoComplete="username"
          missing={MESSAGES.emailRequired}
          problem={
            request.isError ? sendProblem(request.error, PASSWORD_RESET.requestFailed) : null
          }
          isBusy={request.isPending}
          label="Send the link"
          onSubmit={(given) => {
            setEmail(given);
            request.mutate({ email: given });
          }}
        />
      )}
    </AuthFrame>
  );
};
