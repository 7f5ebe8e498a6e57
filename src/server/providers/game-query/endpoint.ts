import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { z } from "zod";
import { type GameReading, NoAnswer } from "#server/providers/ports/outside.ts";
import { cleanLine, readLimited } from "#server/providers/received-text.ts";
import type { NoAnswerReason } from "#shared/constants/games.ts";

type Address = { address: string; family: 4 | 6 };
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;
export type AddressBook = { find(host: string): Promise<Address> };

const FRESH_MS = 60_000;

type Entry = { known: Address | null; askedAt: number; asking: Promise<Address> | null };

const lookupAll: Lookup = (host) => systemLookup(host, { all: true });

const toAddress = ({ address, family }: { address: string; family: number }): Address => ({
  address,
  family: family === 6 ? 6 : 4,
});

/**
 * Remembers the addresses of host names. A name is waited for once; later it is looked up again
 * every minute beside the questions, so that a name server that fails takes no game server down.
 * @param now milliseconds from any fixed point.
 */
export const createAddressBook = (
  lookup: Lookup = lookupAll,
  now: () => number = () => performance.now(),
): AddressBook => {
  const entries = new Map<string, Entry>();

  const refresh = async (host: string, entry: Entry): Promise<Address> => {
    try {
      const found = await Promise.resolve(host).then(lookup);
      // Game servers mostly listen on IPv4 alone, even where their name has both.
      const best = found.find(({ family }) => family === 4) ?? found[0];
      if (best === undefined) throw new NoAnswer("unresolved");
      entry.known = toAddress(best);
      return entry.known;
    } catch {
      if (entry.known !== null) return entry.known;
      throw new NoAnswer("unresolved");
    } finally {
      entry.askedAt = now();
      entry.asking = null;
    }
  };

  return {
    find: async (host) => {
      const family = isIP(host);
      if (family !== 0) return toAddress({ address: host, family });
      let entry = entries.get(host);
      if (entry === undefined) {
        entry = { known: null, askedAt: 0, asking: null };
        entries.set(host, entry);
      }
      if (entry.known !== null && now() - entry.askedAt < FRESH_MS) return entry.known;
      entry.asking ??= refresh(host, entry);
      return entry.known ?? entry.asking;
    },
  };
};

/** Where a question goes: an address, never a name. */
export type Endpoint = Address & { port: number };

const REASONS: Readonly<Record<string, NoAnswerReason>> = {
  ECONNREFUSED: "refused",
  ConnectionRefused: "refused",
  ECONNRESET: "closed",
  ConnectionClosed: "closed",
  EPIPE: "closed",
};

/** Tells what a socket or `fetch` reported in our own few words. */
export const toNoAnswer = (error: unknown, signal?: AbortSignal): NoAnswer => {
  if (error instanceof NoAnswer) return error;
  if (signal?.aborted === true) return new NoAnswer("silent");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new NoAnswer(REASONS[code] ?? "failed");
};

/**
 * Stops waiting when the time is up. The work itself may go on, its outcome is dropped.
 * @throws {NoAnswer} `silent` when the signal came first.
 */
export const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new NoAnswer("silent"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });

export type JsonAnswer<T> = { status: number; body: T | null };

/**
 * One HTTP exchange with a stranger: no redirects, a bounded body, a checked shape.
 * @param maxBytes longest body, after decompression.
 * @returns the status, and the body where the status is 2xx.
 * @throws {NoAnswer} `malformed` where the body is not of that shape, otherwise the network's reason.
 */
export const fetchJson = async <T>(
  address: string,
  request: RequestInit & { signal: AbortSignal },
  schema: z.ZodType<T>,
  maxBytes: number,
): Promise<JsonAnswer<T>> => {
  let status: number;
  let text: string | null;
  try {
    const response = await fetch(address, { ...request, redirect: "error" });
    status = response.status;
    if (!response.ok) {
      await response.body?.cancel();
      return { status, body: null };
    }
    text = await readLimited(response, maxBytes);
  } catch (error) {
    throw toNoAnswer(error, request.signal);
  }
  if (text === null) throw new NoAnswer("malformed");
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new NoAnswer("malformed");
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new NoAnswer("malformed");
  return { status, body: parsed.data };
};

export const SERVER_NAME_MAX = 120;
const VERSION_MAX = 40;
const MAP_MAX = 60;
const PLAYERS_MAX = 1_000_000;

const count = (raw: number) =>
  Number.isNaN(raw) ? 0 : Math.min(Math.max(Math.trunc(raw), 0), PLAYERS_MAX);

/** The one function through which a protocol's findings become a reading. */
export const toReading = (raw: GameReading): GameReading => ({
  serverName: cleanLine(raw.serverName, SERVER_NAME_MAX),
  version: cleanLine(raw.version, VERSION_MAX),
  players: count(raw.players),
  maxPlayers: count(raw.maxPlayers),
  ...(raw.map !== undefined && { map: cleanLine(raw.map, MAP_MAX) }),
});
