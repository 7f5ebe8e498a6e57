import type { BusEvent } from "#shared/feed.ts";
import type { StoreTx, Tables } from "./store.ts";

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
