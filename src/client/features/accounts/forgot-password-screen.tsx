import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGES, PASSWORD_RESET } from "#shared/messages.ts";
import { Outcome } from "./outcome.tsx";
import { TEXT_LINK } from "./text-link.ts";

/** Asks for a mail with a link to a new password (public §2, §8). */
export const ForgotPasswordScreen = () => {
  const [email, setEmail] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const request = trpc.accounts.requestPasswordReset.useMutation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(email === "");
    if (email === "") input.current?.focus();
    else request.mutate({ email });
  };

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
        <form method="post" noValidate onSubmit={submit} className="grid gap-5">
          <Field label="Email" error={isEmpty ? MESSAGES.emailRequired : null}>
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="email"
                name="email"
                autoComplete="username"
                required
                value={email}
                onChange={({ target }) => {
                  setEmail(target.value);
                  setIsEmpty(false);
                }}
              />
            )}
          </Field>
          {request.isError && (
            <Alert kind="error">{messageOf(request.error) ?? PASSWORD_RESET.requestFailed}</Alert>
          )}
          <Button type="submit" size="lg" isBusy={request.isPending} className="w-full">
            Send the link
          </Button>
        </form>
      )}
    </AuthFrame>
  );
};
