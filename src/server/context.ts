import type { Deps } from "#server/deps.ts";

/** Who asks. The session joins the member's form with the work that brings accounts. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "member"; userId: string; role: "User" | "Admin" };

export const ANONYMOUS: Actor = { kind: "anonymous" };

/** What a verb is given: everything the program is made of, and who asks from where. */
export type RequestContext = Deps & {
  actor: Actor;
  /** Names this request in the log and in `X-Request-Id`. */
  requestId: string;
  /** The client's address as it is counted: IPv4 whole, IPv6 its /64. */
  address: string;
};
