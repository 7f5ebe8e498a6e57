import { useRef, useState } from "react";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { newEmailProblem } from "#shared/rules/account-fields.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Begins the change of a member's address, which they confirm at the new one [EMAIL-05]. */
export const ChangeAddressDialog = ({
  user,
  onClose,
}: {
  user: AdminUser;
  onClose: () => void;
}) => {
  const { administration } = trpc.useUtils();
  const [email, setEmail] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const change = trpc.administration.changeAddress.useMutation({
    onSuccess: (sentence) => {
      toast("success", sentence, "admin");
      onClose();
    },
    onSettled: () => administration.invalidate(),
  });
  const { title, text, action, field: label } = ADDRESS_SCREEN.admin;
  return (
    <ReasonDialog
      user={user}
      title={title}
      text={<p>{text}</p>}
      firstField={field}
      hint={PEOPLE_SCREEN.reasonHint}
      action={action}
      isPending={change.isPending}
      problem={change.error === null ? null : (messageOf(change.error) ?? PEOPLE_SCREEN.failed)}
      onConfirm={(reason) => {
        const problem = newEmailProblem(email);
        setWrong(problem);
        if (problem === null) change.mutate({ id: user.id, newEmail: email.trim(), reason });
        else field.current?.focus();
      }}
      onClose={onClose}
    >
      <Field label={label} error={wrong}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            required
            type="email"
            autoComplete="off"
            maxLength={LENGTHS.email}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setWrong(null);
            }}
          />
        )}
      </Field>
    </ReasonDialog>
  );
};
