import { spyOn } from "bun:test";
import { afterThisTest } from "./cleanup.ts";

const held = new Set<AbortController>();

/**
 * Until the test ends no deadline of an outside call (`AbortSignal.timeout`) passes by the clock: a
 * machine may be as busy as it likes. They pass by `passDeadlines`.
 */
export const holdDeadlines = (): void => {
  const timeout = spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    held.add(controller);
    return controller.signal;
  });
  afterThisTest(() => {
    timeout.mockRestore();
    held.clear();
  });
};

/** Every deadline that is held has passed: for an outside service that does not answer. */
export const passDeadlines = (): void => {
  for (const controller of held)
    controller.abort(new DOMException("The operation timed out.", "TimeoutError"));
  held.clear();
};

/** A service that never answers; whoever asks it meets the deadline at once. */
export const neverAnswers = (): Promise<Response> => {
  passDeadlines();
  return new Promise(() => {});
};
