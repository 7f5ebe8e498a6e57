import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { type Known, threadKey, withNewest } from "#client/features/tickets/detail/use-thread.ts";
import { messageOf } from "#client/lib/api-error.ts";
import { searchTermsIn } from "#client/lib/lists.ts";
import type { QueueSearch } from "#client/lib/routing/list-searches.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import type { QueueInput, QueueStep, TicketFacts } from "#shared/schemas/desk.ts";

/** What the server is asked for. */
export const queueInputOf = ({ tab, sort, q, late, priority, label }: QueueSearch): QueueInput => {
  const search = searchTermsIn(q);
  return {
    tab: tab ?? "reply",
    ...(sort !== undefined && { sort }),
    ...(search !== undefined && { search }),
    ...(late === true && { isLate: true }),
    ...(priority !== undefined && { priority }),
    ...(label !== undefined && { label }),
  };
};

/** So long after the last key the address follows: whoever goes through many tickets waits for none of it. */
const ADDRESS_AFTER_MS = 150;

/**
 * The ticket beside the list. It is shown at once, and the address follows: a key that is pressed right after
 * the one for the next ticket is about that one.
 * @param address the ticket that the address names; undefined where it names none.
 * @param onAddress has the address name another.
 */
export const useShown = (
  address: number | undefined,
  onAddress: (id: number | undefined) => void,
) => {
  const [shown, setShown] = useState(address);
  const [known, setKnown] = useState(address);
  /** Whether the address has not got there yet. */
  const [isBehind, setIsBehind] = useState(false);
  if (address !== known) {
    setKnown(address);
    // What it passes on its way is not shown; where it is led by somebody else, that is.
    if (!isBehind || address === undefined) setShown(address);
    if (address === shown || address === undefined) setIsBehind(false);
  }
  const follow = useEffectEvent((id: number | undefined) => onAddress(id));
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => follow(shown), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isBehind, shown]);
  const show = (id: number | undefined) => {
    setShown(id);
    setIsBehind(true);
  };
  return [shown, show] as const;
};

/** So long what was fetched ahead is good enough to begin with. */
const AHEAD = { staleTime: 60_000 };

