import { expect } from "bun:test";
import type { Store } from "#server/store/store.ts";
import type { BusEvent } from "#shared/bus.ts";
import { afterThisTest } from "./cleanup.ts";
import { until } from "./until.ts";

/**
 * Hears what transactions publish. PostgreSQL tells of it a little later than they end.
 * @returns everything from now until it is asked, in the order of the commits.
 */
export const hear = async (store: Store): Promise<() => Promise<BusEvent[]>> => {
  const events: BusEvent[] = [];
  const marks: BusEvent[] = [];
  afterThisTest(
    await store.subscribe(
      (event) => events.push(event),
      () => expect.unreachable("A gap."),
    ),
  );
  const isMark = (event: BusEvent | undefined) => marks.some((mark) => Bun.deepEquals(mark, event));
  return async () => {
    const mark: BusEvent = { type: "points.changed", userId: crypto.randomUUID() };
    marks.push(mark);
    await store.write(async (tx) => tx.publish(mark));
    await until(() => Bun.deepEquals(events.at(-1), mark));
    return events.filter((event) => !isMark(event));
  };
};
