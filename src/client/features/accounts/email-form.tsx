import { type FormEvent, useRef, useState } from "react";
import { FormProblem } from "#client/components/form-problem.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { emailProblem } from "#shared/rules/email.ts";

type EmailFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  autoComplete: "username" | "email";
  /** What is said where the field is left empty. */
  missing: string;
  /** What became of the last attempt; null while all is well. */
  problem: string | null;
  isBusy: boolean;
  /** What the button says. */
  label: string;
  onSubmit: (email: string) => void;
};

/** Asks for an address, to which a mail is sent. */
export const EmailForm = ({
  email: given = "",
  autoComplete,
  missing,
  problem,
  isBusy,
  label,
  onSubmit,
}: EmailFormProps) => {
  const [email, setEmail] = useState(given);
  const [wrong, setWrong] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = email.trim() === "" ? missing : emailProblem(email);
    setWrong(found);
    if (found === null) onSubmit(email);
    else input.current?.focus();
  };

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Email" error={wrong}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="email"
            name="email"
            autoComplete={autoComplete}
            required
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setWrong(null);
            }}
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      <Button type="submit" size="lg" isBusy={isBusy} className="w-full">
        {label}
      </Button>
    </form>
  );
};
