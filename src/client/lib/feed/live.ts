import { notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { createQueries } from "#client/lib/queries.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import type { TokenStore } from "#client/lib/session/token-store.ts";
import { forgetKept } from "#client/lib/storage.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { FeedEvent } from "#shared/feed.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { createRefetch } from "./refetch.ts";
import { joinSharedFeed } from "./shared-feed.ts";

/** Of these the team is shown more than others, each of it by its permissions. */
const BY_PERMISSION: ReadonlySet<unknown> = new Set([
  "administration",
  "bridge",
  "calendar",
  "health",
  "mail",
  "maintenance",
  "members",
  "messages",
  "news",
  "notifications",
  "orders",
  "points",
  "setup",
  "site",
  "strikes",
  "team",
  "tickets",
]);

/** Several calls of a screen may be refused at once: who one is, is asked once for all of them. */
const LOOKED_UP_FRESH_MS = 5000;

const areaOf = ({ queryKey: [path] }: Query): unknown => (Array.isArray(path) ? path[0] : null);
const isByPermission = (query: Query) => BY_PERMISSION.has(areaOf(query));

/** Has nothing, though it is on the screen, and is not being asked for. */
const isMissing = (query: Query) =>
  isByPermission(query) &&
  query.state.data === undefined &&
  query.state.fetchStatus === "idle" &&
  query.state.status !== "error";

/** What somebody may see and do, to be compared. */
const rightsOf = (user: CurrentUser | undefined): string =>
  user === undefined ? "" : [user.role, ...user.permissions.toSorted()].join(" ");

/**
 * Forgets at once whatever was shown by somebody's rights when these change, on the screen and for later
 * [TEAM-04]. What is on the screen is asked for anew once the screens have followed: one that is gone by
 * then asks for nothing. A call that is refused may be how one learns that a right is gone.
 */
export const followRights = (queryClient: QueryClient, client: TRPCClient<AppRouter>): void => {
  const { accounts } = createQueries(queryClient, client);
  const refetch = () =>
    inBackground(() => void queryClient.refetchQueries({ type: "active", predicate: isMissing }));
  const showAnew = () => {
    void forgetKept();
    for (const query of queryClient.getQueryCache().findAll({ predicate: isByPermission }))
      query.reset();
    // First the screens are told, then React draws what they make of it.
    notifyManager.schedule(() => setTimeout(refetch));
  };
  const lookAgain = (error: unknown) => {
    if (codeOf(error) !== "forbidden") return;
    // Whoever cannot be looked up stays as known.
    inBackground(() => void accounts.me.prefetch(undefined, { staleTime: LOOKED_UP_FRESH_MS }));
  };

  let known = accounts.me.getData();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "error") lookAgain(event.action.error);
    if (areaOf(event.query) !== "accounts") return;
    const before = known;
    known = accounts.me.getData() ?? known;
    if (before?.id === known?.id && rightsOf(before) !== rightsOf(known)) showAnew();
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") lookAgain(event.action.error);
  });
};

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

/** The live feed of a tab: what it says becomes refetches (refetch.ts), and reaches who listens. */
export const createLive = (
  queryClient: QueryClient,
  client: TRPCClient<AppRouter>,
  tokens: TokenStore,
  buildId: string,
): Live => {
  const changes = createEmitter();
  const events = createEmitter<FeedEvent>();
  let isStarted = false;
  let isLive = false;
  let isOutdated = false;

  const emit = (event: FeedEvent) => {
    if (event.type === "hello") {
      isOutdated ||= event.buildId !== buildId;
      changes.emit();
    }
    events.emit(event);
  };
  const onState = (next: boolean) => {
    isLive = next;
    changes.emit();
  };
  const join = () => {
    // Whoever refetches is there before the first event is.
    followRights(queryClient, client);
    const refetch = createRefetch(queryClient, client, tokens);
    const tell = (event: FeedEvent) => {
      refetch(event);
      emit(event);
    };
    const onEvent = (event: FeedEvent) =>
      inBackground(() => {
        tell(event);
        // Nobody knows what was told before it.
        if (event.type === "hello" && event.isWhole !== true) tell({ type: "resync" });
      });
    joinSharedFeed({ onEvent, onState }, tokens);
  };

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      join();
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

/**
 * Acts on what the feed tells while this is on the screen; nothing that it asks counts as use. It is not
 * for queries: those follow by themselves, whatever is on the screen (refetch.ts).
 */
export const useFeedEvent = (act: (event: FeedEvent) => void) => {
  const live = use(LiveContext);
  const onEvent = useEffectEvent(act);
  useEffect(() => live?.onEvent((event) => onEvent(event)), [live]);
};
