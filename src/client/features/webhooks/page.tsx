import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/load-states.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { ShownOnce } from "#client/components/shown-once.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import type { Webhook } from "#shared/schemas/webhooks.ts";
import { WEBHOOK_FORM, WEBHOOKS } from "#shared/webhook-messages.ts";
import { WebhookForm } from "./form.tsx";
import { WEBHOOK_ROW, type WebhookActs, WebhookRow } from "./row.tsx";

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
