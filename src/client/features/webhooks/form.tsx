import { z } from "zod/mini";
import { Choices } from "#client/components/choices.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { WEBHOOK_EVENTS } from "#shared/constants/webhooks.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { MadeWebhook, Webhook } from "#shared/schemas/webhooks.ts";
import { WEBHOOK_EVENT_TEXTS, WEBHOOK_FORM, WEBHOOKS } from "#shared/webhook-messages.ts";

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
export const WebhookForm = ({ webhook, onSaved }: WebhookFormProps) => {
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
