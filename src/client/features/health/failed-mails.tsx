import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { HEALTH_SCREEN } from "#shared/health-work-messages.ts";
import { FAILED_MAILS } from "#shared/mail-messages.ts";

const MAILS_ID = "failed-mails";
const ROW =
  "grid gap-x-4 gap-y-1 px-4 py-3 text-sm text-muted sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:items-center @2xl:px-5";

/** Sends one mail again, or all; says what came of it. */
const useSendAgain = (onDone: () => void) => {
  const { mail, health } = trpc.useUtils();
  return trpc.mail.resendFailed.useMutation({
    onSuccess: (sentence) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onError: (error) => toast("error", messageOf(error) ?? HEALTH_SCREEN.sendFailed, "admin"),
    onSettled: () => Promise.all([mail.invalidate(), health.invalidate()]),
  });
};

/** Emails that could not be sent, which can be sent again. */
export const FailedMails = () => {
  const list = trpc.mail.failed.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, refetchInterval: MEMBER_POLL_MS },
  );
  const mails = itemsOf(list.data);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, variables } = useSendAgain(() => setIsAsking(false));
  const isSendable = mails?.some(({ kind }) => kind !== null) ?? false;
  return (
    <section aria-labelledby={MAILS_ID} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={MAILS_ID} className="font-display text-2xl font-bold tracking-wide display-case">
          {HEALTH_SCREEN.mails}
        </h2>
        {isSendable && (
          <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
            {HEALTH_SCREEN.sendAllAgain}
          </Button>
        )}
      </div>
      <p className="mt-1 mb-3 max-w-[75ch] text-sm text-pretty text-muted">
        {HEALTH_SCREEN.mailsIntro}
      </p>
      <PagedList
        label={HEALTH_SCREEN.mails}
        list={list}
        items={mails}
        counted={["email", "emails"]}
        failure={HEALTH_SCREEN.mailsFailed}
        skeletons={
          <SkeletonRows rows={1} className={ROW}>
            <Skeleton className="h-6 w-full" />
          </SkeletonRows>
        }
        empty={<p className="panel px-5 py-4 text-sm text-muted">{HEALTH_SCREEN.noMails}</p>}
      >
        {({ id, kind, to, error, failedAt }) => (
          <li key={id} className={ROW}>
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold text-ink">
                {kind === null ? HEALTH_SCREEN.unreadable : FAILED_MAILS.kinds[kind]}
              </p>
              {to !== null && <p>{to}</p>}
            </div>
            <p className="min-w-0 wrap-anywhere">
              {HEALTH_SCREEN.givenUp} <TimeAgo at={failedAt} />
              {error !== "" && <span className="text-faint"> · {error}</span>}
            </p>
            {kind !== null && (
              <Button
                variant="outline"
                size="sm"
                className="justify-self-start max-md:h-11"
                isBusy={isPending && variables.id === id}
                onClick={() => mutate({ id })}
              >
                {HEALTH_SCREEN.sendAgain}
              </Button>
            )}
          </li>
        )}
      </PagedList>
      <ConfirmDialog
        isOpen={isAsking}
        title={HEALTH_SCREEN.sendAllTitle}
        text={HEALTH_SCREEN.sendAllText}
        action={HEALTH_SCREEN.sendAllAgain}
        isDangerous={false}
        isBusy={isPending}
        onConfirm={() => mutate({})}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
};
