import { ANONYMOUS, type RequestContext } from "#server/context.ts";
import type { Deps } from "#server/deps.ts";
import type { HeaderProfile } from "./headers.ts";

/** One request on its way through the doors. */
export type Visit = {
  readonly requestId: string;
  /** As sent, without query. */
  readonly path: string;
  /** The path by which a route is chosen: lower case under `/api`. */
  readonly route: string;
  /** `HEAD` travels as `GET`; whoever must start nothing for it looks here. */
  readonly isHead: boolean;
  /** Which security headers the answer gets. */
  profile: HeaderProfile;
  /** The client's address as it is counted, "" where there is none. */
  address(): string;
};

/** What a verb needs to know about the request it serves. */
export const contextOf = (deps: Deps, visit: Visit): RequestContext => ({
  ...deps,
  actor: ANONYMOUS,
  requestId: visit.requestId,
  address: visit.address(),
});
