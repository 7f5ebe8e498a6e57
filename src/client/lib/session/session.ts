import { type Mutation, notifyManager, type QueryClient } from "@tanstack/react-query";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { TRPCClient } from "@trpc/client";
import { createContext } from "react";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { createQueries } from "#client/lib/queries.ts";
import { dropNotice, dropToasts, leaveNotice } from "#client/lib/toast.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { Role } from "#shared/constants/accounts.ts";
import { INACTIVITY_CHECK_MS } from "#shared/constants/time.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { noteTouch } from "./cause.ts";
import { endSession, isReplaced } from "./link.ts";
import {
  isExpired,
  isPastHalf,
  isSamePerson,
  isSameSession,
  type TokenStore,
} from "./token-store.ts";

/** `inactive`: nobody used the session for too long, while this page was open. */
export type SessionEvent = "in" | "out" | "inactive";
type SessionListener = (event: SessionEvent) => void | Promise<void>;

export type Session = {
  tokens: TokenStore;
  /**
   * Who is signed in, asked of the server where it is not known yet; null for a guest.
   * @throws when the server cannot be asked, and nobody is known.
   */
  current(): Promise<CurrentUser | null>;
  /**
   * To be called before the password is sent.
   * @returns what takes the token of the answer: stores it, ends the session that this browser had
   *   before, and reads who it is. Where somebody else has signed in meanwhile they stay, and it is the
   *   token's session that ends. It throws with a sentence for the person.
   */
  beginSignIn(): (token: string) => Promise<CurrentUser>;
  /** Ends the session on the server, here and in all tabs. Never rejects. */
  signOut(): Promise<void>;
  /**
   * Does what ends the session on the server, such as closing the account, then signs out here.
   * @throws what `work` throws; whoever was signed in still is.
   */
  leave<T>(work: () => Promise<T>): Promise<T>;
  /** Signs out here and in all tabs. @param notice what the login screen says. */
  forget(notice?: string): void;
  /** True while a person signs out: whoever leaves on purpose is not asked to sign in again. */
  isLeaving(): boolean;
  /** Signs out when nobody has used the session for too long. */
  checkInactivity: () => void;
  /** Asks the server as a person where that would prolong the session. */
  prolong(): void;
  /** Tells when somebody signed in or out, in whatever tab. */
  subscribe(listener: SessionListener): () => void;
};

/** How long somebody who signs out waits for the server. */
const FAREWELL_MS = 4000;
/** A session at its last end cannot be prolonged: it is tried this often. */
const PROLONG_AGAIN_MS = 60_000;

/** Where the queries about what everybody may see are: they outlive a change of the person. */
const EVERYBODYS: ReadonlySet<unknown> = new Set(["servers", "community"]);

const isPersonal = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
  Array.isArray(path) && !EVERYBODYS.has(path[0]);

/**
 * Ends what people have begun with this browser once another one has taken their place: what waits is
 * never sent, and what is under way is neither told of nor taken back in what the next one is shown.
 * @returns what to call when somebody has signed in.
 */
const endingMutations = (queryClient: QueryClient, tokens: TokenStore) => {
  const mutations = queryClient.getMutationCache();
  const beganBy = new WeakMap<Mutation, string | null>();
  mutations.subscribe((event) => {
    // As whom this tab shows it: somebody else's token may be there already.
    if (event.type === "added") beganBy.set(event.mutation, tokens.hear());
  });
  return (token: string) => {
    for (const mutation of mutations.getAll()) {
      // A guest's too: whoever signs in need not be the one who asked.
      if (isSamePerson(beganBy.get(mutation) ?? null, token)) continue;
      mutations.remove(mutation);
      // What it would have called, and sent, is found in these once its answer is there.
      mutation.setOptions({});
    }
  };
};

