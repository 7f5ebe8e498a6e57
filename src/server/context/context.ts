import type { AuditEntry } from "#server/auth/audit.ts";
import type { Attempt, Verdict } from "#server/auth/limits.ts";
import type { Session, SessionUser } from "#server/auth/lucia.ts";
import type { BridgeGrant } from "#server/auth/secrets.ts";
import type { Reader, StoreTx, Tables } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import type { NoticeTopic } from "#shared/constants/notices.ts";
import type { NotificationKind } from "#shared/constants/notifications.ts";
import type { Services, Tally } from "./services.ts";

export type Member = {
  kind: "member";
  userId: string;
  role: SessionUser["role"];
  /** Whether they may do what Admins alone may. */
  isAdmin: boolean;
  /** What they may do beyond what every member may, as their account stood when the request came. */
  permissions: readonly Permission[];
  /** The browser's session by which they are signed in. */
  session: Session;
  user: SessionUser;
};

/** A game-server plugin, by its key. */
export type BridgeKey = BridgeGrant & { kind: "bridge" };

/** Nobody who is known, though their bridge key may have been good once. */
export type Guest = { kind: "guest"; refusedKey?: "revoked" | "expired" | null };

/** The site itself. */
export type System = {
  kind: "system";
  /** What of it, such as "job deliver-mail" or "command admin promote". */
  name: string;
};

/** Who asks. */
export type Actor = Guest | Member | BridgeKey | System;

export const GUEST: Guest = { kind: "guest" };

/** An account as a browser knows it: with another password it is another one. */
export type KnownAccount = { userId: string; passwordHash: string };

/** The browser that asks, as far as its cookies and headers tell. */
export type Browser = {
  /** Browser and device in words, such as "Firefox on Windows". */
  name: string;
  /** By which its proofs are found; null where it has proven nothing. */
  secret: string | null;
  /**
   * Has it forget that secret and every OAuth flow it has begun, and makes nothing of those that
   * are being answered: the next person there may be another.
   */
  forgetPerson(): void;
  /** Has it forget the OAuth flows it has begun: whoever comes back from one may be another. */
  forgetFlows(): void;
  /** By which the login is found that waits here for its second step; null where none does. */
  loginSecret: string | null;
  /** Has it keep a new one for as long as a login may wait. @returns the secret. */
  beginLogin(): string;
  /** By which what its passkeys are asked to sign is found; null where they are asked for nothing. */
  passkeySecret: string | null;
  /** Has it keep that secret for as long as it may be asked; a new one where it has none. @returns the secret. */
  keepPasskeySecret(): string;
  /** By which an account knows it again: random, and kept with `remember`; new where it has none. */
  readonly ownId: string;
  /** Names this browser among those that have signed in to an account before; null otherwise. */
  knownAs(account: KnownAccount): string | null;
  /** Has it keep, in a cookie, that it has signed in to this account. */
  remember(account: KnownAccount): void;
};

/** What is told to people in their notifications. */
export type NotificationContent = {
  /** To whom; each gets it once, and those whose personal data is erased do not. */
  userIds: readonly string[];
  kind: NotificationKind;
  /** At most 100 characters. */
  subject: string;
  /** At most 2,000 characters. */
  message: string;
  /** What people choose about; a kind about tickets is of that topic, and what has none comes by the bell alone. */
  topic?: NoticeTopic | null;
  /** The ticket that it is about. */
  ticketId?: number | null;
  /** The message that it is about, which is mailed to whoever does not read it. */
  messageId?: number | null;
  /** Where it leads where it is about none: a path of this site, or what `linkTarget` has passed. */
  link?: string | null;
  /** A user's id; null where the site itself writes. */
  createdBy?: string | null;
};

/** What is known wherever rows are read or written. */
type Known<Who extends Actor> = Pick<
  Services,
  "config" | "clock" | "log" | "auth" | "shopfront"
> & {
  readonly actor: Who;
};

/** Reads for a use case: committed rows (`ctx.read`), or those of the transaction under way. */
export type CtxReader<Who extends Actor = Actor> = Reader & Known<Who>;
export type MemberReader = CtxReader<Member>;
export type BridgeReader = CtxReader<BridgeKey>;