/** Has the tickets before and after one at hand, so that going on to them waits for nothing. */
export const useNeighbours = (ids: readonly number[]): void => {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const wanted = ids.join(" ");
  useEffect(() => {
    const fetchAhead = (id: number) => {
      void utils.tickets.byId.prefetch({ id }, AHEAD);
      void utils.tickets.history.prefetch({ id }, AHEAD);
      void utils.queue.facts.prefetch({ id }, AHEAD);
      const queryKey = threadKey(id);
      void queryClient.prefetchQuery({
        queryKey,
        queryFn: async () => {
          const page = await utils.client.messages.list.query({
            ticketId: id,
            limit: THREAD_PAGE_SIZE,
          });
          return withNewest(queryClient.getQueryData<Known>(queryKey), page);
        },
        ...AHEAD,
      });
    };
    inBackground(() => {
      for (const id of wanted.split(" ")) if (id !== "") fetchAhead(Number(id));
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only other tickets are fetched anew.
  }, [wanted]);
};

/** From here on list and ticket stand beside each other. */
const TWO_PANES = "(width >= 75rem)";
const isWide = (): boolean => matchMedia(TWO_PANES).matches;
const onWidth = (listener: () => void) => {
  const media = matchMedia(TWO_PANES);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};

/** Whether there is room for the ticket beside the list. */
export const useTwoPanes = (): boolean => useSyncExternalStore(onWidth, isWide, () => false);

/**
 * Where nothing stands beside the list, an address that names a ticket leads to that ticket's own page:
 * on a phone one follows what a colleague has copied on a large screen. Whoever makes the window
 * narrower stays where they are.
 * @param ticketId the ticket that the address names; undefined where it names none.
 */
export const useLeadToTicket = (ticketId: number | undefined): void => {
  const navigate = useNavigate();
  const lead = useEffectEvent((id: number) => {
    if (isWide()) return;
    const params = { ticketId: String(id) };
    void navigate({ to: "/member/tickets/ticket/$ticketId", params, replace: true });
  });
  useEffect(() => {
    if (ticketId !== undefined) lead(ticketId);
  }, [ticketId]);
};

/** Tickets that were given to somebody; undefined: they keep whom they had. */
type Assigned = { ids: readonly (number | string)[]; assigneeId?: string | null | undefined };

/** What somebody sees of a ticket; undefined: nothing. */
type Seen = (id: number) => Pick<TicketFacts, "assignee"> | undefined;

/** Who takes care of a ticket as somebody sees it; undefined: they do not see it. */
type AssigneeOf = (id: number) => string | null | undefined;

/** What is said of a change of which something was left alone. */
const saidOf = (done: string, skipped: number): string =>
  skipped === 0 ? done : `${done} ${QUEUE_SCREEN.skipped(skipped)}`;

/** Tickets get another assignee only where they still have the one that was seen: one step for each of those. */
const asSeen = (step: QueueStep, assigneeOf: AssigneeOf): QueueStep[] => {
  if (step.assigneeId === undefined) return [step];
  const bySeen = Map.groupBy(step.ids, assigneeOf);
  return [...bySeen].map(([assigneeId, ids]): QueueStep =>
    Object.assign({}, step, { ids }, assigneeId === undefined ? {} : { expected: { assigneeId } }),
  );
};

/**
 * Changes tickets of the queue, says so, and offers to take it back. What somebody else has changed meanwhile stays.
 * @param seen a ticket as the screen shows it.
 */
export const useChanges = (seen: Seen) => {
  const { accounts, queue, tickets } = trpc.useUtils();
  const refetch = () => Promise.all([queue.invalidate(), tickets.invalidate()]);
  /** To whom tickets were given here, until the screen shows it: keys are quicker than answers. */
  const given = useRef(new Map<number, string | null>());
  const assigneeOf: AssigneeOf = (id) => {
    if (given.current.has(id)) return given.current.get(id);
    const ticket = seen(id);
    return ticket && (ticket.assignee?.id ?? null);
  };
  const onSettled = (
    _data: unknown,
    _error: unknown,
    { steps }: { steps: readonly Assigned[] },
  ) => {
    const forget = async () => {
      await refetch();
      for (const { ids, assigneeId } of steps)
        for (const id of ids.map(Number))
          if (given.current.get(id) === assigneeId) given.current.delete(id);
    };
    void forget();
  };
  const back = trpc.queue.change.useMutation({
    onSuccess: ({ changed, skipped }) => {
      if (changed === 0 && skipped > 0) toast("info", QUEUE_SCREEN.skipped(skipped));
      else toast("success", saidOf(QUEUE_SCREEN.undone, skipped));
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled,
  });
  const change = trpc.queue.change.useMutation({
    // Keys are quicker than answers: one change follows the other.
    scope: { id: "queue.change" },
    onSuccess: ({ changed, skipped, undo }) => {
      const changer = accounts.me.getData()?.id;
      const act = () => {
        // The toast may outlast its reader.
        if (changer !== undefined && accounts.me.getData()?.id === changer)
          back.mutate({ steps: undo });
      };
      const done = changed === 0 ? QUEUE_SCREEN.nothingChanged : QUEUE_SCREEN.changed(changed);
      if (changed === 0) toast("info", skipped === 0 ? done : QUEUE_SCREEN.skipped(skipped));
      else toast("success", saidOf(done, skipped), "site", { label: "Undo", act });
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled,
  });
  return {
    isBusy: change.isPending || back.isPending,
    change: (step: QueueStep) => {
      const steps = asSeen(step, assigneeOf);
      const { ids, assigneeId } = step;
      if (assigneeId !== undefined) for (const id of ids) given.current.set(id, assigneeId);
      change.mutate({ steps });
    },
  };
};
