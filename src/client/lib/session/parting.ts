import { BACKGROUND_HEADER } from "./cause.ts";

/**
 * Calls a procedure while the page goes away: the request outlives it, and nobody hears of its answer. Never
 * rejects; without a token nothing is called.
 * @param procedure a mutation, such as `queue.look`.
 */
export const parting = (token: string | null, procedure: string, input: unknown): void => {
  if (token === null) return;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...BACKGROUND_HEADER,
  };
  const body = JSON.stringify(input);
  fetch(`/api/trpc/${procedure}`, { method: "POST", keepalive: true, headers, body }).catch(() => {
    // Without a connection nobody can be told.
  });
};
