import { Link } from "@tanstack/react-router";
import { ChevronDown, Eye } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { TimeAgo } from "#client/components/marks.tsx";
import { OrderStateMark } from "#client/components/orders/order-parts.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { forbidsText, StrikeStateMark } from "#client/components/strikes/strike-facts.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { DueMark, usePresence } from "#client/features/tickets/team-marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { useMay } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { REQUESTER_ENTRIES } from "#shared/constants/queue.ts";
import { PRIORITY_NAMES, QUEUE_SCREEN, REQUESTER } from "#shared/desk-messages.ts";
import { moneyText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Choosing } from "./pickers.tsx";
import { LabelMark } from "./row.tsx";

const ENTRY =
  "flex min-h-11 flex-wrap items-center gap-x-2 rounded-lg px-2 py-1 transition-colors hover:bg-ground-800/60 focus-visible:-outline-offset-2";

type ListProps<Item> = {
  title: string;
  query: { data: readonly Item[] | undefined; isError: boolean; isFetching: boolean };
  onRetry: () => void;
  none: string;
  /** Where all of them are; none where one is nowhere but here. */
  all: ReactNode;
  children: (item: Item) => ReactNode;
};

const List = <Item,>({ title, query, onRetry, none, all, children }: ListProps<Item>) => (
  <section aria-label={title}>
    <div className="flex items-baseline justify-between gap-2">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {all}
    </div>
    {query.data === undefined ? (
      query.isError ? (
        <LoadFailed message={REQUESTER.failed} isRetrying={query.isFetching} onRetry={onRetry} />
      ) : (
        <Skeleton className="mt-1 h-11" />
      )
    ) : query.data.length === 0 ? (
      <p className="py-1.5 text-sm text-faint">{none}</p>
    ) : (
      <ul className="-mx-2">{query.data.map(children)}</ul>
    )}
  </section>
);

const ALL =
  "min-h-6 rounded-sm text-sm text-faint underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent";

const Tickets = ({ ticketId }: { ticketId: number }) => {
  const query = trpc.queue.requesterTickets.useQuery({ id: ticketId });
  return (
    <List
      title={REQUESTER.tickets}
      query={query}
      onRetry={() => void query.refetch()}
      none={REQUESTER.noTickets}
      all={null}
    >
      {({ id, subject, status, createdAt }) => (
        <li key={id}>
          <Link
            to="/member/tickets/ticket/$ticketId"
            params={{ ticketId: String(id) }}
            className={ENTRY}
          >
            <span className="font-display font-bold text-accent tabular-nums">#{id}</span>
            <bdi className="min-w-0 flex-1 truncate" title={subject}>
              {subject}
            </bdi>
            <span className="w-full text-xs text-faint">
              {REQUESTER.statuses[status]} · <TimeAgo at={createdAt} />
            </span>
          </Link>
        </li>
      )}
    </List>
  );
};

const Orders = ({ userId }: { userId: string }) => {
  const query = trpc.orders.all.useQuery({ userId, limit: REQUESTER_ENTRIES });
  return (
    <List
      title={REQUESTER.orders}
      query={{ ...query, data: query.data?.items }}
      onRetry={() => void query.refetch()}
      none={REQUESTER.noOrders}
      all={
        <Link to="/member/admin/orders" search={{ user: userId }} className={ALL}>
          {REQUESTER.allOrders}
        </Link>
      }
    >
      {({ id, state, items, total, currency, createdAt }) => (
        <li key={id}>
          <Link to="/member/admin/orders" search={{ order: id }} className={ENTRY}>
            <span className="font-semibold tabular-nums">#{id}</span>
            <OrderStateMark state={state} />
            {total !== null && (
              <span className="ml-auto tabular-nums">{moneyText(total, currency)}</span>
            )}
            <span className="w-full truncate text-xs text-faint">
              <bdi>{items.map(({ name }) => name).join(", ")}</bdi> · <TimeAgo at={createdAt} />
            </span>
          </Link>
        </li>
      )}
    </List>
  );
};

const Strikes = ({ userId }: { userId: string }) => {
  const query = trpc.strikes.list.useQuery({ userId, limit: REQUESTER_ENTRIES });
  return (
    <List
      title={REQUESTER.strikes}
      query={{ ...query, data: query.data?.items }}
      onRetry={() => void query.refetch()}
      none={REQUESTER.noStrikes}
      all={
        <Link to="/member/admin/strikes" search={{ whom: userId }} className={ALL}>
          {REQUESTER.allStrikes}
        </Link>
      }
    >
      {(strike) => (
        <li key={strike.id}>
          <Link
            to="/member/admin/strikes"
            search={{ whom: userId, strike: strike.id }}
            className={ENTRY}
          >
            <span className="font-semibold tabular-nums">#{strike.id}</span>
            <StrikeStateMark state={strike.state} />
            <span className="w-full truncate text-xs text-faint">
              {forbidsText(strike)} · <TimeAgo at={strike.issuedAt} />
            </span>
          </Link>
        </li>
      )}
    </List>
  );
};

