import { type ReactNode, type RefObject, useRef, useState } from "react";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/alert-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { namesOf, userName } from "./user-acts.ts";

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
