import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, type LucideIcon, User, Users } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Permitted } from "#client/components/permitted.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, Textarea } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { takeFocus, useForm, useOnceKeys } from "#client/lib/form.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { useSite } from "#client/lib/site.ts";
import { useAfter } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { NOTIFICATION_REDIRECT_MS } from "#shared/constants/time.ts";
import { NOTIFICATION_FORM, NOTIFICATIONS } from "#shared/notification-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import {
  EMPTY_NOTIFICATION,
  NOTIFICATION_PLACING,
  notificationForm,
  payloadOf,
  SentList,
  TargetPicker,
} from "./create-parts.tsx";

const counter = (text: string, max: number) => (
  <span className="tabular-nums">
    {numberText(text.length)} / {numberText(max)}
    <span className="sr-only"> characters</span>
  </span>
);

/** Writes a notification and sends it. */
const CreateForm = () => {
  const navigate = useNavigate();
  const id = useId();
  const hasRules = useSite().ruleTabs.length > 0;
  const { list, unread, sent } = trpc.useUtils().notifications;
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
      void sent.invalidate();
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
        <Field
          label={NOTIFICATION_FORM.link}
          error={form.error("link")}
          hint={NOTIFICATION_FORM.linkHint}
        >
          {(control) => (
            <>
              <Input
                {...control}
                {...form.field("link")}
                list={`${id}-pages`}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={LENGTHS.notificationLink}
              />
              <datalist id={`${id}-pages`}>
                {Object.entries(NOTIFICATION_FORM.pages)
                  .filter(([path]) => path !== "/rules" || hasRules)
                  .map(([path, name]) => (
                    <option key={path} value={path}>
                      {name}
                    </option>
                  ))}
              </datalist>
            </>
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
              className="font-semibold text-accent underline underline-offset-4"
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
            <p className="font-semibold wrap-anywhere text-ink">{values.subject}</p>
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

const TITLE = "New Notification";

/** Where whoever looks after the site writes notifications; nobody else may [NOTE-03]. */
export const CreatePage = () => (
  <>
    <Link
      to="/member/notifications"
      className="inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-accent-strong"
    >
      <ArrowLeft className="size-4" aria-hidden />
      All notifications
    </Link>
    <Permitted needed="site" title={TITLE}>
      <h1 className="headline mt-1 text-3xl md:text-4xl">{TITLE}</h1>
      <div className="mt-4">
        <CreateForm />
        <SentList />
      </div>
    </Permitted>
  </>
);

const CHOICES: readonly { isGlobal: boolean; label: string; hint: string; icon: LucideIcon }[] = [
  {
    isGlobal: true,
    label: "All Users",
    hint: NOTIFICATION_FORM.everyone,
    icon: Users,
  },
  {
    isGlobal: false,
    label: "Specific Users",
    hint: NOTIFICATION_FORM.chosen,
    icon: User,
  },
];

type AudienceChoiceProps = { isGlobal: boolean; onChange: (isGlobal: boolean) => void };

/** To everybody or to some. */
const AudienceChoice = ({ isGlobal: chosen, onChange }: AudienceChoiceProps) => {
  const id = useId();
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{NOTIFICATION_FORM.whoGetsIt}</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {CHOICES.map(({ isGlobal, label, hint, icon: Icon }) => (
          <label
            key={label}
            className="group flex cursor-pointer items-center gap-3.5 rounded-lg border border-ground-500 bg-ground-950/70 p-4 transition-colors hover:border-faint has-checked:border-accent has-checked:bg-accent/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-strong"
          >
            <input
              type="radio"
              name={id}
              aria-labelledby={`${id}-${String(isGlobal)}`}
              aria-describedby={`${id}-${String(isGlobal)}-hint`}
              checked={isGlobal === chosen}
              onChange={() => onChange(isGlobal)}
              className="size-5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-${String(isGlobal)}`} className="block font-semibold">
                {label}
              </span>
              <span id={`${id}-${String(isGlobal)}-hint`} className="block text-sm text-muted">
                {hint}
              </span>
            </span>
            <Icon
              className="size-5 shrink-0 text-faint group-has-checked:text-accent"
              aria-hidden
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
};
