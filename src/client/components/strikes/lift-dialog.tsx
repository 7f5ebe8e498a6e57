import { useRef, useState } from "react";
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
import { Field, Textarea } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useOnceKeys } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { STRIKE_LENGTHS } from "#shared/constants/strikes.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { LIFT_FORM } from "#shared/strike-screen-messages.ts";

type LiftDialogProps = { strikeId: number; onClose: () => void };

/** Lifts a strike, with a reason that the member is shown. */
const LiftDialog = ({ strikeId, onClose }: LiftDialogProps) => {
  const { strikes } = trpc.useUtils();
  const field = useRef<HTMLTextAreaElement>(null);
  const keyOf = useOnceKeys();
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const lift = trpc.strikes.lift.useMutation({
    onSuccess: () => {
      toast("success", LIFT_FORM.done(strikeId), "admin");
      onClose();
    },
    onSettled: () => strikes.invalidate(),
  });
  return (
    <AlertDialog open onOpenChange={(open) => !open && !lift.isPending && onClose()}>
      <AlertDialogContent field={field}>
        <AlertDialogTitle>{LIFT_FORM.title(strikeId)}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (lift.isPending) return;
            const isGiven = isSeen(reason);
            setIsMissing(!isGiven);
            if (!isGiven) {
              field.current?.focus();
              return;
            }
            const input = { id: strikeId, reason };
            lift.mutate({ ...input, idempotencyKey: keyOf(input) });
          }}
        >
          <AlertDialogDescription>{LIFT_FORM.text}</AlertDialogDescription>
          <Field
            label={LIFT_FORM.reason}
            hint={LIFT_FORM.reasonHint}
            error={isMissing ? LIFT_FORM.reasonMissing : null}
          >
            {(control) => (
              <Textarea
                {...control}
                ref={field}
                required
                className="min-h-24"
                maxLength={STRIKE_LENGTHS.lifting}
                value={reason}
                onChange={({ target }) => {
                  setReason(target.value);
                  setIsMissing(false);
                }}
              />
            )}
          </Field>
          {lift.isError && <Alert>{messageOf(lift.error) ?? LIFT_FORM.failed}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={lift.isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" isBusy={lift.isPending}>
              {LIFT_FORM.action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** The button for it, beside a strike that is active. */
export const LiftButton = ({ strikeId }: { strikeId: number }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        aria-label={LIFT_FORM.openThis(strikeId)}
        onClick={() => setIsOpen(true)}
      >
        {LIFT_FORM.open}
      </Button>
      {isOpen && <LiftDialog strikeId={strikeId} onClose={() => setIsOpen(false)} />}
    </>
  );
};
