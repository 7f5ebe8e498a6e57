import { inArray } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { HISTORY_BUCKET_MS } from "#shared/constants/timings.ts";
import type { BusEvent } from "#shared/feed.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import { addProbe, bucketStart, EMPTY_TALLY } from "./history-rule.ts";
import { inBatches, excluded, readBuckets, writeBuckets } from "./history-store.ts";
import { nextStatus, type Outcome, type StatusRecord } from "./status-rule.ts";

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