/** The person of this browser: the token that all tabs share, and the `me` query for it. */
export const createSession = (
  tokens: TokenStore,
  queryClient: QueryClient,
  client: TRPCClient<AppRouter>,
  endFormer: (token: string) => Promise<void> = endSession,
): Session => {
  const { accounts } = createQueries(queryClient, client);
  const events = createEmitter<SessionEvent, Promise<void>>();
  const endMutations = endingMutations(queryClient, tokens);
  let notifying: Promise<unknown> = Promise.resolve();
  let isLeaving = false;
  let prolongedAtMs = 0;
  /** How often somebody has signed in who was not here, in whatever tab. */
  let arrivals = 0;

  const notify = (event: SessionEvent) => {
    notifying = Promise.allSettled(events.emit(event));
  };
  const forgetPerson = () => {
    if (tokens.read() === null) queryClient.removeQueries({ predicate: isPersonal });
  };
  const me = (options: { staleTime: number; retry?: false }) =>
    accounts.me.fetch(undefined, options);

  tokens.subscribe(({ before, after, cause }) => {
    if (isSamePerson(before, after)) return;
    if (after !== null) arrivals += 1;
    // The server may notice a little before this browser's clock does.
    const soonMs = tokens.clock.nowMs() + (cause === "refused" ? INACTIVITY_CHECK_MS : 0);
    const wasInactive = after === null && before !== null && isExpired(before, soonMs);
    // The feed may tell of the end before the answer does that somebody asked for.
    if (after === null && cause !== "here" && !isLeaving)
      leaveNotice(wasInactive ? SIGN_IN.inactive : SIGN_IN.endedElsewhere);
    dropToasts();
    if (after === null) void queryClient.cancelQueries({ predicate: isPersonal });
    else {
      dropNotice();
      // Told together: a screen of the one before, drawn in between, would set its mutations going again.
      notifyManager.batch(() => {
        endMutations(after);
        void queryClient.resetQueries({ predicate: isPersonal });
      });
    }
    notify(after !== null ? "in" : wasInactive ? "inactive" : "out");
    // Not before the guards have led away: a screen that is still there would ask again, as a guest.
    if (after === null) void notifying.then(forgetPerson);
  });

  const forget = (notice?: string) => {
    if (notice !== undefined) leaveNotice(notice);
    tokens.put(null);
  };
  const leave: Session["leave"] = async (work) => {
    isLeaving = true;
    const leaver = tokens.read();
    try {
      const result = await work();
      // Whoever has signed in in another tab meanwhile stays.
      if (!isReplaced(leaver, tokens.read())) tokens.put(null);
      await notifying;
      return result;
    } finally {
      isLeaving = false;
    }
  };
  const checkInactivity = () => {
    const token = tokens.read();
    if (token !== null && isExpired(token, tokens.clock.nowMs())) forget(SIGN_IN.inactive);
  };

  return {
    tokens,
    current: async () => {
      checkInactivity();
      if (tokens.read() === null) return null;
      try {
        return await me({ staleTime: Number.POSITIVE_INFINITY });
      } catch (error) {
        if (tokens.read() === null || codeOf(error) === "unauthorized") return null;
        // Who is known already stays so: the feed has them looked up again at any moment.
        const known = accounts.me.getData();
        if (known === undefined) throw error;
        return known;
      }
    },
    beginSignIn: () => {
      tokens.hear();
      const known = arrivals;
      return async (token) => {
        tokens.hear();
        const former = tokens.read();
        if (arrivals !== known && !isSamePerson(former, token)) {
          void endFormer(token);
          throw new Error(SIGN_IN.endedElsewhere);
        }
        tokens.put(token);
        if (former !== null && !isSameSession(former, token)) void endFormer(former);
        dropNotice();
        try {
          // The person waits, and can press again sooner than a second try would fail.
          return await me({ staleTime: Number.POSITIVE_INFINITY, retry: false });
        } catch {
          if (tokens.read() === token) tokens.put(null);
          throw new Error(SIGN_IN.userInfoFailed);
        }
      };
    },
    leave,
    signOut: () =>
      leave(async () => {
        const told = client.accounts.logout.mutate().catch((error: unknown) => {
          // There it ends by itself; here it has ended in any case.
          console.warn("The server could not be told of the sign-out.", error);
        });
        // A slow server still hears of it, while the person is no longer kept waiting.
        await Promise.race([
          told,
          new Promise((resolve) => {
            setTimeout(resolve, FAREWELL_MS);
          }),
        ]);
      }),
    forget,
    isLeaving: () => isLeaving,
    checkInactivity,
    prolong: () => {
      const token = tokens.read();
      const nowMs = Date.now();
      if (token === null || !isPastHalf(token, tokens.clock.nowMs())) return;
      if (nowMs - prolongedAtMs < PROLONG_AGAIN_MS) return;
      prolongedAtMs = nowMs;
      // A failure is not this one's to tell: the next touch tries again.
      me({ staleTime: 0 }).catch(() => {});
    },
    subscribe: (listener) => events.subscribe(async (event) => listener(event)),
  };
};

