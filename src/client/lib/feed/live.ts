import type { QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { createEmitter } from "#client/lib/emitter.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import type { TokenStore } from "#client/lib/session/token-store.ts";
import { forgetKept } from "#client/lib/storage.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { FeedEvent } from "#shared/feed.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

export type Live = {
  /** Joins the feed; it then stays for the life of the tab. Calling it again does nothing. */
  start: () => void;
  isLive: () => boolean;
  /** True once the server runs another build than this page came from. */
  isOutdated: () => boolean;
  subscribe: (onChange: () => void) => () => void;
  /** Tells of every event, as asked for by no person. @returns a function that ends it. */
  onEvent: (listener: (event: FeedEvent) => void) => () => void;
};

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

/** Of these an Admin is shown more than others. */
const BY_ROLE: ReadonlySet<unknown> = new Set([
  "administration",
  "bridge",
  "members",
  "messages",
  "orders",
  "points",
  "tickets",
]);
const areaOf = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): unknown =>
  Array.isArray(path) ? path[0] : null;

/** Turns what the feed says into query updates. */
export const createLive = (
  queryClient: QueryClient,
  client: TRPCClient<AppRouter>,
  tokens: TokenStore,
  buildId: string,
): Live => {
  const utils = createTRPCQueryUtils({ queryClient, client });
  const changes = createEmitter();
  const events = createEmitter<FeedEvent>();
  let isStarted = false;
  let isLive = false;
  let isOutdated = false;
  let isAccountDue = false;
  let hasBegun = false;

  // Nobody keeps, on the screen or for later, what they were shown by a right that is gone.
  let known: CurrentUser | undefined;
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || areaOf(query) !== "accounts") return;
    const before = known;
    known = utils.accounts.me.getData() ?? known;
    if (before?.id !== known?.id || before?.role === known?.role) return;
    const isByRole = (one: typeof query) => BY_ROLE.has(areaOf(one));
    void forgetKept();
    inBackground(() => void queryClient.resetQueries({ predicate: isByRole }));
  });

  const refetchAccount = () => {
    isAccountDue = false;
    if (tokens.read() === null) return;
    void utils.accounts.invalidate();
    void utils.members.invalidate();
    void utils.links.list.invalidate();
  };
  const refetchAccountSoon = () => {
    if (isAccountDue) return;
    isAccountDue = true;
    setTimeout(() => inBackground(refetchAccount), ACCOUNT_WAIT_MS);
  };
  const refetchAll = () => {
    void utils.servers.invalidate();
    refetchAccountSoon();
  };

  /**
   * A board that could not be fetched is fetched: what has changed is not all that is on it. Nor is
   * what the page came with, which is as old as the page.
   */
  const showRows = (game: string, changed: readonly ServerRow[]) => {
    const board = queryClient.getQueryState(getQueryKey(trpc.servers.board, { game }, "query"));
    if (board === undefined || board.dataUpdatedAt === 0)
      void utils.servers.board.invalidate({ game });
    else utils.servers.board.setData({ game }, (rows) => rows && mergeRows(rows, changed));
  };

  const onEvent = (event: FeedEvent) => {
    switch (event.type) {
      case "hello":
        isOutdated ||= event.buildId !== buildId;
        changes.emit();
        refetchAll();
        // What the page came with is as new as the page.
        if (hasBegun) void utils.news.invalidate();
        hasBegun = true;
        return;
      case "resync":
        refetchAll();
        void utils.news.invalidate();
        return;
      case "news.changed":
        void utils.news.invalidate();
        return;
      case "account.changed":
        refetchAccountSoon();
        return;
      case "servers.changed":
        for (const game of new Set(event.rows.map((row) => row.game))) showRows(game, event.rows);
        utils.servers.summary.setData(undefined, event.summary);
        return;
      default:
        // The tab that holds the feed answers `session.ended` and `bye`; screens answer the others.
        return;
    }
  };

  const emit = (event: FeedEvent) => {
    onEvent(event);
    events.emit(event);
  };
  const onState = (next: boolean) => {
    isLive = next;
    changes.emit();
  };
  // Without the feed's script the pages poll, as they do while the feed is down.
  const join = async () => {
    try {
      const { joinSharedFeed } = await import("./shared-feed.ts");
      joinSharedFeed({ onEvent: (event) => inBackground(() => emit(event)), onState }, tokens);
    } catch (error) {
      console.warn("The live feed is not available.", error);
    }
  };

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      void join();
    },
    isLive: () => isLive,
    isOutdated: () => isOutdated,
    subscribe: changes.subscribe,
    onEvent: events.subscribe,
  };
};

export const LiveContext = createContext<Live | null>(null);

/**
 * Keeps this tab in step with the server.
 * @param isWanted false until there is something live on the screen.
 * @returns true while the feed is up; while it is not, poll.
 */
export const useLive = (isWanted: boolean): boolean => {
  const live = use(LiveContext);
  useEffect(() => {
    if (isWanted) live?.start();
  }, [isWanted, live]);
  return useSyncExternalStore(
    live?.subscribe ?? (() => () => {}),
    live?.isLive ?? (() => false),
    () => false,
  );
};

/** Acts on what the feed tells while this is on the screen; nothing that it asks counts as use. */
export const useFeedEvent = (act: (event: FeedEvent) => void) => {
  const live = use(LiveContext);
  const onEvent = useEffectEvent(act);
  useEffect(() => live?.onEvent((event) => onEvent(event)), [live]);
};
