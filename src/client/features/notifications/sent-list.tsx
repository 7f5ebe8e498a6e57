import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { itemsOf } from "#client/lib/lists.ts";
import { NOTIFICATIONS, SENT } from "#shared/notification-messages.ts";
import type { SentNotification } from "#shared/schemas/notifications.ts";
import { useSent, useWithdrawal } from "./use-notifications.ts";

const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 min-h-14 sm:px-5 @2xl:grid-cols-[minmax(0,1fr)_auto_auto]";

/** What an Admin has written, to whom, how many have read it, and the way to withdraw it [NOTE-10]. */
export const SentList = () => {
  const id = useId();
  const list = useSent();
  /** What is asked about stays in the dialog while that fades out. */
  const [asked, setAsked] = useState<SentNotification | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const withdrawal = useWithdrawal(() => setIsAsking(false));
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} tabIndex={-1} className="headline mb-3 text-2xl outline-none">
        {SENT.title}
      </h2>
      <PagedList
        list={list}
        items={itemsOf(list.data)}
        label={SENT.title}
        counted={["notification", "notifications"]}
        failure={NOTIFICATIONS.loadFailed}
        skeletons={
          <SkeletonRows rows={3} className={ROW}>
            <Skeleton className="h-9 w-64 max-w-full" />
            <Skeleton className="h-9 w-24" />
          </SkeletonRows>
        }
        empty={<p className="panel px-5 py-6 text-muted">{SENT.empty}</p>}
      >
        {(sent) => (
          <li key={sent.id} className={ROW}>
            <div className="min-w-0">
              <p
                id={`${id}-${sent.id}`}
                title={sent.subject}
                className="truncate font-semibold text-ink"
              >
                {sent.subject}
              </p>
              <p className="text-sm text-muted @2xl:hidden">
                <SentFacts sent={sent} />
              </p>
            </div>
            <p className="hidden text-right text-sm text-muted tabular-nums @2xl:block">
              <SentFacts sent={sent} />
            </p>
            {sent.withdrawnAt === null ? (
              <Button
                variant="outline"
                size="sm"
                className="max-md:h-11"
                aria-describedby={`${id}-${sent.id}`}
                onClick={() => {
                  withdrawal.reset();
                  setAsked(sent);
                  setIsAsking(true);
                }}
              >
                {SENT.withdraw}
              </Button>
            ) : (
              <span className="px-3 text-sm font-semibold text-faint">{SENT.withdrawn}</span>
            )}
          </li>
        )}
      </PagedList>
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={SENT.question}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.subject}</p>
              <p>{SENT.consequence(asked.people, asked.readBy)}</p>
            </>
          }
          action={SENT.confirm}
          isBusy={withdrawal.isPending}
          error={withdrawal.isError ? NOTIFICATIONS.withdrawFailed : null}
          onConfirm={() => withdrawal.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
};

const SentFacts = ({ sent }: { sent: SentNotification }) => (
  <>
    <Moment at={sent.createdAt} />
    {sent.withdrawnAt === null && (
      <>
        {" · "}
        {sent.isGlobal ? SENT.everyone(sent.people) : SENT.people(sent.people)}
        {" · "}
        {SENT.readBy(sent.readBy)}
      </>
    )}
  </>
);
