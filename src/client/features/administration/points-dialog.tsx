import { Minus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
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
import { type ErrorCode, codeOf, messageOf } from "#client/lib/api-error.ts";
import { takeFocus, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, POINTS_DIALOG } from "#shared/admin-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { userName } from "./user-acts.ts";

/**
 * The points that stand in the editor, as they are typed or as the site writes them, "1,250": what is
 * no whole number is 0, and nothing is below it [POINTS-04].
 */
export const pointsOf = (typed: string): number => {
  const digits = typed.replaceAll(/[\s,]/gu, "");
  return /^\d+$/u.test(digits) ? Number(digits) : 0;
};

/** Reasons that an Admin can do something about; whatever else went wrong has one sentence. */
const REASONS: ReadonlySet<ErrorCode | null> = new Set([
  "bad_request",
  "changed_meanwhile",
  "not_found",
] as const);

/**
 * Adds to somebody's points, takes from them, or sets them.
 * @param onDone it is done.
 */
export const usePointsChange = (onDone: () => void) => {
  const { administration } = trpc.useUtils();
  const answer = {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => administration.invalidate(),
  };
  const edit = trpc.points.edit.useMutation(answer);
  const change = trpc.points.change.useMutation(answer);
  const error = edit.error ?? change.error;
  const reason = REASONS.has(codeOf(error)) ? messageOf(error) : null;
  const reset = () => {
    edit.reset();
    change.reset();
  };
  return {
    set: edit.mutate,
    /** Whatever they earn meanwhile stays. */
    add: change.mutate,
    reset,
    isPending: edit.isPending || change.isPending,
    /** The balance is no longer the one that the Admin has seen. By now the list knows it. */
    isOutdated: codeOf(error) === "changed_meanwhile",
    problem: error === null ? null : (reason ?? ADMINISTRATION.pointsFailed),
  };
};

const pointsForm = z.object({
  points: z.number().check(z.maximum(POINTS_MAX, POINTS.outOfRange)),
  reason: z.string(),
});

type PointsDialogProps = {
  /** Whose points, and the balance that the Admin has seen. */
  user: AdminUser;
  /** The balance that the list shows by now. */
  current: number;
  isOpen: boolean;
  onClose: () => void;
};

/** Sets somebody's points: the editor, then the question about what it says [POINTS-04]. */
export const PointsDialog = ({ user, current, isOpen, onClose }: PointsDialogProps) => {
  const { brand } = useSite();
  const [oldPoints, setOldPoints] = useState(user.zlgMember.points);
  const form = useForm({
    schema: pointsForm,
    initial: { points: Math.max(0, oldPoints), reason: "" },
    judges: "typing",
  });
  const { points, reason } = form.values;
  const setPoints = (next: number) => form.set({ points: next });
  const [isAsking, setIsAsking] = useState(false);
  const edit = usePointsChange(onClose);
  const field = useRef<HTMLInputElement>(null);
  const isReturning = useRef(false);
  const takeField = form.focusOf("points");
  const lookAgain = () => {
    edit.reset();
    setOldPoints(current);
    setPoints(Math.max(0, current));
    isReturning.current = true;
    setIsAsking(false);
  };
  const confirm = () =>
    edit.set({ userProfileId: user.id, oldPoints, points, reason: reason.trim() });

  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && !edit.isPending && onClose()}>
      <AlertDialogContent field={field}>
        <AlertDialogTitle>{isAsking ? "Confirm" : "Edit Points"}</AlertDialogTitle>
        {isAsking ? (
          <>
            <AlertDialogDescription asChild>
              <div className="space-y-3">
                <p>{POINTS_DIALOG.question(points)}</p>
                <p className="wrap-anywhere">
                  {userName(user)}: {pointsText(oldPoints)} →{" "}
                  <span className="font-semibold text-bone">
                    {pointsText(points)} {brand.currency}
                  </span>
                </p>
              </div>
            </AlertDialogDescription>
            {edit.problem !== null && <Alert>{edit.problem}</Alert>}
            <AlertDialogFooter>
              <AlertDialogCancel asChild>
                <Button ref={takeFocus} variant="outline" disabled={edit.isPending}>
                  Cancel
                </Button>
              </AlertDialogCancel>
              {edit.isOutdated ? (
                <Button onClick={lookAgain}>Edit Again</Button>
              ) : (
                <Button isBusy={edit.isPending} onClick={confirm}>
                  Confirm
                </Button>
              )}
            </AlertDialogFooter>
          </>
        ) : (
          <form onSubmit={form.submit(() => setIsAsking(true))} className="contents">
            <AlertDialogDescription className="wrap-anywhere">
              {POINTS_DIALOG.hint(userName(user), pointsText(oldPoints), brand.currency)}
            </AlertDialogDescription>
            <Field label="Points" error={form.error("points")}>
              {(control) => (
                <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-2">
                  <Button
                    variant="outline"
                    aria-label={POINTS_DIALOG.less}
                    className="h-12"
                    disabled={points === 0}
                    onClick={() => setPoints(Math.max(0, points - 1))}
                  >
                    <Minus aria-hidden />
                  </Button>
                  <Input
                    {...control}
                    ref={(element) => {
                      field.current = element;
                      takeField(element);
                      if (element !== null && isReturning.current) element.focus();
                      isReturning.current &&= element === null;
                    }}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={12}
                    className="text-center font-semibold tabular-nums"
                    value={String(points)}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => setPoints(pointsOf(event.target.value))}
                  />
                  <Button
                    variant="outline"
                    aria-label={POINTS_DIALOG.more}
                    className="h-12"
                    onClick={() => setPoints(points + 1)}
                  >
                    <Plus aria-hidden />
                  </Button>
                </div>
              )}
            </Field>
            <Field label="Reason" hint={POINTS_DIALOG.noteHint}>
              {(control) => (
                <Input
                  {...control}
                  {...form.field("reason")}
                  autoComplete="off"
                  maxLength={LENGTHS.reason}
                />
              )}
            </Field>
            <AlertDialogFooter>
              <AlertDialogCancel asChild>
                <Button variant="outline">Cancel</Button>
              </AlertDialogCancel>
              <Button type="submit">Save</Button>
            </AlertDialogFooter>
          </form>
        )}
      </AlertDialogContent>
    </AlertDialog>
  );
};
