import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { newEmailProblem } from "#shared/rules/account-fields.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { namesOf, userName } from "./user-acts.tsx";

type ReasonDialogProps = {
  user: AdminUser;
  title: string;
  text: ReactNode;
  /** Between the text and the reason. */
  children?: ReactNode;
  /** Of what stands there: it has the focus first, in the place of the reason. */
  firstField?: RefObject<HTMLInputElement | null>;
  hint: string;
  action: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** Why it did not work; null while all is well. */
  problem: string | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks before something is done about a member, and why. */
export const ReasonDialog = ({
  user,
  title,
  text,
  children,
  firstField,
  hint,
  action,
  isDangerous = false,
  isPending,
  problem,
  onConfirm,
  onClose,
}: ReasonDialogProps) => {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <AlertDialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <AlertDialogContent field={firstField ?? field}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPending) return;
            const isGiven = isSeen(reason);
            setIsMissing(!isGiven);
            if (isGiven) onConfirm(reason.trim());
            else field.current?.focus();
          }}
        >
          <AlertDialogDescription asChild>
            <div className="space-y-3">
              {text}
              <p className="font-semibold wrap-anywhere text-ink">
                {userName(user)} ({namesOf(user)})
              </p>
            </div>
          </AlertDialogDescription>
          {children}
          <Field
            label={PEOPLE_SCREEN.reason}
            hint={hint}
            error={isMissing ? PEOPLE_SCREEN.reasonMissing : null}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                required
                autoComplete="off"
                maxLength={LENGTHS.reason}
                value={reason}
                onChange={({ target }) => {
                  setReason(target.value);
                  setIsMissing(false);
                }}
              />
            )}
          </Field>
          {problem !== null && <Alert>{problem}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" variant={isDangerous ? "danger" : "primary"} isBusy={isPending}>
              {action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

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
