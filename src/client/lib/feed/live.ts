import type { QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { createEmitter } from "#client/lib/emitter.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import type { TokenStore } from "#client/lib/session/token-store.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { createRefetch } from "./refetch.ts";
import { followRights } from "./rights.ts";
import { joinSharedFeed } from "./shared-feed.ts";

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
