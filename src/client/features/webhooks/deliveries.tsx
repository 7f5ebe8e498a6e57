import { LoadFailed } from "#client/components/load-states.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { DeliveryState } from "#shared/constants/webhooks.ts";
import type { WebhookDelivery } from "#shared/schemas/webhooks.ts";
import { WEBHOOKS } from "#shared/webhook-messages.ts";

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
export const WebhookDeliveries = ({ webhookId }: { webhookId: string }) => {
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
