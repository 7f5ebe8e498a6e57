import { AppError, retryAfter } from "#server/core/errors.ts";
import { REFUSALS } from "#server/core/refusals.ts";
import { FEED_LIMITS, type FeedLimits, IPV6_NETWORK_FACTOR } from "#shared/constants/limits.ts";
import type { FeedEvent } from "#shared/feed.ts";

/** A comment goes out this often: well before `Bun.serve` or a proxy takes silence for death. */
const FEED_HEARTBEAT_MS = 20_000;
/** What a reader that does not read may leave waiting. */
const FEED_QUEUE_BYTES = 512 * 1024;
/** Everyone comes back within this time after a restart, not all at once. */
const BYE_RETRY_MAX_MS = 5000;
const FULL_RETRY_SECONDS = 30;

/** The channel of what concerns one member. */
export const memberChannel = (userId: string) => `member:${userId}`;
/** The channel of everybody who is signed in. */
export const MEMBERS = "members";
/** The channel of what Admins alone may hear besides; `setAdmin` puts feeds into it. */
export const ADMINS = "admins";

/** The session of whoever listens. */
export type FeedSession = { readonly id: string; readonly userId: string };

/** Every open feed of this instance. A channel is "everyone", all members, a member's, or Admins'. */
export type FeedHub = {
  /**
   * Opens one feed: server-sent events as bytes, the first a hello with the build id.
   * @param address the client's, as it is counted for guests.
   * @param session with which it ends, and by whose member it is counted; null for a guest's.
   * @param widerNetwork by which guests are counted as well, with more allowed; null for none.
   * @throws {AppError} `too_many_requests` with `Retry-After` where the guest's address, the member,
   *   or all guests or members together have as many as they may; `unavailable` after `end`.
   */
  open(
    channels: readonly string[],
    address: string,
    session?: FeedSession | null,
    widerNetwork?: string | null,
  ): ReadableStream<Uint8Array>;
  /** Sends to every feed of a channel; serialised once, and not at all when nobody listens. */
  send(channel: string, event: FeedEvent): void;
  /** Likewise to every feed of several channels, once to a feed that is in more than one. */
  sendTo(channels: readonly string[], event: FeedEvent): void;
  /** Says whether a member is an Admin: their feeds hear what Admins hear, from now on or no more. */
  setAdmin(userId: string, isAdmin: boolean): void;
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
};

export const createFeedHub = ({
  buildId,
  site,
  heartbeatMs = FEED_HEARTBEAT_MS,
  limits: given = {},
  networkFactor = IPV6_NETWORK_FACTOR,
  queueBytes = FEED_QUEUE_BYTES,
}: FeedHubOptions): FeedHub => {
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
  const hello = () => toBytes({ type: "hello", buildId, ...site?.() });
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

  const heartbeat = setInterval(() => {
    for (const feed of feeds) push(feed, HEARTBEAT);
  }, heartbeatMs);
  // Alone it keeps no process alive.
  heartbeat.unref();

  return {
    open: (channels, address, session = null, widerNetwork = null) => {
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
            feed = { channels: new Set(channels), holders, session, controller };
            join(feed);
            push(feed, hello());
          },
          cancel: () => {
            if (feed !== undefined) leave(feed);
          },
        },
        { highWaterMark: queueBytes, size: (bytes?: Uint8Array) => bytes?.byteLength ?? 0 },
      );
    },
    send: (channel, event) => {
      const listeners = byChannel.get(channel);
      if (listeners === undefined) return;
      const bytes = toBytes(event);
      for (const feed of listeners) push(feed, bytes);
    },
    sendTo: (channels, event) => {
      const listeners = new Set(channels.flatMap((channel) => [...(byChannel.get(channel) ?? [])]));
      if (listeners.size === 0) return;
      const bytes = toBytes(event);
      for (const feed of listeners) push(feed, bytes);
    },
    setAdmin: (userId, isAdmin) => {
      for (const feed of byChannel.get(memberChannel(userId)) ?? [])
        if (isAdmin) enter(feed, ADMINS);
        else exit(feed, ADMINS);
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
