import { z } from "zod/mini";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import type { SendProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { FormProblem } from "./form-parts.tsx";

type EmailFormProps = {
  /** The address that stands in the field at first. */
  email?: string;
  autoComplete: "username" | "email";
  /** What is said where the field is left empty. */
  missing: string;
  /** What became of the last attempt; null while all is well. */
  problem: SendProblem | null;
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
  const form = useForm({
    schema: z.object({
      email: textThat((text) => (text.trim() === "" ? missing : emailProblem(text))),
    }),
    initial: { email: given },
  });

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(({ email }) => onSubmit(email))}
      className="grid gap-5"
    >
      <Field label="Email" error={form.error("email")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("email")}
            type="email"
            autoComplete={autoComplete}
            required
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
