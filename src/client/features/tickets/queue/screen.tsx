import { Link, useNavigate } from "@tanstack/react-router";
import { ChartNoAxesColumn, Keyboard, Tags } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { FilterBar } from "#client/components/filter-bar.tsx";
import { ListScreen, SearchBox, useSearchText } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { useScrollToCurrent } from "#client/components/ui/tabs.tsx";
import { TicketScreen } from "#client/features/tickets/detail/screen.tsx";
import { LabelsDialog } from "#client/features/tickets/labels/manage-dialog.tsx";
import { useLive } from "#client/lib/feed/live.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import type { QueueSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { PRIORITIES, QUEUE_SORTS, QUEUE_TABS, type QueueTab } from "#shared/constants/queue.ts";
import { TICKET_POLL_MS } from "#shared/constants/time.ts";
import { LABEL_SCREEN, PRIORITY_NAMES, QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { countedName, countText } from "#shared/rules/lines.ts";
import { TICKET_LISTS } from "#shared/ticket-messages.ts";
import { QueueFacts } from "./facts.tsx";
import { type Choosing, Picker } from "./pickers.tsx";
import { QueueRow, QueueSkeletons } from "./row.tsx";
import { ShortcutsHelp, useShortcuts, useShortcutsSwitch } from "./shortcuts.tsx";
import {
  queueInputOf,
  useChanges,
  useLeadToTicket,
  useNeighbours,
  useShown,
  useTwoPanes,
} from "./use-list.ts";

const inThread = (selector: string) =>
  document.querySelector<HTMLElement>(`[data-queue-thread] ${selector}`);
/** Puts the cursor where an answer is written. */
const focusComposer = () => inThread("form textarea")?.focus();

const Filters = ({ search, onSearch }: SearchProps<QueueSearch>) => {
  const labels = trpc.queue.labels.useQuery();
  const box = useSearchText({ committed: search.q, commit: (q) => onSearch({ q }) });
  return (
    <FilterBar
      lead={<SearchBox label={QUEUE_SCREEN.search} short={QUEUE_SCREEN.searchShort} box={box} />}
      narrowing={[search.late, search.priority, search.label, search.sort]}
    >
      <NativeSelect
        aria-label={QUEUE_SCREEN.sort}
        value={search.sort ?? ""}
        onChange={(event) =>
          onSearch({ sort: QUEUE_SORTS.find((sort) => sort === event.target.value) })
        }
      >
        <option value="">{QUEUE_SCREEN.sort}</option>
        {QUEUE_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {QUEUE_SCREEN.sorts[sort]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={QUEUE_SCREEN.due}
        value={search.late === true ? "late" : ""}
        onChange={(event) => onSearch({ late: event.target.value === "late" || undefined })}
      >
        <option value="">{QUEUE_SCREEN.anyTime}</option>
        <option value="late">{QUEUE_SCREEN.late}</option>
      </NativeSelect>
      <NativeSelect
        aria-label={QUEUE_SCREEN.priority}
        value={search.priority ?? ""}
        onChange={(event) =>
          onSearch({ priority: PRIORITIES.find((one) => one === event.target.value) })
        }
      >
        <option value="">{QUEUE_SCREEN.anyPriority}</option>
        {PRIORITIES.map((priority) => (
          <option key={priority} value={priority}>
            {PRIORITY_NAMES[priority]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={QUEUE_SCREEN.labels}
        value={search.label ?? ""}
        onChange={(event) => onSearch({ label: Number(event.target.value) || undefined })}
      >
        <option value="">{QUEUE_SCREEN.anyLabel}</option>
        {labels.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </FilterBar>
  );
};

/** The tabs of the queue, as links: each has an address. */
const QueueTabs = ({
  search,
  tab,
  onTab,
}: {
  search: QueueSearch;
  tab: QueueTab;
  onTab: () => void;
}) => {
  const { data: counts } = trpc.queue.counts.useQuery();
  const row = useRef<HTMLUListElement>(null);
  useScrollToCurrent(row, tab);
  return (
    <nav aria-label={QUEUE_SCREEN.title} className="mt-1">
      <ul
        ref={row}
        className="flex overflow-x-auto border-b border-ground-700 [scrollbar-width:none] sm:max-[75rem]:gap-x-3"
      >
        {QUEUE_TABS.map((one) => (
          <li key={one} className="flex-none">
            <Link
              to="/member/tickets/queue"
              search={{ ...search, tab: one, ticket: undefined }}
              replace
              resetScroll={false}
              aria-current={one === tab ? "page" : undefined}
              aria-label={countedName(QUEUE_SCREEN.tabs[one], counts?.[one] ?? 0, "tickets")}
              className="flex min-h-11 items-center gap-1 border-b-2 [@media(height<30rem)]:min-h-9 border-transparent px-1 text-[0.8125rem] font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent-strong sm:max-[75rem]:text-sm"
              onClick={onTab}
            >
              {QUEUE_SCREEN.tabs[one]}
              {counts !== undefined && counts[one] > 0 && (
                <span
                  aria-hidden
                  data-count={countText(counts[one])}
                  className="text-xs text-accent tabular-nums before:content-[attr(data-count)]"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** How the buttons look that are about many tickets. */
const ON_MANY = { size: "sm", className: "max-md:h-11" } as const;

/** The team's queue: tabs, list and, where there is room, the ticket beside it [QUEUE-01]. */
export const QueueScreen = ({ search, onSearch }: SearchProps<QueueSearch>) => {
  const user = useSession();
  const navigate = useNavigate();
  const { queue } = trpc.useUtils();
  const isWide = useTwoPanes();
  useLeadToTicket(search.ticket);
  const isLive = useLive(true);
  const tab = search.tab ?? "reply";
  const input = { ...queueInputOf(search), limit: PAGE_SIZE };
  const list = trpc.queue.list.useInfiniteQuery(input, {
    ...PAGED,
    refetchInterval: isLive ? false : TICKET_POLL_MS,
  });
  const items = itemsOf(list.data);
  // One that has left the list meanwhile may still stand beside it.
  const known = (id: number) =>
    items?.find((item) => item.id === id) ?? queue.facts.getData({ id });
  const { change, isBusy } = useChanges(known);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** Where the keyboard is, where no ticket stands beside the list. */
  const [at, setAt] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<{ what: Choosing; ids: readonly number[] } | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [keysAreOn, switchKeys] = useShortcutsSwitch();
  /** The place of the one that was shown last, from where it is gone on once that has left the list. */
  const [place, setPlace] = useState(0);

  const ids = (items ?? []).map(({ id }) => id);
  const [beside, showBeside] = useShown(search.ticket, (ticket) => onSearch({ ticket }));
  const current = isWide ? (beside ?? null) : at;
  const index = current === null ? -1 : ids.indexOf(current);
  if (index >= 0 && place !== index) setPlace(index);
  useNeighbours(isWide ? ids.slice(Math.max(0, index - 1), index + 3) : []);

  const show = (id: number | undefined) => {
    if (id === undefined) return;
    if (isWide) showBeside(id);
    else setAt(id);
    document.querySelector(`[data-ticket="${id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  /** From one that has left the list, its place is gone on from. */
  const move = (by: 1 | -1) => {
    const from = index >= 0 ? index : by > 0 ? place - 1 : place;
    const start = current === null ? -1 : from;
    show(ids[Math.min(ids.length - 1, Math.max(0, start + by))]);
    if (start + by >= ids.length - 3 && list.hasNextPage && !list.isFetching)
      void list.fetchNextPage();
  };
  const open = (id: number) =>
    void navigate({ to: "/member/tickets/ticket/$ticketId", params: { ticketId: String(id) } });
  const toggle = useCallback(
    (id: number) =>
      setSelected((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  const openBeside = useCallback((id: number) => latestShow.current(id), []);
  /** What a key or button is about: what is selected, else the ticket one is at. */
  const targets = selected.size > 0 ? [...selected] : current === null ? [] : [current];
  const choose = (what: Choosing, about: readonly number[] = targets) => {
    if (about.length > 0) setChoosing({ what, ids: about });
  };
  const act = (step: Omit<Parameters<typeof change>[0], "ids">, about: readonly number[]) => {
    if (about.length === 0) return;
    change({ ...step, ids: [...about] });
    setSelected(new Set());
  };
  const isClosedTab = tab === "closed";
  const closeThem = () => {
    const about = targets;
    if (isWide && current !== null && about.includes(current)) {
      const rest = ids.filter((id) => !about.includes(id));
      showBeside(rest.find((id) => ids.indexOf(id) > index) ?? rest.at(-1));
    }
    act({ status: isClosedTab ? "Open" : "closed" }, about);
  };
  useShortcuts(keysAreOn, {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    Enter: () => {
      if (current !== null && isWide) focusComposer();
      else if (current !== null) open(current);
    },
    x: () => {
      if (current !== null) toggle(current);
    },
    r: () => {
      if (current === null) return;
      if (isWide) focusComposer();
      else open(current);
    },
    s: () => inThread("[data-saved-replies]")?.click(),
    c: closeThem,
    t: () => act({ assigneeId: user?.id ?? null }, targets),
    a: () => choose("assign"),
    l: () => choose("label"),
    p: () => choose("priority"),
    Escape: () => setSelected(new Set()),
    "/": () => document.querySelector<HTMLElement>("[data-queue] input[type=search]")?.focus(),
    "?": () => setIsHelpOpen(true),
  });
  const chosen = (choosing?.ids ?? []).map((id) => known(id) ?? { id, labels: [] });

  return (
    <div
      data-queue
      className="min-[75rem]:grid min-[75rem]:grid-cols-[21.5rem_minmax(0,1fr)] min-[75rem]:items-start min-[75rem]:gap-x-6"
    >
      <div className="min-w-0 min-[75rem]:[&_.eyebrow]:hidden min-[75rem]:sticky min-[75rem]:top-20 min-[75rem]:-m-1 min-[75rem]:max-h-[calc(100dvh-6rem)] min-[75rem]:overflow-y-auto min-[75rem]:p-1">
        <ListScreen
          eyebrow={QUEUE_SCREEN.eyebrow}
          title={QUEUE_SCREEN.title}
          actions={
            <div className="-mr-2 flex items-center max-md:[&>*]:size-11">
              <Button asChild variant="ghost" size="icon">
                <Link
                  to="/member/tickets/figures"
                  aria-label={FIGURES_SCREEN.entry}
                  title={FIGURES_SCREEN.entry}
                >
                  <ChartNoAxesColumn aria-hidden />
                </Link>
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={LABEL_SCREEN.open}
                title={LABEL_SCREEN.open}
                onClick={() => setIsNaming(true)}
              >
                <Tags aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={QUEUE_SCREEN.keys}
                title={QUEUE_SCREEN.keys}
                onClick={() => setIsHelpOpen(true)}
              >
                <Keyboard aria-hidden />
              </Button>
            </div>
          }
          filters={
            <>
              <QueueTabs search={search} tab={tab} onTab={() => setSelected(new Set())} />
              <Filters search={search} onSearch={onSearch} />
              {selected.size > 0 && (
                <section
                  aria-label={QUEUE_SCREEN.selected(selected.size)}
                  className="panel sticky top-0 z-10 mt-3 flex flex-wrap items-center gap-2 p-2 pl-4 max-[75rem]:top-16"
                >
                  <span className="mr-auto font-semibold">
                    {QUEUE_SCREEN.selected(selected.size)}
                  </span>
                  <Button {...ON_MANY} variant="outline" isBusy={isBusy} onClick={closeThem}>
                    {isClosedTab ? QUEUE_SCREEN.restore : QUEUE_SCREEN.close}
                  </Button>
                  {(["assign", "label", "priority"] as const).map((what) => (
                    <Button key={what} {...ON_MANY} variant="outline" onClick={() => choose(what)}>
                      {QUEUE_SCREEN.acts[what]}
                    </Button>
                  ))}
                  <Button {...ON_MANY} variant="ghost" onClick={() => setSelected(new Set())}>
                    {QUEUE_SCREEN.clearSelection}
                  </Button>
                </section>
              )}
            </>
          }
          list={list}
          items={items}
          counted={["ticket", "tickets"]}
          failure={QUEUE_SCREEN.failed}
          skeletons={<QueueSkeletons />}
          noMatch={
            [input.search, input.isLate, input.priority, input.label].every(
              (one) => one === undefined,
            )
              ? null
              : {
                  ...TICKET_LISTS.noMatch,
                  search: search.q,
                  onClear: () =>
                    onSearch({
                      q: undefined,
                      late: undefined,
                      priority: undefined,
                      label: undefined,
                    }),
                }
          }
          empty={<EmptyPanel title={QUEUE_SCREEN.empty[tab]} text={QUEUE_SCREEN.emptyText[tab]} />}
        >
          {(ticket) => (
            <QueueRow
              key={ticket.id}
              ticket={ticket}
              isCurrent={ticket.id === current}
              isSelected={selected.has(ticket.id)}
              onSelect={toggle}
              onOpen={isWide ? openBeside : undefined}
            />
          )}
        </ListScreen>
      </div>
      {isWide && (
        <div data-queue-thread className="min-w-0">
          {beside === undefined ? (
            <EmptyPanel title={QUEUE_SCREEN.noneOpen} text={QUEUE_SCREEN.noneOpenText} />
          ) : (
            <div className="grid gap-4 min-[88rem]:grid-cols-[minmax(0,1fr)_13rem] min-[88rem]:items-start">
              <div className="min-[88rem]:sticky min-[88rem]:top-20 min-[88rem]:order-last">
                <QueueFacts
                  key={beside}
                  ticketId={beside}
                  onChoose={(what) => choose(what, [beside])}
                />
              </div>
              <div className="min-w-0">
                <TicketScreen key={beside} ticketId={beside} isInPane onMerged={showBeside} />
              </div>
            </div>
          )}
        </div>
      )}
      <Picker
        what={choosing?.what ?? null}
        chosen={chosen}
        onPick={(step) => {
          if (choosing !== null) act(step, choosing.ids);
          setChoosing(null);
        }}
        onClose={() => setChoosing(null)}
      />
      <LabelsDialog isOpen={isNaming} onClose={() => setIsNaming(false)} />
      <ShortcutsHelp
        isOpen={isHelpOpen}
        onClose={() => setIsHelpOpen(false)}
        isOn={keysAreOn}
        onSwitch={switchKeys}
      />
    </div>
  );
};
