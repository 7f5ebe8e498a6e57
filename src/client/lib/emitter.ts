export type Emitter<Event, Result> = {
  /** Calls every listener, in the order in which they came. @returns what they return. */
  emit: (event: Event) => Result[];
  /** @returns a function that ends it. */
  subscribe: (listener: (event: Event) => Result) => () => void;
  isEmpty: () => boolean;
};

/** Hands events to whoever listens at that moment; a listener that was added twice is called once. */
export const createEmitter = <Event = void, Result = void>(): Emitter<Event, Result> => {
  const listeners = new Set<(event: Event) => Result>();
  return {
    emit: (event) => Array.from(listeners, (listener) => listener(event)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isEmpty: () => listeners.size === 0,
  };
};
