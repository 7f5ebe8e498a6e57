import type { Query, QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createQueries, keyOf } from "#client/lib/queries.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import type { TokenStore } from "#client/lib/session/token-store.ts";
import { createPace } from "#client/lib/time.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { FeedEvent } from "#shared/feed.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

/**
 * So long news of the account are gathered. A password change is among them, of which the feed
 * tells before this browser has been handed the new token.
 */
const ACCOUNT_WAIT_MS = 250;

/** Replaces the rows that changed; rows of servers this page does not list are left out. */
const mergeRows = (rows: readonly ServerRow[], changed: readonly ServerRow[]): ServerRow[] => {
  const byKey = new Map(changed.map((row) => [row.key, row]));
  return rows.map((row) => byKey.get(row.key) ?? row);
};

/** What the parts of a list of members look like, as far as it matters whom they show. */
type Shown = { pages?: readonly { items?: readonly { id: string }[] }[] };

/** By these a list is put in order or cut into pages; by all else it is narrowed. */
const NOT_NARROWING: ReadonlySet<string> = new Set(["limit", "sort", "cursor", "direction"]);

/** Whether a list of members shows one of these, or may do so now: one that is narrowed may. */
const mayShow = (list: Query, userIds: ReadonlySet<string>): boolean => {
  const [, asked] = list.queryKey as [unknown, { input?: Record<string, unknown> }?];
  const isNarrowed = Object.entries(asked?.input ?? {}).some(
    ([name, value]) => !NOT_NARROWING.has(name) && value !== undefined,
  );
  const pages = (list.state.data as Shown | undefined)?.pages ?? [];
  return isNarrowed || pages.some(({ items = [] }) => items.some(({ id }) => userIds.has(id)));
};

/**
 * Turns what the feed tells into refetches, in one place that is there before the first event: what is
 * on the screen is asked for again, and what is not, when it is wanted next. An answer that was on its
 * way meanwhile counts as old (lib/queries.ts), so that nothing is lost between a screen's
 * read and its being drawn.
 */
