import { type ReactNode, useRef, useState } from "react";
import {
  AlertDialog,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/alert-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PASSKEY_SETTINGS } from "#shared/passkey-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";

type NameDialogProps = {
  title: string;
  text: ReactNode;
  /** The name that stands in the field at first. */
  name: string;
  action: string;
  isBusy: boolean;
  /** What the person is to do meanwhile. */
  busyText?: string;
  /** Why it did not work; null while all is well. */
  problem: string | null;
  onConfirm: (name: string) => void;
  /** Also ends what is under way. */
  onClose: () => void;
};

/** Asks for the name of a passkey. */
export const NameDialog = ({
  title,
  text,
  name,
  action,
  isBusy,
  busyText,
  problem,
  onConfirm,
  onClose,
}: NameDialogProps) => {
  const [typed, setTyped] = useState(name);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <AlertDialog open onOpenChange={(open) => !open && onClose()}>
      <AlertDialogContent field={field}>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (isBusy) return;
            const isGiven = isSeen(typed);
            setIsMissing(!isGiven);
            if (isGiven) onConfirm(typed.trim());
            else field.current?.focus();
          }}
        >
          <AlertDialogDescription>{text}</AlertDialogDescription>
          <Field
            label={PASSKEY_SETTINGS.name}
            hint={PASSKEY_SETTINGS.nameHint}
            error={isMissing ? PASSKEY_SETTINGS.nameMissing : null}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                value={typed}
                maxLength={LENGTHS.label}
                readOnly={isBusy}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {problem !== null && <Alert>{problem}</Alert>}
          <output className="block text-muted empty:hidden">{isBusy ? busyText : ""}</output>
          <AlertDialogFooter>
            <Button type="button" variant="outline" onClick={onClose}>
              {PASSKEY_SETTINGS.cancel}
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};
