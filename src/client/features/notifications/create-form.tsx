import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { takeFocus } from "#client/lib/take-focus.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { NOTIFICATION_REDIRECT_MS } from "#shared/constants/timings.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
import { AudienceChoice } from "./audience-choice.tsx";
import { TargetPicker } from "./target-picker.tsx";
import { useCreate } from "./use-create.ts";

const counter = (text: string, max: number) => (
  <span className="tabular-nums">
    {text.length} / {max.toLocaleString()}
    <span className="sr-only"> characters</span>
  </span>
);

/** Writes a notification and sends it (member §2, §4 "Notifications"). */
export const CreateForm = () => {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const { draft, problems, failure, isSending, isDone, change, check, send } = useCreate(() => {
    setIsAsking(false);
    setRefusals((count) => count + 1);
  });
  // The first field beside which something stands now.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusals]);
  useAfter(isDone ? NOTIFICATION_REDIRECT_MS : null, () => {
    void navigate({ to: "/member/notifications" });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isDone || !check()) return;
    if (draft.isGlobal) setIsAsking(true);
    else send();
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="panel p-5 sm:p-8">
      <fieldset disabled={isDone} className="min-w-0 space-y-7">
        <legend className="sr-only">The notification</legend>
        <Field
          label="Subject"
          error={problems.subject}
          hint={counter(draft.subject, LENGTHS.notificationSubject)}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={LENGTHS.notificationSubject}
              value={draft.subject}
              onChange={(event) => change({ subject: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Message"
          error={problems.message}
          hint={counter(draft.message, LENGTHS.notificationMessage)}
        >
          {(control) => (
            <Textarea
              {...control}
              maxLength={LENGTHS.notificationMessage}
              value={draft.message}
              onChange={(event) => change({ message: event.target.value })}
            />
          )}
        </Field>
        <AudienceChoice isGlobal={draft.isGlobal} onChange={(isGlobal) => change({ isGlobal })} />
        {!draft.isGlobal && (
          <TargetPicker
            chosen={draft.chosen}
            error={problems.targets ?? null}
            onAdd={(target) =>
              draft.chosen.length < NOTIFICATION_TARGETS_MAX &&
              change({ chosen: [...draft.chosen, target] })
            }
            onRemove={({ profileId }) =>
              change({ chosen: draft.chosen.filter((target) => target.profileId !== profileId) })
            }
          />
        )}
        {failure !== null && !isAsking && <Alert>{failure}</Alert>}
        {isDone ? (
          <Alert kind="success">
            {NOTIFICATIONS.created} Taking you back to the list.{" "}
            <Link
              ref={takeFocus}
              to="/member/notifications"
              className="font-semibold text-amber underline underline-offset-4"
            >
              Go there now
            </Link>
          </Alert>
        ) : (
          <div className="flex flex-col gap-3 sm:flex-row">
            <Button type="submit" isBusy={isSending && !isAsking}>
              {isSending ? "Creating..." : "Create Notification"}
            </Button>
            <Button asChild variant="outline">
              <Link to="/member/notifications">Cancel</Link>
            </Button>
          </div>
        )}
      </fieldset>
      <ConfirmDialog
        isOpen={isAsking && !isDone}
        title="Send it to everyone?"
        text={
          <>
            <p className="font-semibold wrap-anywhere text-bone">{draft.subject}</p>
            <p>All members get this notification, and so does everyone who joins later.</p>
          </>
        }
        action="Yes, Send"
        isBusy={isSending}
        error={failure}
        onConfirm={send}
        onClose={() => setIsAsking(false)}
      />
    </form>
  );
};
