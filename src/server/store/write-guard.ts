import { AsyncLocalStorage } from "node:async_hooks";
import type { Reader, Tables } from "./store.ts";

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
