import type { SystemCtx } from "#server/context/context.ts";
import {
  addProbe,
  bucketStart,
  EMPTY_TALLY,
  type HistoryBucket,
  importHistory,
} from "#server/modules/servers/index.ts";
import { HISTORY_BUCKET_MS, HOUR_MS, MINUTE_MS, SERVER_POLL_MS } from "#shared/constants/time.ts";
import { chance, playersAt, ROSTER, type RosterEntry } from "./game-servers/roster.ts";

const SEEDED_MS = 48 * HOUR_MS;
/** Before those, hours. */
const SEEDED_HOURS = 28 * 24;
/** The daily restart: 4 AM CST, nobody answers for six minutes. */
const RESTART_FROM_MS = 10 * HOUR_MS;
const RESTART_MS = 6 * MINUTE_MS;
const LOST_DATAGRAMS = 0.002;

/** A server now and then falls over for a while; some more often than others. */
const isDown = ({ key }: RosterEntry, at: number): boolean => {
  const day = Math.floor(at / (24 * HOUR_MS));
  if (at % (24 * HOUR_MS) >= RESTART_FROM_MS && at % (24 * HOUR_MS) < RESTART_FROM_MS + RESTART_MS)
    return true;
  if (chance(key, "falls", day) > 0.35) return false;
  const from = day * 24 * HOUR_MS + chance(key, "at", day) * 23 * HOUR_MS;
  return at >= from && at < from + (5 + chance(key, "for", day) * 35) * 60_000;
};

const PROBES_PER_MINUTE = 60_000 / SERVER_POLL_MS;

const bucketOf = (entry: RosterEntry, start: number): HistoryBucket => {
  let tally = EMPTY_TALLY;
  for (let minute = start; minute < start + HISTORY_BUCKET_MS; minute += 60_000) {
    const players = playersAt(entry, minute);
    for (let probe = 0; probe < PROBES_PER_MINUTE; probe += 1) {
      const isLost = chance(entry.key, "lost", minute, probe) < LOST_DATAGRAMS;
      tally = addProbe(tally, isDown(entry, minute) || isLost ? null : { players });
    }
  }
  return { ...tally, serverKey: entry.key, grain: "5m", at: new Date(start) };
};

/** An hour, looked at every quarter of it. */
const hourOf = (entry: RosterEntry, start: number): HistoryBucket => {
  let tally = EMPTY_TALLY;
  for (let at = start; at < start + HOUR_MS; at += 15 * MINUTE_MS)
    tally = addProbe(tally, isDown(entry, at) ? null : { players: playersAt(entry, at) });
  return { ...tally, serverKey: entry.key, grain: "1h", at: new Date(start) };
};

/**
 * Fills the last thirty days with the history that these servers would have had, so that a fresh
 * site shows charts. What was really measured stays.
 * @param keys the servers to fill; keys that the sandbox does not have are left out.
 */
export const seedHistory = async (ctx: SystemCtx, keys: readonly string[]): Promise<void> => {
  const end = +bucketStart(ctx.clock.now());
  const seeded = ROSTER.filter(({ key }) => keys.includes(key));
  for (const entry of seeded) {
    const buckets: HistoryBucket[] = [];
    const firstBucket = end - SEEDED_MS;
    const lastHour = Math.floor(firstBucket / HOUR_MS) * HOUR_MS;
    for (let start = lastHour - SEEDED_HOURS * HOUR_MS; start < lastHour; start += HOUR_MS)
      buckets.push(hourOf(entry, start));
    for (let start = firstBucket; start < end; start += HISTORY_BUCKET_MS)
      buckets.push(bucketOf(entry, start));
    await importHistory(ctx, buckets);
  }
};
