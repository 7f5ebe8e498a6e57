/**
 * A plugin for any game server that can write lines to a program and read lines from it. Copy it, and
 * replace those two ends by what your server offers. It needs nothing but Node 24 or Bun:
 *
 *   SITE_URL=https://site.example BRIDGE_KEY=… GAME=minecraft SERVER=survival node sample-plugin.ts
 *
 * It reads one event per line, and writes one JSON object per line.
 *   join PLATFORM PLAYER             somebody plays from now on, until `leave PLATFORM PLAYER`
 *   vote NAME SERVICE                as Votifier says it
 *   earn PLATFORM PLAYER POINTS WHY  a reward for play; `spend …` takes points for something
 *   report, deliver                  do at once what is done every five minutes, and every minute
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

type Call = { event: string; body: Record<string, unknown> };
type Answer = { status: number; body: Record<string, unknown>; retryMs: number };
type Delivery = { id: number; players: unknown; payload: unknown };

const { SITE_URL, BRIDGE_KEY, GAME = "", SERVER, STATE_FILE = "plugin.json" } = process.env;
if (!SITE_URL || !BRIDGE_KEY || !GAME)
  throw new Error("SITE_URL, BRIDGE_KEY, GAME: set all three.");

const REPORT_MS = 5 * 60_000;
const DELIVER_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** The longest wait between two tries. */
const PATIENCE_MS = 60_000;
const PLAYERS_PER_REPORT = 500;
/** Deliveries that are remembered after they were handed out. */
const REMEMBERED = 1000;

/** What must outlive a restart: calls without an answer, and which deliveries were handed out. */
const state: { calls: Call[]; handedOut: number[] } = existsSync(STATE_FILE)
  ? JSON.parse(readFileSync(STATE_FILE, "utf8"))
  : { calls: [], handedOut: [] };
const save = () => {
  writeFileSync(`${STATE_FILE}.new`, JSON.stringify(state));
  renameSync(`${STATE_FILE}.new`, STATE_FILE);
};
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const ask = async (path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${SITE_URL}/api/bridge${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${BRIDGE_KEY}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const retryMs = Number(response.headers.get("retry-after") ?? 0) * 1000;
  return { status: response.status, retryMs, body: await response.json().catch(() => ({})) };
};

/** Sends the very same call again until it is answered: its idempotency key sees to it that it counts once. */
const askUntilAnswered = async (path: string, body?: object): Promise<Answer> => {
  for (let pauseMs = 1000; ; pauseMs = Math.min(pauseMs * 2, PATIENCE_MS)) {
    const answer = await ask(path, body).catch(() => null);
    if (["key_revoked", "key_expired", "unauthorized"].includes(String(answer?.body["code"]))) {
      tell({ event: "stopped", message: answer?.body["message"] });
      // An Admin has to make another key.
      process.exit(1);
    }
    const waitMs = Math.max(pauseMs, answer?.retryMs ?? 0);
    // What a limit holds back for longer is for the game server to decide.
    const isBusy = answer?.status === 429 && waitMs <= PATIENCE_MS;
    if (answer !== null && answer.status < 500 && !isBusy) return answer;
    await sleep(waitMs);
  }
};

let sending: Promise<void> | null = null;
/** Sends what waits, in the order in which it came. */
const sendCalls = async () => {
  for (let call = state.calls[0]; call !== undefined; call = state.calls[0]) {
    const { status, body } = await askUntilAnswered(`/${call.event}`, call.body);
    state.calls.shift();
    save();
    tell({ event: call.event, status, ...body });
  }
  sending = null;
};
/** On the disk before it is sent: after a crash it is sent again, and counts once. */
const enqueue = (call: Call) => {
  state.calls.push(call);
  save();
  sending ??= sendCalls();
};

const playing = new Map<string, { platform: string; playerId: string }>();

/** Who plays now. A report that gets lost is not repeated: the next one comes soon. */
const report = async () => {
  const everybody = [...playing.values()];
  for (let from = 0; from < everybody.length; from += PLAYERS_PER_REPORT) {
    const players = everybody.slice(from, from + PLAYERS_PER_REPORT);
    const answer = await ask("/presence", { game: GAME, server: SERVER, players }).catch(
      () => null,
    );
    tell({ event: "reported", status: answer?.status ?? null, ...answer?.body });
  }
};

const deliver = async () => {
  const query = new URLSearchParams(SERVER ? { game: GAME, server: SERVER } : { game: GAME });
  const { body } = await askUntilAnswered(`/deliveries?${query}`);
  const items = (body["items"] ?? []) as Delivery[];
  for (const { id, players, payload } of items) {
    if (state.handedOut.includes(id)) continue;
    // Remembered first: a crash loses one at most, and none is handed out twice.
    state.handedOut = [...state.handedOut, id].slice(-REMEMBERED);
    save();
    tell({ event: "deliver", id, players, payload });
  }
  const ids = items.map(({ id }) => id);
  const done = { game: GAME, server: SERVER, ids };
  if (ids.length > 0) await askUntilAnswered("/deliveries/acknowledge", done);
};

const transfer = (event: string, [platform, playerId, points, ...reason]: string[]) => {
  const what = { points: Number(points), reason: reason.join(" ") };
  const idempotencyKey = crypto.randomUUID();
  enqueue({ event, body: { game: GAME, platform, playerId, ...what, idempotencyKey } });
};

const EVENTS: Record<string, (words: string[]) => unknown> = {
  join: ([platform = "", playerId = ""]) =>
    playing.set(`${platform} ${playerId}`, { platform, playerId }),
  leave: (words) => playing.delete(words.join(" ")),
  vote: ([username, serviceName]) =>
    enqueue({
      event: "vote",
      body: { game: GAME, server: SERVER, username, serviceName, timestamp: Date.now() },
    }),
  earn: (words) => transfer("earn", words),
  spend: (words) => transfer("spend", words),
  report,
  deliver,
};

if (state.calls.length > 0) sending = sendCalls();
const timers = [setInterval(report, REPORT_MS), setInterval(deliver, DELIVER_MS)];
for await (const line of createInterface({ input: process.stdin })) {
  const [event = "", ...words] = line.trim().split(/\s+/);
  await (EVENTS[event] ?? (() => tell({ event: "unknown", line })))(words);
}
// The game server has ended.
for (const timer of timers) clearInterval(timer);
await sending;