/** From here on there is room for it beside the thread, and it stands open. */
const BESIDE = "(width >= 88rem)";

/**
 * What the team may know of whoever opened a ticket: their last tickets, orders and strikes. It is asked for
 * where it is shown, and not before.
 */
const Requester = ({ ticketId, userId }: { ticketId: number; userId: string }) => {
  const [isOpen, setIsOpen] = useState(() => matchMedia(BESIDE).matches);
  const seesOrders = useMay("orders");
  const seesStrikes = useMay("strikes");
  const id = useId();
  return (
    <div className="mt-4 border-t border-ground-700 pt-2">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-2 rounded-lg font-semibold"
          onClick={() => setIsOpen(!isOpen)}
        >
          {REQUESTER.title}
          <ChevronDown aria-hidden className={cn("size-5 text-faint", isOpen && "rotate-180")} />
        </button>
      </h2>
      <div
        id={id}
        hidden={!isOpen}
        className="grid gap-x-6 gap-y-3 sm:grid-cols-2 min-[88rem]:grid-cols-1 [&[hidden]]:hidden"
      >
        {isOpen && (
          <>
            <Tickets ticketId={ticketId} />
            {seesOrders && <Orders userId={userId} />}
            {seesStrikes && <Strikes userId={userId} />}
          </>
        )}
      </div>
    </div>
  );
};

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-faint">{term}</dt>
    <dd className="mt-0.5 flex flex-wrap items-center gap-1.5">{children}</dd>
  </div>
);

/** Stands for what has not arrived yet. */
const UNKNOWN = "…";

type QueueFactsProps = {
  ticketId: number;
  onChoose: (what: Choosing) => void;
};

/**
 * What the team keeps about a ticket, who else of it looks at it, and the way to whoever opened it; nothing of a ticket
 * that one is merely on.
 */
export const QueueFacts = (props: QueueFactsProps) => {
  const { data: ticket } = trpc.tickets.byId.useQuery({ id: props.ticketId });
  return ticket !== undefined && ticket.mayWork !== true ? null : <FactsPanel {...props} />;
};

const FactsPanel = ({ ticketId, onChoose }: QueueFactsProps) => {
  const { data: facts } = trpc.queue.facts.useQuery({ id: ticketId });
  const { data: ticket } = trpc.tickets.byId.useQuery({ id: ticketId });
  const helpers = trpc.queue.helpers.useQuery();
  const mayOpenMember = useMay("members");
  const others = usePresence(ticketId);
  const looking = others.flatMap((id) => helpers.data?.find((one) => one.id === id) ?? []);
  const requester = ticket?.assignedUsers.find(({ id }) => id === ticket.createdBy);
  const change = (what: Choosing) => (
    <Button variant="ghost" size="sm" onClick={() => onChoose(what)}>
      <span className="sr-only">{QUEUE_SCREEN.choosing[what]}: </span>
      {QUEUE_SCREEN.edit}
    </Button>
  );
  return (
    <section aria-label={QUEUE_SCREEN.facts} className="panel p-4">
      <output className="flex items-center gap-2 text-sm text-accent-strong empty:hidden">
        {looking.length > 0 && (
          <>
            <Eye aria-hidden className="size-4 shrink-0" />
            {QUEUE_SCREEN.alsoLooking(looking.map(fullName))}
          </>
        )}
      </output>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 min-[88rem]:grid-cols-1">
        <Fact term={QUEUE_SCREEN.assignee}>
          <bdi>
            {facts === undefined
              ? UNKNOWN
              : facts.assignee === null
                ? QUEUE_SCREEN.nobody
                : fullName(facts.assignee)}
          </bdi>
          {change("assign")}
        </Fact>
        <Fact term={QUEUE_SCREEN.priority}>
          {facts === undefined ? UNKNOWN : PRIORITY_NAMES[facts.priority]}
          {change("priority")}
        </Fact>
        {ticket?.status === "Open" && facts?.dueAt != null && (
          <Fact term={QUEUE_SCREEN.due}>
            <DueMark dueAt={facts.dueAt} />
          </Fact>
        )}
        <Fact term={QUEUE_SCREEN.labels}>
          {facts === undefined && UNKNOWN}
          {facts?.labels.length === 0 && QUEUE_SCREEN.noLabels}
          {facts?.labels.map((label) => (
            <LabelMark key={label.id} label={label} />
          ))}
          {change("label")}
        </Fact>
        <Fact term={QUEUE_SCREEN.requester}>
          {requester !== undefined &&
            (mayOpenMember ? (
              <Link
                to="/member/admin/users/$id"
                params={{ id: requester.id }}
                className="min-h-6 rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent"
              >
                <bdi>{fullName(requester)}</bdi>
              </Link>
            ) : (
              <bdi>{fullName(requester)}</bdi>
            ))}
        </Fact>
      </dl>
      {requester !== undefined && <Requester ticketId={ticketId} userId={requester.id} />}
    </section>
  );
};
