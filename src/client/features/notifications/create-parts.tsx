import { Check, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { z } from "zod/mini";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Moment } from "#client/components/marks.tsx";
import { NextPage, PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { textThat } from "#client/lib/form.ts";
import { itemsOf, PAGED, searchTermsIn } from "#client/lib/lists.ts";
import { useDebounced } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/time.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { NOTIFICATIONS, SENT, TARGETS } from "#shared/notification-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import {
  type NewNotification,
  type NotificationTarget,
  notificationTarget,
  type SentNotification,
} from "#shared/schemas/notifications.ts";
import { useSent, useWithdrawal } from "./use-notifications.ts";

const seenOr = (sentence: string) => textThat((text) => (isSeen(text) ? null : sentence));

/** What an Admin is writing [NOTE-04]. Who was chosen stays chosen while all are meant. */
export const notificationForm = z
  .object({
    subject: seenOr(NOTIFICATIONS.emptySubject),
    message: seenOr(NOTIFICATIONS.emptyMessage),
    link: textThat((link) =>
      link.trim() === "" || linkTarget(link.trim(), window.location.origin) !== null
        ? null
        : NOTIFICATIONS.badLink,
    ),
    isGlobal: z.boolean(),
    chosen: z.array(notificationTarget),
  })
  .check(
    z.refine(({ isGlobal, chosen }) => isGlobal || chosen.length > 0, {
      path: ["chosen"],
      error: NOTIFICATIONS.noTargets,
    }),
  );
export type NotificationDraft = z.infer<typeof notificationForm>;

export const EMPTY_NOTIFICATION: NotificationDraft = {
  subject: "",
  message: "",
  link: "",
  isGlobal: true,
  chosen: [],
};

/** Where the form shows what the server finds wrong. */
export const NOTIFICATION_PLACING = {
  labels: { subject: "Subject", message: "Message", link: "Link", chosen: "The choice" },
  renamed: { targetUserIds: "chosen" },
} as const;

/** The draft as it is sent. */
export const payloadOf = ({
  subject,
  message,
  link,
  isGlobal,
  chosen,
}: NotificationDraft): Omit<NewNotification, "idempotencyKey"> => ({
  subject,
  message,
  link: link.trim() || null,
  isGlobal,
  targetUserIds: isGlobal ? [] : chosen.map(({ profileId }) => profileId),
});

/** What somebody is called in the list; their address where they have no name. */
export const targetName = ({ firstName, lastName, email }: NotificationTarget): string =>
  `${firstName} ${lastName}`.trim() || email;

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

const SKELETONS = [1, 2, 3];

/** Somebody who can be chosen. */
const TargetOption = ({ target, isChosen }: { target: NotificationTarget; isChosen: boolean }) => (
  <>
    <span
      aria-hidden
      className={cn(
        "mr-3.5 grid size-6 shrink-0 place-items-center rounded-md border text-ground-950",
        isChosen ? "border-accent bg-accent" : "border-faint bg-ground-950/70",
      )}
    >
      {isChosen && <Check className="size-4" strokeWidth={3.5} />}
    </span>
    <span className="min-w-0 flex-1 py-2.5">
      <span className="block truncate font-semibold text-ink">{targetName(target)}</span>{" "}
      {target.email !== "" && (
        <span className="block truncate text-sm text-muted">{target.email}</span>
      )}
    </span>
  </>
);

type ChosenProps = {
  chosen: readonly NotificationTarget[];
  onRemove: (target: NotificationTarget) => void;
};

