import { type Log, errorFields } from "#server/core/log.ts";
import { type BusEvent, busEvent } from "#shared/feed.ts";

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
