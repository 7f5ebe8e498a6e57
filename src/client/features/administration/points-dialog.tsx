import { Minus, Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { z } from "zod/mini";
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
import { codeOf, type ErrorCode, messageOf } from "#client/lib/api-error.ts";
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
import { userName } from "./user-acts.tsx";

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
  "step_up",
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

type PointsFrameProps = {
  title: string;
  /** Takes the focus when it opens. */
  field: RefObject<HTMLInputElement | null>;
  isOpen?: boolean;
  /** Whether an answer is waited for: then nothing closes it. */
  isPending: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The frame of both dialogs about somebody's points. */
export const PointsFrame = ({
  title,
  field,
  isOpen = true,
  isPending,
  onClose,
  children,
}: PointsFrameProps) => (
  <AlertDialog open={isOpen} onOpenChange={(open) => !open && !isPending && onClose()}>
    <AlertDialogContent field={field}>
      <AlertDialogTitle>{title}</AlertDialogTitle>
      {children}
    </AlertDialogContent>
  </AlertDialog>
);

type PointsFormProps = Pick<ComponentProps<"form">, "onSubmit"> & {
  hint: string;
  /** How many points: above the reason. */
  children: ReactNode;
  reason: ComponentProps<typeof Input>;
  reasonHint: string;
  /** Between the reason and the buttons. */
  below?: ReactNode;
  isPending?: boolean;
  /** The button that sends it. */
  submit: ReactNode;
};

/** Their form: how many points, why, and the way out. */
export const PointsForm = ({
  onSubmit,
  hint,
  children,
  reason,
  reasonHint,
  below,
  isPending = false,
  submit,
}: PointsFormProps) => (
  <form onSubmit={onSubmit} className="contents">
    <AlertDialogDescription className="wrap-anywhere">{hint}</AlertDialogDescription>
    {children}
    <Field label="Reason" hint={reasonHint}>
      {(control) => (
        <Input {...control} {...reason} autoComplete="off" maxLength={LENGTHS.reason} />
      )}
    </Field>
    {below}
    <AlertDialogFooter>
      <AlertDialogCancel asChild>
        <Button variant="outline" disabled={isPending}>
          Cancel
        </Button>
      </AlertDialogCancel>
      {submit}
    </AlertDialogFooter>
  </form>
);

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
    <PointsFrame
      title={isAsking ? "Confirm" : "Edit Points"}
      field={field}
      isOpen={isOpen}
      isPending={edit.isPending}
      onClose={onClose}
    >
      {isAsking ? (
        <>
          <AlertDialogDescription asChild>
            <div className="space-y-3">
              <p>{POINTS_DIALOG.question(points)}</p>
              <p className="wrap-anywhere">
                {userName(user)}: {pointsText(oldPoints)} →{" "}
                <span className="font-semibold text-ink">
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
        <PointsForm
          onSubmit={form.submit(() => setIsAsking(true))}
          hint={POINTS_DIALOG.hint(userName(user), pointsText(oldPoints), brand.currency)}
          reason={form.field("reason")}
          reasonHint={POINTS_DIALOG.noteHint}
          submit={<Button type="submit">Save</Button>}
        >
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
        </PointsForm>
      )}
    </PointsFrame>
  );
};
