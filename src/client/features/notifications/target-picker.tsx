import { keepPreviousData } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { useDebounced } from "#client/lib/use-debounced.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NOTIFICATION_TARGETS_MAX } from "#shared/constants/notifications.ts";
import type { NotificationTarget } from "#shared/schemas/notifications.ts";
import { targetName } from "./notification-draft.ts";

const SEARCH_AFTER_MS = 250;
const SKELETONS = [1, 2, 3];

const TargetRow = ({
  target,
  isChosen,
  isDisabled,
  onToggle,
}: {
  target: NotificationTarget;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}) => {
  const id = useId();
  return (
    <li className="flex items-center gap-3.5 px-4 transition-colors hover:bg-night-800 has-disabled:opacity-50">
      <Checkbox id={id} checked={isChosen} disabled={isDisabled} onCheckedChange={onToggle} />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-2.5">
        <span className="block truncate font-semibold">{targetName(target)}</span>{" "}
        <span className="block truncate text-sm text-muted">{target.email}</span>
      </label>
    </li>
  );
};

type ChosenProps = {
  chosen: readonly NotificationTarget[];
  onRemove: (target: NotificationTarget) => void;
};

const Chosen = ({ chosen, onRemove }: ChosenProps) => (
  <ul aria-label="Chosen people" className="flex max-h-44 flex-wrap gap-2 overflow-y-auto">
    {chosen.map((target) => (
      <li key={target.profileId} className="max-w-full">
        <button
          type="button"
          aria-label={`Remove ${targetName(target)}`}
          title={target.email}
          className="flex h-9 max-w-full items-center gap-2 rounded-full border border-amber/40 bg-amber/10 pr-2.5 pl-4 text-sm font-semibold transition-colors hover:border-ember hover:bg-ember/10 focus-visible:-outline-offset-2"
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
};

/** Chooses people by search; whoever is chosen stays so while others are looked for (member §2). */
export const TargetPicker = ({ chosen, onAdd, onRemove, error }: TargetPickerProps) => {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), SEARCH_AFTER_MS);
  const box = useRef<HTMLInputElement>(null);
  const targets = trpc.notifications.targets.useInfiniteQuery(
    { search: search === "" ? undefined : search },
    { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
  );
  const found = targets.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosenIds = new Set(chosen.map(({ profileId }) => profileId));
  const isFull = chosen.length >= NOTIFICATION_TARGETS_MAX;
  return (
    <div className="space-y-4">
      <Field
        label="Search users"
        error={error}
        hint={
          <output>
            {chosen.length} of {NOTIFICATION_TARGETS_MAX} people chosen.
            {isFull && " That is as many as one notification can reach."}
          </output>
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={box}
            type="search"
            autoComplete="off"
            placeholder="First name, last name or email"
            maxLength={LENGTHS.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // Enter looks for people, it does not send what is being written.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <Chosen
          chosen={chosen}
          onRemove={(target) => {
            box.current?.focus({ preventScroll: true });
            onRemove(target);
          }}
        />
      )}
      <div
        aria-busy={targets.isFetching}
        className="h-80 overflow-y-auto overscroll-contain rounded-lg border border-night-600 bg-night-950/40"
      >
        {targets.data === undefined ? (
          targets.isError ? (
            <div className="p-4">
              <LoadFailed
                message="The list of people could not be loaded."
                isRetrying={targets.isFetching}
                onRetry={() => void targets.refetch()}
              />
            </div>
          ) : (
            SKELETONS.map((row) => (
              <div key={row} className="flex items-center gap-3.5 px-4 py-3">
                <Skeleton className="size-6" />
                <Skeleton className="h-9 w-56 max-w-[70%]" />
              </div>
            ))
          )
        ) : found.length === 0 ? (
          <p className="px-4 py-6 text-muted">
            Nobody found. Try the beginning of a name or of an address.
          </p>
        ) : (
          <>
            <ul aria-label="Users" className="divide-y divide-night-700/60">
              {found.map((target) => {
                const isChosen = chosenIds.has(target.profileId);
                return (
                  <TargetRow
                    key={target.profileId}
                    target={target}
                    isChosen={isChosen}
                    isDisabled={isFull && !isChosen}
                    onToggle={() => (isChosen ? onRemove(target) : onAdd(target))}
                  />
                );
              })}
            </ul>
            {targets.hasNextPage && (
              <div className="p-3 text-center">
                <Button
                  variant="ghost"
                  size="sm"
                  isBusy={targets.isFetchingNextPage}
                  onClick={() => void targets.fetchNextPage()}
                >
                  Load more
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
};
