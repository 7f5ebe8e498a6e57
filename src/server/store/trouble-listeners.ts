import { StoreClosed, storeTroubleOf, type StoreTrouble } from "./trouble.ts";

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
