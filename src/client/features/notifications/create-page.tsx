import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, Textarea } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { takeFocus, useForm } from "#client/lib/form.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useAfter } from "#client/lib/timers.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { NOTIFICATION_REDIRECT_MS } from "#shared/constants/timings.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS, NOTIFICATION_FORM } from "#shared/notification-messages.ts";
import { AudienceChoice } from "./audience-choice.tsx";
import { EMPTY_NOTIFICATION, NOTIFICATION_PLACING, notificationForm, payloadOf } from "./form.ts";
import { TargetPicker } from "./target-picker.tsx";

const counter = (text: string, max: number) => (
  <span className="tabular-nums">
    {text.length} / {max.toLocaleString()}
    <span className="sr-only"> characters</span>
  </span>
);

/** Writes a notification and sends it. */
const CreateForm = () => {
  const navigate = useNavigate();
  const { list, unread } = trpc.useUtils().notifications;
  const [isAsking, setIsAsking] = useState(false);
  const onceKeyOf = useOnceKeys();
  const form = useForm({
    schema: notificationForm,
    initial: EMPTY_NOTIFICATION,
    ...NOTIFICATION_PLACING,
  });
  const { values } = form;
  const create = trpc.notifications.create.useMutation({
    onSuccess: () => {
      toast("success", NOTIFICATIONS.created, "admin");
      markNotificationsUpdated();
      void list.invalidate();
      void unread.invalidate();
    },
    onError: (error) => {
      const problem = refusalProblem(error, NOTIFICATIONS.createFailed);
      if (form.refuse(error, problem)) setIsAsking(false);
    },
  });
  const { isPending: isSending, isSuccess: isDone } = create;
  const failure = form.problem?.sentence ?? null;
  const send = () => {
    const payload = payloadOf(values);
    create.mutate({ ...payload, idempotencyKey: onceKeyOf(payload) });
  };
  useAfter(isDone ? NOTIFICATION_REDIRECT_MS : null, () => {
    void navigate({ to: "/member/notifications" });
  });
  const submit = form.submit(({ isGlobal }) => {
    if (isSending || isDone) return;
    if (isGlobal) setIsAsking(true);
    else send();
  });

  return (
    <form onSubmit={submit} noValidate className="panel p-5 sm:p-8">
      <fieldset disabled={isDone} className="min-w-0 space-y-7">
        <legend className="sr-only">The notification</legend>
        <Field
          label="Subject"
          error={form.error("subject")}
          hint={counter(values.subject, LENGTHS.notificationSubject)}
        >
          {(control) => (
            <Input
              {...control}
              {...form.field("subject")}
              autoComplete="off"
              maxLength={LENGTHS.notificationSubject}
            />
          )}
        </Field>
        <Field
          label="Message"
          error={form.error("message")}
          hint={counter(values.message, LENGTHS.notificationMessage)}
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.field("message")}
              maxLength={LENGTHS.notificationMessage}
            />
          )}
        </Field>
        <AudienceChoice
          isGlobal={values.isGlobal}
          onChange={(isGlobal) => form.set({ isGlobal })}
        />
        {!values.isGlobal && (
          <TargetPicker
            chosen={values.chosen}
            error={form.error("chosen")}
            searchRef={form.focusOf("chosen")}
            onAdd={(target) =>
              values.chosen.length < NOTIFICATION_TARGETS_MAX &&
              form.set({ chosen: [...values.chosen, target] })
            }
            onRemove={({ profileId }) =>
              form.set({ chosen: values.chosen.filter((target) => target.profileId !== profileId) })
            }
          />
        )}
        {failure !== null && !isAsking && <Alert>{failure}</Alert>}
        {isDone ? (
          <Alert kind="success">
            {NOTIFICATION_FORM.sent(NOTIFICATIONS.created)}{" "}
            <Link
              ref={takeFocus}
              to="/member/notifications"
              className="font-semibold text-amber underline underline-offset-4"
            >
              {NOTIFICATION_FORM.goNow}
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
        title={NOTIFICATION_FORM.everyoneTitle}
        text={
          <>
            <p className="font-semibold wrap-anywhere text-bone">{values.subject}</p>
            <p>{NOTIFICATION_FORM.everyoneText}</p>
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

/** Where Admins write notifications; nobody else may [NOTE-03]. */
export const CreatePage = () => {
  const isAdmin = useSession()?.role === "Admin";
  return (
    <>
      <Link
        to="/member/notifications"
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-amber-strong"
      >
        <ArrowLeft className="size-4" aria-hidden />
        All notifications
      </Link>
      <h1 className="headline mt-2 text-5xl md:text-6xl">New Notification</h1>
      <div className="mt-8">
        {isAdmin ? (
          <CreateForm />
        ) : (
          <p role="alert" className="text-xl font-semibold text-ember">
            {MESSAGES.accessDenied}
          </p>
        )}
      </div>
    </>
  );
};
