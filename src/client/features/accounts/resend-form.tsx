import { type FormEvent, useRef, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGES } from "#shared/messages.ts";

type ResendFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  /** What a failure is called here. */
  failure: string;
  /** @param sentence the server's answer. */
  onSent: (sentence: string) => void;
};

/** Asks for a new verification mail; used on its own page and by the login (public §2, §5). */
export const ResendForm = ({ email: given = "", failure, onSent }: ResendFormProps) => {
  const [email, setEmail] = useState(given);
  const [isEmpty, setIsEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const resend = trpc.accounts.resendVerification.useMutation({ onSuccess: onSent });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(email === "");
    if (email === "") input.current?.focus();
    else resend.mutate({ email });
  };
  // Too many are told so: what they should do is wait.
  const problem = codeOf(resend.error) === "too_many_requests" ? messageOf(resend.error) : failure;

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Email" error={isEmpty ? MESSAGES.enterEmail : null}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setIsEmpty(false);
            }}
          />
        )}
      </Field>
      {resend.isError && <Alert kind="error">{problem}</Alert>}
      <Button type="submit" size="lg" isBusy={resend.isPending} className="w-full">
        Resend verification email
      </Button>
    </form>
  );
};
