import { CircleCheck, CirclePause, TriangleAlert } from "lucide-react";
import { Moment } from "#client/components/marks.tsx";
import { OpeningRow } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { DeliveryState } from "#shared/constants/webhooks.ts";
import type { Webhook, WebhookDelivery } from "#shared/schemas/webhooks.ts";
import { WEBHOOK_EVENT_TEXTS, WEBHOOKS } from "#shared/webhook-messages.ts";

/** So many are shown first. */
const SHOWN = 10;
/** While somebody looks, what waits may have been sent. */
const LOOKED_AT_MS = 5000;

const LOOKS: Readonly<Record<DeliveryState, string>> = {
  waiting: "text-accent-strong",
  sent: "text-moss",
  failed: "text-ember",
};

type DeliveryRowProps = { delivery: WebhookDelivery; isBusy: boolean; onAgain: () => void };

const DeliveryRow = ({ delivery, isBusy, onAgain }: DeliveryRowProps) => {
  const { title, state, attempts, createdAt, nextAttemptAt, error } = delivery;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span className={cn("w-16 shrink-0 font-semibold", LOOKS[state])}>
        {WEBHOOKS.states[state]}
      </span>
      <span className="min-w-0 flex-1 basis-56 wrap-anywhere [unicode-bidi:plaintext]">
        {title}
        {error !== null && state !== "sent" && (
          <span className="text-muted">
            {" · "}
            {error}
            {" · "}
            {WEBHOOKS.attempt(attempts)}
          </span>
        )}
      </span>
      <span className="text-faint tabular-nums">
        {state === "waiting" && nextAttemptAt !== null && attempts > 0 ? (
          <>
            {WEBHOOKS.nextAttempt} <Moment at={nextAttemptAt} />
          </>
        ) : (
          <Moment at={createdAt} />
        )}
      </span>
      {state === "failed" && (
        <Button
          variant="ghost"
          size="sm"
          className="max-md:h-11"
          isBusy={isBusy}
          aria-label={WEBHOOKS.againThis(title)}
          onClick={onAgain}
        >
          {WEBHOOKS.again}
        </Button>
      )}
    </li>
  );
};

/** What a webhook was told, or will be, newest first. */
const WebhookDeliveries = ({ webhookId }: { webhookId: string }) => {
  const { webhooks } = trpc.useUtils();
  const list = trpc.webhooks.deliveries.useInfiniteQuery(
    { webhookId, limit: SHOWN },
    { ...PAGED, refetchInterval: LOOKED_AT_MS },
  );
  const again = trpc.webhooks.sendAgain.useMutation({
    onSuccess: async () => {
      toast("success", WEBHOOKS.queuedAgain, "admin");
      await webhooks.deliveries.invalidate({ webhookId });
    },
    onError: (error) => toast("error", messageOf(error) ?? WEBHOOKS.changeFailed, "admin"),
  });
  if (list.data === undefined)
    return list.isError ? (
      <LoadFailed
        message={WEBHOOKS.deliveriesFailed}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <Skeleton className="h-24 w-full" />
    );
  const items = itemsOf(list.data) ?? [];
  if (items.length === 0) return <p className="text-muted">{WEBHOOKS.noDeliveries}</p>;
  return (
    <div>
      <ul aria-label={WEBHOOKS.deliveries} className="divide-y divide-ground-700">
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isBusy={again.isPending && again.variables.id === delivery.id}
            onAgain={() => again.mutate({ id: delivery.id })}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="max-md:h-11"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {WEBHOOKS.more}
        </Button>
      )}
    </div>
  );
};

export const WEBHOOK_ROW =
  "relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm @3xl:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.6fr)_9rem_10.5rem_1rem] @3xl:gap-x-4";

export type WebhookActs = {
  isBusy: boolean;
  onTest: () => void;
  onEdit: () => void;
  onPause: () => void;
  onResume: () => void;
  onRemove: () => void;
};

const standOf = ({ pausedAt, failures }: Webhook) => {
  if (pausedAt !== null)
    return { icon: CirclePause, text: WEBHOOKS.paused, className: "text-ember" };
  if (failures > 0)
    return {
      icon: TriangleAlert,
      text: WEBHOOKS.failing(failures),
      className: "text-accent-strong",
    };
  return { icon: CircleCheck, text: WEBHOOKS.active, className: "text-moss" };
};

const Acts = ({ webhook, acts }: { webhook: Webhook; acts: WebhookActs }) => {
  const { name, pausedAt } = webhook;
  const small = { variant: "outline", size: "sm", className: "max-md:h-11" } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        {...small}
        isBusy={acts.isBusy}
        aria-label={WEBHOOKS.testThis(name)}
        onClick={acts.onTest}
      >
        {WEBHOOKS.test}
      </Button>
      <Button {...small} aria-label={WEBHOOKS.editThis(name)} onClick={acts.onEdit}>
        {WEBHOOKS.edit}
      </Button>
      {pausedAt === null ? (
        <Button {...small} aria-label={WEBHOOKS.pauseThis(name)} onClick={acts.onPause}>
          {WEBHOOKS.pause}
        </Button>
      ) : (
        <Button {...small} aria-label={WEBHOOKS.resumeThis(name)} onClick={acts.onResume}>
          {WEBHOOKS.resume}
        </Button>
      )}
      <Button {...small} aria-label={WEBHOOKS.removeThis(name)} onClick={acts.onRemove}>
        {WEBHOOKS.remove}
      </Button>
    </div>
  );
};

/** A webhook: where it leads, what it is told and how it is; opened, what was sent. */
export const WebhookRow = ({ webhook, acts }: { webhook: Webhook; acts: WebhookActs }) => {
  const { id, name, kind, shownUrl, events, lastSentAt, lastError } = webhook;
  const { icon: Icon, text, className } = standOf(webhook);
  return (
    <OpeningRow
      className={WEBHOOK_ROW}
      mark={<Icon className={cn("size-5", className)} aria-hidden />}
      name={name}
      details={
        <>
          {lastError !== null && (
            <p className="flex items-start gap-2 text-accent-strong">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              {lastError}
            </p>
          )}
          <p className="flex flex-wrap gap-x-2">
            <span className="text-faint">{WEBHOOKS.to}</span>
            <span className="wrap-anywhere">
              {shownUrl} ({WEBHOOKS.kinds[kind]})
            </span>
          </p>
          <Acts webhook={webhook} acts={acts} />
          <WebhookDeliveries webhookId={id} />
        </>
      }
    >
      <span className="text-pretty text-muted @max-3xl:col-start-2">
        {events.map((event) => WEBHOOK_EVENT_TEXTS[event].label).join(", ")}
      </span>
      <span className={cn("font-semibold @max-3xl:col-start-2", className)}>{text}</span>
      <span className="whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right">
        {lastSentAt === null ? (
          WEBHOOKS.neverSent
        ) : (
          <>
            <span className="@3xl:sr-only">{WEBHOOKS.lastSent} </span>
            <Moment at={lastSentAt} />
          </>
        )}
      </span>
    </OpeningRow>
  );
};
