import type { BridgeGrant } from "#server/auth/bridge-keys.ts";
import type { Session, SessionUser } from "#server/auth/lucia.ts";
import type { Deps } from "#server/deps.ts";

export type Member = {
  kind: "member";
  userId: string;
  role: SessionUser["role"];
  /** The browser's session by which they are signed in. */
  session: Session;
  user: SessionUser;
};

/** A game-server plugin, by its key. */
export type Plugin = BridgeGrant & { kind: "plugin" };

/** Nobody who is known, though their bridge key may have been good once. */
export type Anonymous = { kind: "anonymous"; refusedKey?: "revoked" | "expired" | null };

/** Who asks. */
export type Actor = Anonymous | Member | Plugin;

export const ANONYMOUS: Anonymous = { kind: "anonymous" };

/** An account as a browser knows it: with another password it is another one. */
export type KnownAccount = { userId: string; passwordHash: string };

/** The browser that asks, as far as its cookies and headers tell. */
export type Browser = {
  /** Browser and device in words, such as "Firefox on Windows". */
  name: string;
  /** By which its proofs are found; null where it has proven nothing. */
  secret: string | null;
  /** Has it forget that secret: the next person there may be another. */
  forgetSecret(): void;
  /** Has it forget the OAuth flows it has begun: whoever comes back from one may be another. */
  forgetFlows(): void;
  /** Names this browser among those that have signed in to an account before; null otherwise. */
  knownAs(account: KnownAccount): string | null;
  /** Has it keep, in a cookie, that it has signed in to this account. */
  remember(account: KnownAccount): void;
};

/** What a verb is given: everything the program is made of, and who asks from where. */
export type RequestContext = Deps & {
  actor: Actor;
  /** Names this request in the log and in `X-Request-Id`. */
  requestId: string;
  /** The client's address as it is counted: IPv4 whole, IPv6 its /64. */
  address: string;
  /** The wider network that it is counted by as well: an IPv6 address's /48; null for IPv4. */
  widerNetwork: string | null;
  /** The network the client comes from: a shortened address, as it may be kept. */
  network: string;
  browser: Browser;
  /** Sends a token along with the answer, in `X-Auth-Token`; null: none, not even a fresh one. */
  handOutToken(token: string | null): void;
};

/** What a verb is given that members alone may call. */
export type MemberContext = RequestContext & { actor: Member };

/** What a verb is given that game-server plugins alone may call. */
export type BridgeContext = RequestContext & { actor: Plugin };
