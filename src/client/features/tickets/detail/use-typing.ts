import { useEffect, useRef, useState } from "react";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from "#shared/constants/thread.ts";

/** @returns what is to be called while one types: it tells the others now and then. */
export const useTyping = (ticketId: number): (() => void) => {
  const { client } = trpc.useUtils();
  const toldAtMs = useRef(0);
  return () => {
    const nowMs = Date.now();
    if (nowMs - toldAtMs.current < TYPING_EVERY_MS) return;
    toldAtMs.current = nowMs;
    // Nobody misses it where it does not arrive.
    inBackground(() => client.messages.typing.mutate({ ticketId })).catch(() => {});
  };
};

/**
 * The ids of the others who are writing on a ticket right now.
 * @param newestBy who wrote the newest message, and its id: they have finished.
 */
export const useTypists = (
  ticketId: number,
  userId: string,
  newestBy: string | null,
  newestId: number,
): readonly string[] => {
  const [typists, setTypists] = useState<ReadonlyMap<string, number>>(new Map());
  const [finished, setFinished] = useState(newestId);
  const without = (id: string) => new Map([...typists].filter(([one]) => one !== id));
  if (finished !== newestId) {
    setFinished(newestId);
    if (newestBy !== null && typists.has(newestBy)) setTypists(without(newestBy));
  }
  useFeedEvent((event) => {
    if (event.type !== "ticket.typing" || event.ticketId !== ticketId) return;
    if (event.userId === userId) return;
    setTypists(new Map([...without(event.userId), [event.userId, Date.now()]]));
  });
  useEffect(() => {
    if (typists.size === 0) return undefined;
    const timer = setTimeout(() => {
      const since = Date.now() - TYPING_SHOWN_MS;
      setTypists(new Map([...typists].filter(([, atMs]) => atMs > since)));
    }, TYPING_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [typists]);
  return [...typists.keys()];
};
