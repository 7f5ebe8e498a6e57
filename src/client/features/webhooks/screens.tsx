import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
import { Choices } from "#client/components/choices.tsx";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { ShownOnce } from "#client/components/shown-once.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf, refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import { ADMINS } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { WEBHOOK_EVENTS } from "#shared/constants/webhooks.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { MadeWebhook, Webhook } from "#shared/schemas/webhooks.ts";
import { WEBHOOK_EVENT_TEXTS, WEBHOOK_FORM, WEBHOOKS } from "#shared/webhook-messages.ts";
import { WEBHOOK_ROW, type WebhookActs, WebhookRow } from "./row.tsx";

export { WebhooksScreen as Webhooks };

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, ...WEBHOOK_EVENT_TEXTS[value] }));

const formOf = (isNew: boolean) =>
  z.object({
    name: textThat((name) => (isSeen(name) ? null : WEBHOOK_FORM.nameMissing)),
    url: textThat((url) => (isNew && !isSeen(url) ? WEBHOOK_FORM.urlMissing : null)),
    events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, WEBHOOK_FORM.eventsMissing)),
  });

type WebhookFormProps = {
  /** Null for a new one. */
  webhook: Webhook | null;
  /** Takes the new one with its secret; null for one that was changed. */
  onSaved: (made: MadeWebhook | null) => void;
};

/** Where a webhook leads, and what it is told. */
const WebhookForm = ({ webhook, onSaved }: WebhookFormProps) => {
  const { webhooks } = trpc.useUtils();
  const form = useForm({
    schema: formOf(webhook === null),
    initial: { name: webhook?.name ?? "", url: "", events: webhook?.events ?? [] },
  });
  const refuse = (error: unknown) =>
    form.refuse(error, refusalProblem(error, WEBHOOK_FORM.saveFailed));
  const saved = (made: MadeWebhook | null) => {
    void webhooks.list.invalidate();
    onSaved(made);
  };
  const make = trpc.webhooks.make.useMutation({ onSuccess: saved, onError: refuse });
  const edit = trpc.webhooks.edit.useMutation({
    onSuccess: () => {
      toast("success", WEBHOOKS.saved, "admin");
      saved(null);
    },
    onError: refuse,
  });
  const isBusy = make.isPending || edit.isPending;
  const submit = form.submit(({ name, url, events }) => {
    if (isBusy) return;
    if (webhook === null) make.mutate({ name, url, events });
    else edit.mutate({ id: webhook.id, name, events, ...(isSeen(url) && { url }) });
  });
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="p-6 pb-4 sm:px-8 sm:pt-8">
        <DialogTitle className="headline pr-10 text-4xl">
          {webhook === null ? WEBHOOK_FORM.newTitle : WEBHOOK_FORM.editTitle}
        </DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">
          {WEBHOOK_FORM.intro}
        </DialogDescription>
      </div>
      <div className="grid gap-6 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <Field label={WEBHOOK_FORM.name} error={form.error("name")} hint={WEBHOOK_FORM.nameHint}>
          {(control) => (
            <Input
              {...control}
              {...form.field("name")}
              autoComplete="off"
              maxLength={LENGTHS.label}
            />
          )}
        </Field>
        <Field
          label={WEBHOOK_FORM.url}
          error={form.error("url")}
          hint={webhook === null ? WEBHOOK_FORM.urlHint : WEBHOOK_FORM.urlKept}
        >
          {(control) => (
            <Input
              {...control}
              {...form.field("url")}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder={webhook?.shownUrl ?? "https://"}
              maxLength={LENGTHS.url}
            />
          )}
        </Field>
        <Choices
          legend={WEBHOOK_FORM.events}
          choices={CHOICES}
          chosen={form.values.events}
          firstRef={form.focusOf("events")}
          error={form.error("events")}
          onChange={(chosen) => form.set({ events: [...chosen] })}
        />
      </div>
      <div className="grid gap-4 border-t border-ground-700 px-6 py-5 sm:px-8">
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" isBusy={isBusy}>
            {WEBHOOK_FORM.save}
          </Button>
        </div>
      </div>
    </form>
  );
};

const stay = (event: Event) => event.preventDefault();

/** Makes a webhook and shows its secret once, or changes one. */
const WebhookDialog = ({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) => {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {/* A click beside it must lose neither what was typed nor the secret. */}
      <DialogContent onInteractOutside={stay} onEscapeKeyDown={made === null ? undefined : stay}>
        {made === null ? (
          <WebhookForm
            webhook={webhook}
            onSaved={(saved) => {
              if (saved !== null && saved.secret !== null)
                return setMade({ name: saved.name, secret: saved.secret });
              if (saved !== null) toast("success", WEBHOOK_FORM.discordMade, "admin");
              return onClose();
            }}
          />
        ) : (
          <ShownOnce
            title={WEBHOOK_FORM.secretTitle(made.name)}
            text={WEBHOOK_FORM.secretText}
            secret={made.secret}
            copyLabel={WEBHOOK_FORM.copy}
            refused={WEBHOOK_FORM.copyRefused}
          />
        )}
      </DialogContent>
    </Dialog>
  );
};

