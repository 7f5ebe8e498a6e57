import type { EventState } from "#shared/constants/shop.ts";

/** How an event stands, in colours. */
export const EVENT_STATE_TONES: Readonly<Record<EventState, string>> = {
  waiting: "bg-amber/15 text-amber-strong",
  done: "bg-moss/15 text-moss",
  flagged: "bg-ember/15 text-ember",
  ignored: "bg-night-700 text-muted",
};
