import type { NoAnswerReason } from "#shared/constants/game-query.ts";
import type { Address } from "./address-book.ts";
import { NoAnswer } from "./port.ts";

/** Where a question goes: an address, never a name. */
export type Endpoint = Address & { port: number };

const REASONS: Readonly<Record<string, NoAnswerReason>> = {
  ECONNREFUSED: "refused",
  ConnectionRefused: "refused",
  ECONNRESET: "closed",
  ConnectionClosed: "closed",
  EPIPE: "closed",
};

/** Tells what a socket or `fetch` reported in our own few words. */
export const toNoAnswer = (error: unknown, signal?: AbortSignal): NoAnswer => {
  if (error instanceof NoAnswer) return error;
  if (signal?.aborted === true) return new NoAnswer("silent");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new NoAnswer(REASONS[code] ?? "failed");
};

/**
 * Stops waiting when the time is up. The work itself may go on, its outcome is dropped.
 * @throws {NoAnswer} `silent` when the signal came first.
 */
export const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new NoAnswer("silent"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