const Chosen = ({ chosen, onRemove }: ChosenProps) => (
  <ul aria-label={TARGETS.chosen} className="mt-3 flex max-h-44 flex-wrap gap-2 overflow-y-auto">
    {chosen.map((target) => (
      <li key={target.profileId} className="max-w-full">
        <button
          type="button"
          aria-label={TARGETS.remove(targetName(target))}
          title={target.email === "" ? undefined : target.email}
          className="flex h-9 max-w-full items-center gap-2 rounded-full border border-accent/40 bg-accent/10 pr-2.5 pl-4 text-sm font-semibold transition-colors hover:border-ember hover:bg-ember/10 focus-visible:-outline-offset-2"
          onClick={() => onRemove(target)}
        >
          <span className="truncate">{targetName(target)}</span>
          <X className="size-4 shrink-0 text-muted" aria-hidden />
        </button>
      </li>
    ))}
  </ul>
);

type TargetPickerProps = ChosenProps & {
  onAdd: (target: NotificationTarget) => void;
  /** What is wrong with the choice. */
  error: string | null;
  /** Takes the search, to give it the focus. */
  searchRef: (element: HTMLInputElement | null) => void;
};

/** Chooses people by search; whoever is chosen stays so while others are looked for [NOTE-05]. */
export const TargetPicker = ({ chosen, onAdd, onRemove, error, searchRef }: TargetPickerProps) => {
  const [text, setText] = useState("");
  const asked = useDebounced(text, SEARCH_AFTER_MS);
  const search = searchTermsIn(asked);
  const box = useRef<HTMLInputElement>(null);
  const targets = trpc.notifications.targets.useInfiniteQuery({ search }, PAGED);
  const isChosen = (target: NotificationTarget) =>
    chosen.some(({ profileId }) => profileId === target.profileId);
  const isFull = chosen.length >= NOTIFICATION_TARGETS_MAX;
  const remove = (target: NotificationTarget) => {
    box.current?.focus({ preventScroll: true });
    onRemove(target);
  };
  return (
    <div className="space-y-4">
      <Field
        label={TARGETS.search}
        error={error}
        hint={
          <output>
            {TARGETS.count(chosen.length, NOTIFICATION_TARGETS_MAX)}
            {isFull && ` ${TARGETS.full}`}
          </output>
        }
      >
        {({ id, ...control }) => (
          <Combobox
            id={id}
            look="inline"
            items={itemsOf(targets.data) ?? []}
            itemKey={({ profileId }) => profileId}
            listLabel={TARGETS.list}
            text={text}
            onText={setText}
            isBehind={asked !== text}
            onChoose={(target) => (isChosen(target) ? onRemove(target) : onAdd(target))}
            isChosen={isChosen}
            isDisabled={(target) => isFull && !isChosen(target)}
            isBusy={targets.isFetching}
            input={{
              ...control,
              ref: (element) => {
                box.current = element;
                searchRef(element);
              },
              type: "search",
              placeholder: TARGETS.placeholder,
              maxLength: LENGTHS.search,
            }}
            footer={
              targets.hasNextPage && (
                <NextPage
                  className="gap-2 border-t border-ground-600 p-2"
                  isBusy={targets.isFetchingNextPage}
                  hasFailed={targets.isFetchNextPageError}
                  failure={PEOPLE.loadFailed}
                  onLoad={() => void targets.fetchNextPage()}
                />
              )
            }
            beside={chosen.length > 0 && <Chosen chosen={chosen} onRemove={remove} />}
            placeholder={
              targets.data === undefined ? (
                !targets.isError &&
                SKELETONS.map((row) => (
                  <div key={row} className="flex items-center gap-3.5 px-4 py-3">
                    <Skeleton className="size-6" />
                    <Skeleton className="h-9 w-56 max-w-[70%]" />
                  </div>
                ))
              ) : (
                <p className="px-4 py-6 text-muted">{TARGETS.nobody}</p>
              )
            }
          >
            {(target) => <TargetOption target={target} isChosen={isChosen(target)} />}
          </Combobox>
        )}
      </Field>
      {targets.data === undefined && targets.isError && (
        <LoadFailed
          message={PEOPLE.loadFailed}
          isRetrying={targets.isFetching}
          onRetry={() => void targets.refetch()}
        />
      )}
    </div>
  );
};