export const createRefetch = (
  queryClient: QueryClient,
  client: TRPCClient<AppRouter>,
  tokens: TokenStore,
): ((event: FeedEvent) => void) => {
  const utils = createQueries(queryClient, client);
  const { accounts, administration, calendar, links, members, messages } = utils;
  const {
    news,
    notes,
    notifications,
    orders,
    points,
    queue,
    savedReplies,
    servers,
    shop,
    site,
    strikes,
    team,
    tickets,
  } = utils;
  // An Admin hears of every ticket: a busy hour must not become a request for each of its events.
  const pace = createPace(inBackground);
  let isAccountDue = false;
  /** Of whom Admins heard since lists of members were asked for. */
  const heardOf = new Set<string>();

  /** Of members news wait while it is being asked what one may see oneself. */
  let heardMeanwhile: string[] = [];
  const showHeard = () => {
    const userIds = heardMeanwhile;
    heardMeanwhile = [];
    inBackground(() => {
      for (const userId of userIds) onMember(userId);
    });
  };

  const refetchAccount = () => {
    isAccountDue = false;
    if (tokens.read() === null) return;
    void accounts.invalidate().then(() => setTimeout(showHeard, ACCOUNT_WAIT_MS));
    void members.invalidate();
    void links.list.invalidate();
  };
  const accountSoon = () => {
    if (isAccountDue) return;
    isAccountDue = true;
    setTimeout(() => inBackground(refetchAccount), ACCOUNT_WAIT_MS);
  };
  const overview = () => members.overview.invalidate();
  const ticketLists = () =>
    Promise.all([
      tickets.list.invalidate(),
      tickets.counts.invalidate(),
      queue.list.invalidate(),
      queue.counts.invalidate(),
      overview(),
    ]);
  const ownNotifications = () =>
    Promise.all([notifications.list.invalidate(), notifications.unread.invalidate(), overview()]);
  const ownOrders = () => Promise.all([orders.invalidate(), overview()]);
  const offers = () => Promise.all([shop.promoStatus.invalidate(), shop.obstacles.invalidate()]);
  /** What Admins look at, whoever it is about. */
  const figures = () => void pace("today", () => administration.today.invalidate());
  const files = () => void pace("files", () => administration.member.invalidate());
  const audit = () => void pace("audit", () => administration.audit.invalidate());
  const balance = () => {
    void members.membership.invalidate();
    void overview();
    void points.statement.invalidate();
  };

  /**
   * A board that could not be fetched is fetched: what has changed is not all that is on it. Nor is
   * what the page came with, which is as old as the page.
   */
  const showRows = (game: string, changed: readonly ServerRow[]) => {
    const board = queryClient.getQueryState(keyOf(["servers", "board"], { game }, "query"));
    if (board === undefined || board.dataUpdatedAt === 0) void servers.board.invalidate({ game });
    else servers.board.setData({ game }, (rows) => rows && mergeRows(rows, changed));
  };

  const everything = () => {
    void servers.invalidate();
    void news.invalidate();
    void calendar.invalidate();
    accountSoon();
    if (tokens.read() === null) return;
    void tickets.invalidate();
    void messages.invalidate();
    void queue.invalidate();
    void notes.invalidate();
    void savedReplies.invalidate();
    void strikes.invalidate();
    void ownNotifications();
    void points.statement.invalidate();
    void ownOrders();
    void offers();
    void administration.users.invalidate();
    files();
    figures();
    audit();
  };

  /** Of tickets that one may see. */
  const onTicket = (id: number) => {
    void tickets.byId.invalidate({ id });
    void tickets.history.invalidate({ id });
    void queue.facts.invalidate({ id });
    void pace("tickets", ticketLists);
    files();
    figures();
    audit();
  };

  /** Of anybody: Admins alone hear of it. */
  const onMember = (userId: string) => {
    heardOf.add(userId);
    void pace("users", () => {
      const userIds = new Set(heardOf);
      heardOf.clear();
      return queryClient.invalidateQueries({
        queryKey: keyOf(["administration", "users"]),
        predicate: (list) => mayShow(list, userIds),
      });
    });
    void administration.member.invalidate({ id: userId });
    void pace("team", () => team.invalidate());
    void points.statement.invalidate({ userId });
    figures();
    audit();
  };

  return (event) => {
    switch (event.type) {
      case "resync":
        everything();
        return;
      case "account.changed":
        accountSoon();
        void offers();
        return;
      case "ticket.changed":
        onTicket(event.ticketId);
        return;
      case "message.added":
        void messages.list.invalidate({ ticketId: event.ticketId });
        void pace("tickets", ticketLists);
        figures();
        return;
      case "note.added":
      case "note.changed":
        void notes.list.invalidate({ id: event.ticketId });
        return;
      case "message.changed":
        void messages.list.invalidate({ ticketId: event.ticketId });
        void pace("tickets", ticketLists);
        return;
      case "ticket.read":
        void pace("tickets", ticketLists);
        return;
      case "ticket.seen":
        void messages.seenBy.invalidate({ ticketId: event.ticketId });
        return;
      case "replies.changed":
        void savedReplies.list.invalidate();
        return;
      case "labels.changed":
        void pace("labels", () =>
          Promise.all([
            queue.labels.invalidate(),
            queue.list.invalidate(),
            queue.facts.invalidate(),
          ]),
        );
        audit();
        return;
      case "notifications.changed":
        void pace("notifications", ownNotifications);
        return;
      case "strikes.changed":
        void pace("strikes", () => strikes.invalidate());
        audit();
        return;
      case "points.changed":
        balance();
        void offers();
        return;
      case "orders.changed":
        void pace("orders", ownOrders);
        void offers();
        files();
        figures();
        audit();
        return;
      case "member.changed":
        if (isAccountDue) heardMeanwhile.push(event.userId);
        else onMember(event.userId);
        return;
      case "news.changed":
        void news.invalidate();
        audit();
        return;
      case "calendar.changed":
        void calendar.invalidate();
        audit();
        return;
      case "site.changed":
        void site.versions.invalidate();
        audit();
        return;
      case "servers.changed":
        for (const game of new Set(event.rows.map((row) => row.game))) showRows(game, event.rows);
        servers.summary.setData(undefined, event.summary);
        return;
      default:
        // The tab that holds the feed answers `session.ended` and `bye`, the page `hello`.
        return;
    }
  };
};
