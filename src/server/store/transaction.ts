import { AsyncLocalStorage } from "node:async_hooks";
import { errorFields, type Log } from "#server/core/log.ts";
import { createHistograms, type MetricFamily } from "#server/core/metrics.ts";
import { type BusEvent, busEvent } from "#shared/bus.ts";
import type { Reader, StoreTx, Tables } from "./store.ts";
import { StoreClosed, type StoreTrouble, storeTroubleOf } from "./trouble.ts";

/** Lets one at a time through, in the order of asking. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

export const createMutex = (): Mutex => {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    try {
      return await work();
    } finally {
      resolve();
    }
  };
};

/** In seconds: from a write that need not wait to one at whose end nobody waits any more. */
const WAIT_BOUNDS = [0.0001, 0.001, 0.01, 0.05, 0.25, 1, 5] as const;

/** The writes of this process that wait for their turn. */
export type WriteQueue = {
  /** How many wait now. */
  length(): number;
  /** How long those waited that have begun. */
  waited(): MetricFamily;
};

export type WatchedQueue = WriteQueue & {
  /** A write has come. @returns a function to be called as it begins, or fails to; once counts. */
  enter(): () => void;
};

export const createWriteQueue = (): WatchedQueue => {
  const waits = createHistograms({
    name: "lynxden_write_queue_wait_seconds",
    help: "How long writes waited for their turn.",
    labels: [],
    bounds: WAIT_BOUNDS,
  });
  const wait = waits.of([]);
  let waiting = 0;
  return {
    length: () => waiting,
    waited: () => waits.read(),
    enter: () => {
      const cameMs = performance.now();
      let isWaiting = true;
      waiting += 1;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        waiting -= 1;
        wait.observe((performance.now() - cameMs) / 1000);
      };
    },
  };
};

/** Notices what would escape the transaction under way: a write or a read around its `tx`. */
export type WriteGuard = {
  /** @throws inside `run`. */
  refuseWrite(): void;
  /** @throws inside `run`. */
  refuseRead(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
};

export const createWriteGuard = (): WriteGuard => {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  const isInside = () => current.getStore()?.isOpen === true;
  return {
    refuseWrite() {
      if (isInside())
        throw new Error("store.write inside store.write: hand the outer tx to what writes here.");
    },
    refuseRead() {
      if (isInside())
        throw new Error("store.read inside store.write misses its rows: read through tx.");
    },
    async run(work) {
      // Whatever outlives `work` was started in it, but is no longer inside.
      const scope = { isOpen: true };
      try {
        return await current.run(scope, work);
      } finally {
        scope.isOpen = false;
      }
    },
  };
};

/** Refuses a query where it is begun, which is what the stack trace then shows. */
export const guardReader = (
  builders: Omit<Reader, "tables">,
  tables: Tables,
  guard: WriteGuard,
): Reader => {
  const guarded = <Start extends (...args: never[]) => unknown>(start: Start): Start => {
    const begin = (...args: never[]) => {
      guard.refuseRead();
      return start.apply(builders, args);
    };
    // The same function with a check in front: it takes and returns what `start` does.
    return begin as Start;
  };
  return {
    tables,
    select: guarded(builders.select),
    selectDistinct: guarded(builders.selectDistinct),
  };
};

/** @param error what a statement or a transaction failed with. */
export type OnTrouble = (trouble: StoreTrouble, error: unknown) => void;

/** Who is told, in this process, when a statement fails because the database cannot be used. */
export const createTroubleListeners = () => {
  const listeners = new Set<OnTrouble>();
  return {
    add: (listener: OnTrouble) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Tells everyone, where it is such an error. @returns the error, to be thrown on. */
    report: (error: unknown): unknown => {
      // Whoever closed it need not be told.
      const trouble = error instanceof StoreClosed ? null : storeTroubleOf(error);
      if (trouble !== null) for (const listener of listeners) listener(trouble, error);
      return error;
    },
  };
};

type Subscriber = { onEvent: (event: BusEvent) => void; onGap: () => void };

/** Who listens in this process. What a subscriber throws is logged and harms nobody else. */
export type Subscribers = {
  add(onEvent: Subscriber["onEvent"], onGap: Subscriber["onGap"]): () => void;
  /** @param payload an event as JSON; what this program does not know is logged and dropped. */
  receive(payload: string): void;
  gap(): void;
};

const parseEvent = (payload: string) => {
  try {
    return busEvent.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
};

export const createSubscribers = (log: Log): Subscribers => {
  const subscribers = new Set<Subscriber>();
  const report = (error: unknown) => log.error("bus.listener_failed", errorFields(error));
  const each = (call: (subscriber: Subscriber) => unknown) => {
    for (const subscriber of subscribers) {
      try {
        const result = call(subscriber);
        if (result instanceof Promise) result.catch(report);
      } catch (error) {
        report(error);
      }
    }
  };
  return {
    add(onEvent, onGap) {
      const subscriber = { onEvent, onGap };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    receive(payload) {
      const event = parseEvent(payload);
      if (event === undefined) log.warn("bus.event_unknown", { bytes: payload.length });
      else each((subscriber) => subscriber.onEvent(event));
    },
    gap: () => each((subscriber) => subscriber.onGap()),
  };
};

/** A PostgreSQL notification carries less than 8,000 bytes. */
const PAYLOAD_BYTES = 7999;

/** What drizzle gives to build statements with. */
export type Builders = Omit<StoreTx, "publish" | "tables">;

/** The life of one transaction's handle. */
export type Transaction = {
  /** @throws once the transaction has ended. */
  assertOpen(): void;
  /** Remembers the first statement that failed: the transaction must not commit. */
  failed(error: unknown): void;
  handle(builders: Builders, tables: Tables): StoreTx;
  /** @returns the events to send, as JSON. @throws what the first failed statement threw. */
  finish(): readonly string[];
  /** From now on the handle throws. */
  revoke(): void;
};

export const createTransaction = (): Transaction => {
  const events = new Set<string>();
  let isOpen = true;
  let failure: { error: unknown } | null = null;
  const assertOpen = () => {
    if (!isOpen) throw new Error("This transaction has ended: its tx was kept beyond store.write.");
  };
  const publish = (event: BusEvent) => {
    assertOpen();
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
      throw new Error(`A "${event.type}" event is too long to be sent: name fewer things.`);
    events.add(payload);
  };
  return {
    assertOpen,
    failed(error) {
      failure ??= { error };
    },
    handle: (builders, tables) => ({
      tables,
      select: builders.select.bind(builders),
      selectDistinct: builders.selectDistinct.bind(builders),
      insert: builders.insert.bind(builders),
      update: builders.update.bind(builders),
      delete: builders.delete.bind(builders),
      publish,
    }),
    finish() {
      if (failure !== null) throw failure.error;
      return [...events];
    },
    revoke() {
      isOpen = false;
    },
  };
};