/** What can be done with one, by name of the procedure. */
const useActs = () => {
  const { webhooks } = trpc.useUtils();
  const options = (sentence: string) => ({
    onSuccess: async () => {
      toast("success", sentence, "admin");
      await webhooks.list.invalidate();
    },
    onError: (error: unknown) => toast("error", messageOf(error) ?? WEBHOOKS.changeFailed, "admin"),
  });
  const pause = trpc.webhooks.pause.useMutation(options(WEBHOOKS.pausedNow));
  const resume = trpc.webhooks.resume.useMutation(options(WEBHOOKS.resumed));
  const remove = trpc.webhooks.remove.useMutation(options(WEBHOOKS.removed));
  const test = trpc.webhooks.test.useMutation({
    onSuccess: async ({ hasArrived, message }) => {
      toast(hasArrived ? "success" : "error", message, "admin");
      await Promise.all([webhooks.list.invalidate(), webhooks.deliveries.invalidate()]);
    },
    onError: options("").onError,
  });
  return { pause, resume, remove, test };
};

/** Programs elsewhere that are told of what happens here [HOOK-01]. */
export const WebhooksScreen = () => {
  const list = trpc.webhooks.list.useQuery(undefined, {
    staleTime: LOADED_FRESH_MS,
    refetchInterval: MEMBER_POLL_MS,
  });
  const [open, setOpen] = useState<{ webhook: Webhook | null } | null>(null);
  const [asked, setAsked] = useState<Webhook | null>(null);
  const { pause, resume, remove, test } = useActs();
  const heading = useRef<HTMLHeadingElement>(null);
  const actsOf = (webhook: Webhook): WebhookActs => {
    const { id } = webhook;
    return {
      isBusy: test.isPending && test.variables.id === id,
      onTest: () => test.mutate({ id }),
      onEdit: () => setOpen({ webhook }),
      onPause: () => pause.mutate({ id }),
      onResume: () => resume.mutate({ id }),
      onRemove: () => {
        remove.reset();
        setAsked(webhook);
      },
    };
  };
  const { data } = list;
  return (
    <>
      <ScreenHeading
        ref={heading}
        eyebrow={WEBHOOKS.eyebrow}
        title={WEBHOOKS.title}
        actions={
          <Button size="sm" className="max-md:h-11" onClick={() => setOpen({ webhook: null })}>
            <Plus aria-hidden />
            {WEBHOOKS.make}
          </Button>
        }
      />
      <p className="mt-1.5 max-w-[75ch] text-sm text-pretty text-muted">{WEBHOOKS.intro}</p>
      <div className="@container mt-4">
        {data === undefined && list.isError && (
          <LoadFailed
            message={WEBHOOKS.failed}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {data === undefined && !list.isError && (
          <SkeletonRows rows={3} className={WEBHOOK_ROW}>
            <Skeleton className="h-7 w-full @max-3xl:col-span-3 @3xl:col-span-6" />
          </SkeletonRows>
        )}
        {data !== undefined && data.length === 0 && (
          <EmptyPanel title={WEBHOOKS.empty.title} text={WEBHOOKS.empty.text}>
            <Button onClick={() => setOpen({ webhook: null })}>{WEBHOOKS.empty.action}</Button>
          </EmptyPanel>
        )}
        {data !== undefined && data.length > 0 && (
          <ul aria-label={WEBHOOKS.label} className="panel divide-y divide-ground-700">
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} acts={actsOf(webhook)} />
            ))}
          </ul>
        )}
      </div>
      {open !== null && <WebhookDialog webhook={open.webhook} onClose={() => setOpen(null)} />}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title={WEBHOOKS.removeQuestion.title}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.name}</p>
              <p>{WEBHOOKS.removeQuestion.text}</p>
            </>
          }
          action={WEBHOOKS.removeQuestion.action}
          isBusy={remove.isPending}
          error={remove.isError ? (messageOf(remove.error) ?? WEBHOOKS.changeFailed) : null}
          onConfirm={() =>
            remove.mutate(
              { id: asked.id },
              {
                onSuccess: () => {
                  setAsked(null);
                  // The button that was pressed is gone.
                  heading.current?.focus({ preventScroll: true });
                },
              },
            )
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
};

export const loadWebhooks = forThose(ADMINS, ({ queries }) => {
  void queries.webhooks.list.prefetch(undefined, { ...ONCE, ...FRESH });
});