/**
 * A transaction under way, as `ctx.write` hands it out. A helper takes `(tx, input)`: tables, clock,
 * configuration and actor are all on it.
 */
export type Tx<Who extends Actor = Actor> = StoreTx &
  Known<Who> & {
    /**
     * Counts something before it is done, under the community's own limit.
     * @param amount what it counts for, such as points; one by default.
     * @throws {LimitReached} then nothing is counted.
     */
    count(name: LimitName, subject: string, amount?: number): Promise<void>;
    /** The same, where a refusal is no error; what one of several limits refuses counts under none. */
    tryCount(...attempts: readonly Attempt[]): Promise<Verdict>;
    /** Counts for the metrics, once this has committed. @param values one for each label. */
    tally(name: Tally, values: readonly string[], by?: number): void;
    /** From where the request comes, as it may be kept; null for each that is not known, as with jobs. */
    origin(): { network: string | null; browser: string | null };
    /** Writes down what happened, by whom (the member who acts) and from where. */
    audit(entry: AuditEntry): Promise<void>;
    /**
     * Writes a notification to some people, and tells their feeds.
     * @returns its id, or null where nobody is left to read it and nothing was written.
     */
    notify(content: NotificationContent): Promise<number | null>;
  };
export type MemberTx = Tx<Member>;
export type BridgeTx = Tx<BridgeKey>;

/** What reads and writes for somebody. */
export type UnitOfWork<Who extends Actor = Actor> = {
  readonly actor: Who;
  readonly tables: Tables;
  /** Sees committed rows only. Throws inside `write`: there, `tx` reads. */
  readonly read: CtxReader<Who>;
  /**
   * Runs `work` in one transaction: all of it or nothing. On PostgreSQL `work` may run again, so it
   * has no side effects and awaits nothing but the database (see `Store.write`).
   */
  readonly write: <T>(work: (tx: Tx<Who>) => Promise<T>) => Promise<T>;
};

/**
 * What a use case is given: everything that the program is made of, and who asks. A use case looks
 * like this:
 *
 *     export const closeTicket = (ctx: MemberCtx, { id }: TicketInput): Promise<Ticket> =>
 *       ctx.write(async (tx) => {
 *         const ticket = await findTicket(tx, id); // throws where the actor may not see it
 *         await tx.count("ticketChangesByMember", tx.actor.userId);
 *         await tx.update(tx.tables.tickets).set({ status: "closed" }).where(...);
 *         await tx.audit({ action: "ticket.closed", subject: ticket.createdBy });
 *         tx.publish({ type: "ticket.changed", ticketId: id, userIds });
 *         return showTicket(tx, id);
 *       });
 */
export type Ctx<Who extends Actor = Actor> = Omit<Services, "store" | "notify"> & UnitOfWork<Who>;
/** For jobs, webhooks, commands and sample data. */
export type SystemCtx = Ctx<System>;

/** The request that a use case serves. */
export type RequestParts = {
  /** Names this request in the log and in `X-Request-Id`. */
  readonly requestId: string;
  /** The client's address as it is counted: IPv4 whole, IPv6 its /64. */
  readonly address: string;
  /** The wider network that it is counted by as well: an IPv6 address's /48; null for IPv4. */
  readonly widerNetwork: string | null;
  /** The network the client comes from: a shortened address, as it may be kept. */
  readonly network: string;
  /**
   * Scheme, host and port at which browsers have the site open: PUBLIC_URL, or without one what the
   * request says, where that is this machine; null where it is not.
   */
  readonly siteOrigin: string | null;
  readonly browser: Browser;
  /** Sends a token along with the answer, in `X-Auth-Token`; null: none, not even a fresh one. */
  handOutToken(token: string | null): void;
};

/** What a use case is given that answers a request. */
export type RequestCtx<Who extends Actor = Actor> = Ctx<Who> & RequestParts;
/** Likewise where members alone may call it. */
export type MemberCtx = RequestCtx<Member>;
/** Likewise where game-server plugins alone may call it. */
export type BridgeCtx = RequestCtx<BridgeKey>;
