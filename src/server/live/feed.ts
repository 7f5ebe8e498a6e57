import { AppError, REFUSALS, retryAfter } from "#server/core/errors.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { FEED_LIMITS, type FeedLimits, IPV6_NETWORK_FACTOR } from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { FeedEvent } from "#shared/feed.ts";
import type { ServerRow, ServersSummary } from "#shared/schemas/servers.ts";

/** Events that are worth nothing a moment later: who comes late is not told of them. */
const PASSING_EVENTS: ReadonlySet<FeedEvent["type"]> = new Set(["ticket.typing"]);

/** So long what feeds were told is kept for those that come late. */
export const RECENT_MS = 2 * MINUTE_MS;
/** So many events are kept at most; where more come, less time is covered. */
export const RECENT_MAX = 2000;

type Entry = { atMs: number; channels: readonly string[]; event: FeedEvent };

/** What feeds were told in the last minutes. */
type Recent = {
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

/** A comment goes out this often: well before `Bun.serve` or a proxy takes silence for death. */
const FEED_HEARTBEAT_MS = 20_000;
/** What a reader that does not read may leave waiting. */
const FEED_QUEUE_BYTES = 512 * 1024;
/** Everyone comes back within this time after a restart, not all at once. */
const BYE_RETRY_MAX_MS = 5000;
const FULL_RETRY_SECONDS = 30;
/** What a page has missed is known by how long ago it began, and the question itself takes a while. */
const ON_THE_WAY_MS = 10_000;

/** The channel of what concerns one member. */
export const memberChannel = (userId: string) => `member:${userId}`;
/** The channel of everybody who is signed in. */
export const MEMBERS = "members";
/** The channel of what those may hear who have all of these permissions; `setPermissions` puts feeds into it. */
export const teamChannel = (...permissions: readonly Permission[]) =>
  `team:${permissions.join("+")}`;
/** Of each permission, and of each that it takes beside `tickets` to see some of the tickets. */
const TEAM_CHANNELS = [
  ...PERMISSIONS.map((permission) => [permission]),
  ...PERMISSIONS.map((permission): Permission[] => ["tickets", permission]),
].map((permissions) => [permissions, teamChannel(...permissions)] as const);

/** The session of whoever listens. */
export type FeedSession = { readonly id: string; readonly userId: string };

/** Every open feed of this instance. A channel is "everyone", all members, a member's, or a permission's. */
export type FeedHub = {
  /**
   * Opens one feed: server-sent events as bytes, the first a hello with the build id.
   * @param address the client's, as it is counted for guests.
   * @param session with which it ends, and by whose member it is counted; null for a guest's.
   * @param widerNetwork by which guests are counted as well, with more allowed; null for none.
   * @param missedMs so long ago the page began to read, or heard the last: what was told since is told
   *   again, after a hello with `isWhole`. Where that is not known any more, or with null, it has to
   *   read everything anew. A member's feed is told by `catchUp`.
   * @throws {AppError} `too_many_requests` with `Retry-After` where the guest's address, the member,
   *   or all guests or members together have as many as they may; `unavailable` after `end`.
   */
  open(
    channels: readonly string[],
    address: string,
    session?: FeedSession | null,
    widerNetwork?: string | null,
    missedMs?: number | null,
  ): ReadableStream<Uint8Array>;
  /** Tells the feeds of a session what they have missed, once it is known what they may hear. */
  catchUp(session: FeedSession): void;
  /** Sends to every feed of a channel; serialised once, and not at all when nobody listens. */
  send(channel: string, event: FeedEvent): void;
  /** Likewise to every feed of several channels, once to a feed that is in more than one. */
  sendTo(channels: readonly string[], event: FeedEvent): void;
  /** Says what somebody may do by a session: its feeds hear what goes with that, from now on or no more. */
  setPermissions(session: FeedSession, permissions: readonly Permission[]): void;
  /** The sessions that listen, of everyone or of one member. */
  sessions(userId?: string): readonly FeedSession[];
  /** Tells the feeds of a session that it has ended, and closes them. */
  endSession(session: FeedSession): void;
  size(): number;
  /** Says `bye` to every feed, each with its own wait, and closes them for good. */
  end(): void;
};

/** Who is counted, and how many feeds they may have. */
type Holder = { name: string; max: number };

type Feed = {
  channels: Set<string>;
  /** By whom it is counted. */
  holders: readonly Holder[];
  session: FeedSession | null;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** From when on it is to be told again what was told; null where that is done, or not possible. */
  missedSinceMs: number | null;
};

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(":\n\n");
const toBytes = (event: FeedEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
const SESSION_ENDED = toBytes({ type: "session.ended" });

const full = (sentence: string) =>
  new AppError("too_many_requests", sentence, retryAfter(FULL_RETRY_SECONDS));

/**
 * Counts feeds of one kind of people.
 * @param maxOfAll of all of them together.
 * @param sentence what one is told who has as many as they may.
 */
const createPot = (maxOfAll: number, sentence: string) => {
  const byHolder = new Map<string, number>();
  let size = 0;
  const count = (holders: readonly Holder[], change: 1 | -1) => {
    for (const { name } of holders) {
      const next = (byHolder.get(name) ?? 0) + change;
      if (next === 0) byHolder.delete(name);
      else byHolder.set(name, next);
    }
    size += change;
  };
  return {
    /** @throws {AppError} `too_many_requests` where there is no room for another feed of theirs. */
    assertRoom: (holders: readonly Holder[]) => {
      if (holders.some(({ name, max }) => (byHolder.get(name) ?? 0) >= max)) throw full(sentence);
      if (size >= maxOfAll) throw full(REFUSALS.feedsOfAll);
    },
    add: (holders: readonly Holder[]) => count(holders, 1),
    remove: (holders: readonly Holder[]) => count(holders, -1),
  };
};

export type FeedHubOptions = {
  buildId: string;
  /** Which version of the site's document is shown, and the maintenance that it is in. */
  site?: () => { siteVersion: number; maintenance?: number };
  heartbeatMs?: number;
  limits?: Partial<FeedLimits>;
  /** How many times what an address may have its wider network may. */
  networkFactor?: number;
  queueBytes?: number;
  /** A clock that never goes back. */
  nowMs?: () => number;
};

export const createFeedHub = ({
  buildId,
  site,
  heartbeatMs = FEED_HEARTBEAT_MS,
  limits: given = {},
  networkFactor = IPV6_NETWORK_FACTOR,
  queueBytes = FEED_QUEUE_BYTES,
  nowMs = () => performance.now(),
}: FeedHubOptions): FeedHub => {
  const recent = createRecent(nowMs);
  const feeds = new Set<Feed>();
  const byChannel = new Map<string, Set<Feed>>();
  const limits = { ...FEED_LIMITS, ...given };
  const members = createPot(limits.members, REFUSALS.feedsOfMember);
  const guests = createPot(limits.guests, REFUSALS.feedsOfAddress);
  const potOf = ({ session }: Pick<Feed, "session">) => (session === null ? guests : members);
  const guestHolders = (address: string, widerNetwork: string | null): Holder[] => {
    const max = limits.guestsByAddress;
    const wider = widerNetwork === null ? [] : [{ name: widerNetwork, max: max * networkFactor }];
    return [{ name: address, max }, ...wider];
  };
  const hello = (isWhole: boolean) =>
    toBytes({ type: "hello", buildId, ...site?.(), ...(isWhole && { isWhole }) });
  let isEnded = false;

  const enter = (feed: Feed, channel: string) => {
    feed.channels.add(channel);
    const listeners = byChannel.get(channel);
    if (listeners === undefined) byChannel.set(channel, new Set([feed]));
    else listeners.add(feed);
  };

  const exit = (feed: Feed, channel: string) => {
    feed.channels.delete(channel);
    const listeners = byChannel.get(channel);
    listeners?.delete(feed);
    if (listeners?.size === 0) byChannel.delete(channel);
  };

  const join = (feed: Feed) => {
    feeds.add(feed);
    potOf(feed).add(feed.holders);
    for (const channel of feed.channels) enter(feed, channel);
  };

  const leave = (feed: Feed) => {
    if (!feeds.delete(feed)) return;
    potOf(feed).remove(feed.holders);
    for (const channel of feed.channels) exit(feed, channel);
  };

  const close = (feed: Feed) => {
    leave(feed);
    feed.controller.close();
  };

  const push = (feed: Feed, bytes: Uint8Array) => {
    feed.controller.enqueue(bytes);
    // Not reading fast enough: it ends here, comes back and refetches.
    if ((feed.controller.desiredSize ?? 0) < 0) close(feed);
  };

  const catchUp = (feed: Feed) => {
    const { missedSinceMs, channels } = feed;
    if (missedSinceMs === null) return;
    feed.missedSinceMs = null;
    for (const event of recent.since(missedSinceMs, channels)) {
      if (!feeds.has(feed)) return;
      push(feed, toBytes(event));
    }
  };

  const heartbeat = setInterval(() => {
    for (const feed of feeds) push(feed, HEARTBEAT);
  }, heartbeatMs);
  // Alone it keeps no process alive.
  heartbeat.unref();

  return {
    open: (channels, address, session = null, widerNetwork = null, missedMs = null) => {
      if (isEnded) throw new AppError("unavailable", REFUSALS.stopping, retryAfter(5));
      const holders =
        session === null
          ? guestHolders(address, widerNetwork)
          : [{ name: session.userId, max: limits.byMember }];
      potOf({ session }).assertRoom(holders);
      let feed: Feed | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const sinceMs = missedMs === null ? null : nowMs() - missedMs - ON_THE_WAY_MS;
            const isWhole = sinceMs !== null && recent.reaches(sinceMs);
            const missedSinceMs = isWhole ? sinceMs : null;
            feed = { channels: new Set(channels), holders, session, controller, missedSinceMs };
            join(feed);
            push(feed, hello(isWhole));
            if (session === null) catchUp(feed);
          },
          cancel: () => {
            if (feed !== undefined) leave(feed);
          },
        },
        { highWaterMark: queueBytes, size: (bytes?: Uint8Array) => bytes?.byteLength ?? 0 },
      );
    },
    catchUp: ({ id, userId }) => {
      for (const feed of byChannel.get(memberChannel(userId)) ?? [])
        if (feed.session?.id === id) catchUp(feed);
    },
    send: (channel, event) => {
      recent.add([channel], event);
      const listeners = byChannel.get(channel);
      if (listeners === undefined) return;
      const bytes = toBytes(event);
      for (const feed of listeners) push(feed, bytes);
    },
    sendTo: (channels, event) => {
      recent.add(channels, event);
      const listeners = new Set(channels.flatMap((channel) => [...(byChannel.get(channel) ?? [])]));
      if (listeners.size === 0) return;
      const bytes = toBytes(event);
      for (const feed of listeners) push(feed, bytes);
    },
    setPermissions: ({ id, userId }, permissions) => {
      for (const feed of byChannel.get(memberChannel(userId)) ?? []) {
        if (feed.session?.id !== id) continue;
        for (const [needed, channel] of TEAM_CHANNELS)
          if (needed.every((permission) => permissions.includes(permission))) enter(feed, channel);
          else exit(feed, channel);
      }
    },
    sessions: (userId) => {
      const asked = userId === undefined ? feeds : byChannel.get(memberChannel(userId));
      return [...(asked ?? [])].flatMap(({ session }) => session ?? []);
    },
    endSession: ({ id, userId }) => {
      for (const feed of byChannel.get(memberChannel(userId)) ?? []) {
        if (feed.session?.id !== id) continue;
        feed.controller.enqueue(SESSION_ENDED);
        close(feed);
      }
    },
    size: () => feeds.size,
    end: () => {
      isEnded = true;
      clearInterval(heartbeat);
      for (const feed of feeds) {
        const retryMs = Math.floor(Math.random() * BYE_RETRY_MAX_MS);
        feed.controller.enqueue(toBytes({ type: "bye", retryMs }));
        close(feed);
      }
    },
  };
};
