import { MINUTE_MS } from "#shared/constants/time.ts";
import { type FeedEvent, PASSING_EVENTS } from "#shared/feed.ts";
import type { ServerRow, ServersSummary } from "#shared/schemas/servers.ts";

/** So long what feeds were told is kept for those that come late. */
export const RECENT_MS = 2 * MINUTE_MS;
/** So many events are kept at most; where more come, less time is covered. */
export const RECENT_MAX = 2000;

type Entry = { atMs: number; channels: readonly string[]; event: FeedEvent };

/** What feeds were told in the last minutes. */
export type Recent = {
  /** Keeps what these channels are told now. */
  add(channels: readonly string[], event: FeedEvent): void;
  /** Whether everything since that moment is known, in ms of the same clock. */
  reaches(sinceMs: number): boolean;
  /** What some of these channels were told since that moment, each once, the oldest first. */
  since(sinceMs: number, channels: ReadonlySet<string>): FeedEvent[];
};

/**
 * Remembers for a while what feeds are told, so that a page hears what came between its first reads
 * and its feed. Of servers the newest rows are kept alone: an older one must not replace a newer one.
 * @param nowMs a clock that never goes back, in ms.
 */
export const createRecent = (nowMs: () => number): Recent => {
  const entries: Entry[] = [];
  const servers = new Map<string, { atMs: number; row: ServerRow }>();
  let summary: { channels: readonly string[]; value: ServersSummary } | undefined;
  let knownFromMs = nowMs();

  const forget = () => {
    const tooOld = nowMs() - RECENT_MS;
    const kept = entries.findIndex(({ atMs }) => atMs > tooOld);
    const outdated = kept === -1 ? entries.length : kept;
    const count = Math.max(outdated, entries.length - RECENT_MAX);
    if (count === 0) return;
    const last = entries[count - 1]?.atMs ?? tooOld;
    entries.splice(0, count);
    // Of that very moment there may be others.
    knownFromMs = Math.max(knownFromMs, last + 1);
  };

  return {
    add: (channels, event) => {
      if (PASSING_EVENTS.has(event.type)) return;
      const atMs = nowMs();
      if (event.type === "servers.changed") {
        for (const row of event.rows) servers.set(row.key, { atMs, row });
        summary = { channels, value: event.summary };
        return;
      }
      entries.push({ atMs, channels, event });
      forget();
    },
    reaches: (sinceMs) => sinceMs >= Math.max(knownFromMs, nowMs() - RECENT_MS),
    since: (sinceMs, channels) => {
      const isMeant = (told: readonly string[]) => told.some((channel) => channels.has(channel));
      const found = new Map<string, FeedEvent>();
      for (const { atMs, channels: told, event } of entries)
        if (atMs >= sinceMs && isMeant(told)) found.set(JSON.stringify(event), event);
      const rows = [...servers.values()].flatMap(({ atMs, row }) => (atMs >= sinceMs ? [row] : []));
      if (rows.length > 0 && summary !== undefined && isMeant(summary.channels))
        found.set("servers", { type: "servers.changed", rows, summary: summary.value });
      return [...found.values()];
    },
  };
};
