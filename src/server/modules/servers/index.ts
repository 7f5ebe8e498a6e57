import { inArray } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { systemTimer, type Timer } from "#server/core/clock.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import type { GameQuery } from "#server/providers/ports/outside.ts";
import type { BusEvent } from "#shared/bus.ts";
import { HISTORY_BUCKET_MS } from "#shared/constants/time.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import {
  type Asked,
  askServers,
  nextStatus,
  type Outcome,
  type StatusRecord,
  statusServers,
} from "./ask.ts";
import {
  addProbe,
  bucketStart,
  EMPTY_TALLY,
  excluded,
  inBatches,
  readBuckets,
  writeBuckets,
} from "./history.ts";

export { type Asked, askServers, statusServers } from "./ask.ts";
export { createStatusBoard } from "./board.ts";
export {
  addProbe,
  bucketStart,
  EMPTY_TALLY,
  type HistoryBucket,
  importHistory,
  rollUpHistory,
} from "./history.ts";

/** A PostgreSQL notification carries 8,000 bytes; keys are plain ASCII. */
const EVENT_MAX_BYTES = 7000;

export type StateChange = Pick<StatusRecord, "key" | "state">;

const changedEvent = (keys: string[]): BusEvent => {
  const event: BusEvent = { type: "servers.changed", keys };
  return JSON.stringify(event).length > EVENT_MAX_BYTES ? { ...event, keys: null } : event;
};

const writeStatuses = async (
  tx: Tx,
  at: Date,
  { changed, same }: { changed: readonly StatusRecord[]; same: readonly string[] },
) => {
  const { serverStatus: t } = tx.tables;
  const { key, ...others } = t;
  await inBatches(changed, (batch) =>
    tx
      .insert(t)
      .values(batch)
      .onConflictDoUpdate({
        target: key,
        set: excluded({
          game: others.game,
          state: others.state,
          since: others.since,
          serverName: others.serverName,
          version: others.version,
          players: others.players,
          maxPlayers: others.maxPlayers,
          map: others.map,
          misses: others.misses,
          checkedAt: others.checkedAt,
          changedAt: others.changedAt,
        }),
      }),
  );
  await inBatches(same, (batch) => tx.update(t).set({ checkedAt: at }).where(inArray(key, batch)));
};

const countProbes = async (tx: Tx, at: Date, outcomes: readonly Outcome[]) => {
  const start = bucketStart(at);
  const rows = await readBuckets({ tables: tx.tables, read: tx }, "5m", {
    from: start,
    to: new Date(+start + HISTORY_BUCKET_MS),
  });
  const known = new Map(rows.map((row) => [row.serverKey, row]));
  await writeBuckets(
    tx,
    outcomes.map(({ key, reading }) => ({
      ...addProbe(known.get(key) ?? EMPTY_TALLY, reading),
      serverKey: key,
      grain: "5m",
      at: start,
    })),
  );
};

/** Has webhooks told of a server that is down, or up again; not of one that was never asked before. */
const announceChange = async (
  tx: Tx,
  before: StatusRecord["state"],
  { key, game, state }: StatusRecord,
): Promise<void> => {
  if (before === state || before === "unknown" || state === "unknown") return;
  const server = tx.config.community.servers.find((one) => one.key === key);
  const name = server?.name ?? key;
  const isUp = state === "online";
  await announce(tx, isUp ? "server.up" : "server.down", {
    title: isUp ? WEBHOOK_TELLS.serverUp(name) : WEBHOOK_TELLS.serverDown(name),
    text: isUp ? WEBHOOK_TELLS.serverUpText : WEBHOOK_TELLS.serverDownText,
    path: "/",
    data: { server: key, name, game },
  });
};

/**
 * Records what a poll round found out, in one transaction, and tells every instance which rows
 * look different now. Servers that never answered have no history: nothing is known of them.
 * @param at when the round began.
 * @param outcomes one per server that was asked.
 * @returns the servers whose state changed.
 */
export const recordRound = (
  ctx: Ctx,
  at: Date,
  outcomes: readonly Outcome[],
): Promise<StateChange[]> =>
  ctx.write(async (tx) => {
    const { tables } = ctx;
    const { serverStatus: t } = tables;
    const rows = await tx.select().from(t);
    const before = new Map(rows.map((row) => [row.key, row]));
    const steps = outcomes.map((outcome) => ({
      outcome,
      before: before.get(outcome.key),
      ...nextStatus(before.get(outcome.key), outcome, at),
    }));
    await writeStatuses(tx, at, {
      changed: steps.filter(({ isChanged }) => isChanged).map(({ next }) => next),
      same: steps.filter(({ isChanged }) => !isChanged).map(({ next }) => next.key),
    });
    await countProbes(
      tx,
      at,
      steps.filter(({ next }) => next.state !== "unknown").map(({ outcome }) => outcome),
    );
    // Without changed rows too: every instance then reads when the servers were last asked.
    tx.publish(changedEvent(steps.filter((step) => step.isVisible).map(({ next }) => next.key)));
    for (const { before: known, next } of steps)
      if (known !== undefined) await announceChange(tx, known.state, next);
    return steps
      .filter((step) => step.before?.state !== step.next.state)
      .map(({ next }) => ({ key: next.key, state: next.state }));
  });

/** Longest time for which servers that answer slowly, or not at all, hold up the others. */
const FIRST_PART_MS = 1000;

/**
 * One poll round: asks every server that can be asked and records what came of it. The round is
 * recorded in two parts where some servers are late, so that those delay nobody.
 * @param signal ends the round; what is not recorded by then never is.
 * @param timer the system's unless a test brings one that it can move.
 */
export const pollServers = async (
  ctx: Ctx,
  query: GameQuery,
  signal: AbortSignal,
  timer: Timer = systemTimer,
): Promise<void> => {
  const { clock, log, config, board } = ctx;
  const servers = statusServers(config.community).filter(({ protocol }) => query.canAsk(protocol));
  if (servers.length === 0) return;
  const at = clock.now();

  let unrecorded: Asked[] = [];
  const record = async () => {
    const outcomes = unrecorded;
    unrecorded = [];
    if (outcomes.length === 0 || signal.aborted) return;
    const reasons = new Map(outcomes.map(({ key, reason }) => [key, reason]));
    for (const { key, state } of await recordRound(ctx, at, outcomes))
      log.info("server.state", { key, state, reason: reasons.get(key) });
  };

  const online = board.rows().filter((row) => row.isOnline);
  const awaited = new Set((online.length > 0 ? online : servers).map(({ key }) => key));
  const firstPart = Promise.withResolvers<void>();
  const cancel = timer.after(FIRST_PART_MS, firstPart.resolve);
  const report = (asked: Asked) => {
    unrecorded.push(asked);
    awaited.delete(asked.key);
    if (awaited.size === 0) firstPart.resolve();
  };
  const asking = askServers(query, servers, signal, report, timer);
  try {
    await Promise.race([firstPart.promise, asking]);
    await record();
  } finally {
    cancel();
    await asking;
  }
  await record();
};
