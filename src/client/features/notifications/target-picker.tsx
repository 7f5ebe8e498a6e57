import { Check, X } from "lucide-react";
import { useRef, useState } from "react";
import { LoadFailed } from "#client/components/load-states.tsx";
import { NextPage } from "#client/components/paged-list.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { PAGED, itemsOf, searchTermsIn } from "#client/lib/lists.ts";
import { useDebounced } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/timings.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { TARGETS } from "#shared/notification-messages.ts";
import type { NotificationTarget } from "#shared/schemas/notifications.ts";
import { targetName } from "./form.ts";

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
      {targets.hasNextPage && (
        <NextPage
          isBusy={targets.isFetchingNextPage}
          hasFailed={targets.isFetchNextPageError}
          failure={PEOPLE.loadFailed}
          onLoad={() => void targets.fetchNextPage()}
        />
      )}
    </div>
  );
};