export const SessionContext = createContext<Session | null>(null);

type GuardArguments = {
  context: { session: Session };
  location: Pick<ParsedLocation, "href">;
  /** Somebody points at a link to it. */
  preload?: boolean;
};

/** True where these roles are enough: one of the wanted ones, or with `all` every one. */
export const hasRoles = (
  held: readonly string[],
  wanted: readonly Role[],
  all: boolean,
): boolean => {
  const isHeld = (role: Role) => held.includes(role);
  return wanted.length === 0 || (all ? wanted.every(isHeld) : wanted.some(isHeld));
};

/** A lookup that fails counts as signed out [SESS-11]; the token stays, so the login tries again. */
const lookUp = async (session: Session, isTold: boolean) => {
  try {
    return await session.current();
  } catch (error) {
    if (isTold) leaveNotice(messageOf(error) ?? MESSAGES.networkError);
    return null;
  }
};

/**
 * For `beforeLoad` of a guarded route [SESS-18].
 * @param roles what it takes; none: being signed in.
 * @param all true where every one of the roles is needed, else one of them.
 * @returns who is signed in, for the loaders below; null on the server alone.
 * @throws a redirect to `/login`, which leads back here.
 */
export const requireSession = async (
  { context: { session }, location, preload = false }: GuardArguments,
  roles: readonly Role[] = [],
  all = false,
): Promise<{ user: CurrentUser | null }> => {
  // The server renders no more of a guarded screen than the title of its address.
  if (typeof window === "undefined") return { user: null };
  const user = await lookUp(session, !preload);
  if (user === null && session.isLeaving()) throw redirect({ to: "/", replace: true });
  const lacking = user !== null || undefined;
  if (user === null || !hasRoles(user.roles, roles, all))
    throw redirect({
      to: "/login",
      search: { redirect: location.href, lacking },
      replace: true,
    });
  return { user };
};

const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** A moving pointer says the same many times a second. */
const TOUCH_AGAIN_MS = 1000;

/**
 * Keeps the session of a person who does something here, and ends that of one who was away too
 * long: looked at every 60 s, and on every use [SESS-12].
 * @returns what to call when the person goes to another screen.
 */
export const watchSession = (session: Session): (() => void) => {
  let touchedAtMs = 0;
  const use = () => {
    noteTouch();
    session.checkInactivity();
    session.prolong();
  };
  const onTouch = () => {
    const nowMs = Date.now();
    if (nowMs - touchedAtMs < TOUCH_AGAIN_MS) return;
    touchedAtMs = nowMs;
    use();
  };
  for (const touch of TOUCHES)
    window.addEventListener(touch, onTouch, { passive: true, capture: true });
  setInterval(session.checkInactivity, INACTIVITY_CHECK_MS);
  return use;
};
