import {
  httpBatchLink,
  type Operation,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { codeOf } from "#client/lib/api-error.ts";
import { isPreview, previewHeader } from "#client/lib/preview.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { TRPC_BATCH_MAX } from "#shared/constants/lists.ts";
import { CALL_TIMEOUT_MS, FILE_TIMEOUT_MS } from "#shared/constants/time.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { BACKGROUND_HEADER, isBackground } from "./cause.ts";
import { isSamePerson, readClaims, type TokenStore } from "./token-store.ts";

/** Asks the person to confirm that it is them. @returns null once they have, or else what to say. */
type Ask = () => Promise<string | null>;

let ask: Ask | null = null;
let underWay: Promise<string | null> | null = null;
let count = 0;

/** Says who asks: the application, which has a dialog for it. */
export const onStepUp = (given: Ask): void => {
  ask = given;
};

/** How often somebody has confirmed on this page: a refusal from before is simply tried again. */
const confirmations = (): number => count;

/**
 * Has the person confirm that it is them: once for all who ask meanwhile.
 * @returns null once they have; else the sentence to show.
 * @throws where nobody can be asked.
 */
const confirmIdentity = (): Promise<string | null> => {
  const asked = async () => {
    try {
      if (ask === null) throw new Error("Nobody asks.");
      const refusal = await ask();
      if (refusal === null) count += 1;
      return refusal;
    } finally {
      underWay = null;
    }
  };
  underWay ??= asked();
  return underWay;
};

/** What was asked for so early and not taken since is asked for again. */
const FRESH_MS = 10_000;

type EarlyAnswer = { token: string; answer: Promise<Response>; end: () => void };

declare global {
  interface Window {
    /** By address: what `boot.js` reads while the application is still loaded. */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** Whether `boot.js` reads more than who it is. */
export const hasEarlyAnswers = (): boolean => (window.earlyAnswers?.size ?? 0) > 1;

/**
 * The answer to a call that `boot.js` has made already with the same bearer; null where there is none.
 * Each is given once. Where it failed, `send` asks again.
 */
const takeEarlyAnswer = (
  url: string,
  options: RequestInit | undefined,
  send: () => Promise<Response>,
): Promise<Response> | null => {
  if (typeof window === "undefined" || performance.now() > FRESH_MS) return null;
  const early = window.earlyAnswers?.get(url);
  const bearer = new Headers(options?.headers).get("authorization");
  if (early === undefined || bearer !== `Bearer ${early.token}`) return null;
  window.earlyAnswers?.delete(url);
  options?.signal?.addEventListener("abort", early.end, { once: true });
  return early.answer.catch((error: unknown) => {
    if (options?.signal?.aborted === true) throw error;
    return send();
  });
};

/** Their refusal says nothing about the session: it is the answer. */
const ABOUT_THE_SESSION: ReadonlySet<string> = new Set([
  "accounts.login",
  "accounts.logout",
  "factors.loginWithDiscord",
  "factors.takeSecondStep",
  "passkeys.login",
  "passkeys.takeSecondStep",
]);

const isOfBackground = ({ context }: Operation) => context["background"] === true;

/** Says who causes a call while that is known: later, it waits for others to share a request with. */
const causeLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(isBackground() ? { ...op, context: { ...op.context, background: true } } : op);

/** True where whoever asked, by this token, has given way to another person. */
export const isReplaced = (sent: string | null, now: string | null): boolean =>
  sent !== null && now !== null && sent !== now && !isSamePerson(sent, now);

/** What this browser refused by itself: it says nothing about whoever is signed in. */
const refusedHere = new WeakSet<object>();

/** Looks like the server's own refusal, so that nothing takes it for a failure that may pass. */
const replacedError = () => {
  const error = TRPCClientError.from<AppRouter>({
    error: {
      message: SIGN_IN.endedElsewhere,
      code: -32_001,
      data: { code: "unauthorized", httpStatus: 401 },
    },
  });
  refusedHere.add(error);
  return error;
};

/** Whoever was asked to confirm that it is them did not. */
const unconfirmedError = (message: string) =>
  TRPCClientError.from<AppRouter>({
    error: { message, code: -32_003, data: { code: "step_up", httpStatus: 403 } },
  });

/**
 * False where a call says as whom it is made (`context.as`, a user's id) and the token is another's: a
 * tab may hear a moment later that somebody has signed in elsewhere than their token is there.
 */
const isTheirs = ({ context }: Operation, token: string | null): boolean =>
  typeof context["as"] !== "string" || readClaims(token)?.sub === context["as"];

/**
 * When a call is refused for its bearer, reads the token again: with another one of the same person
 * the call is made again, with the same one this browser is signed out. Where it is refused until the
 * person confirms that it is them, they are asked, and it is made again as it was [STEP-04]. What one
 * person asked for is neither asked nor answered in the name of the next.
 */
const refusalLink =
  (tokens: TokenStore): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let running: Unsubscribable | undefined;
      let isOver = false;
      const onRefusal = async (sent: string, error: TRPCClientError<AppRouter>) => {
        const token = await tokens.settled(sent);
        if (isOver) return;
        if (token !== null && token !== sent && isSamePerson(token, sent)) attempt(token);
        else {
          tokens.refuse(sent);
          observer.error(error);
        }
      };
      const onStepUp = async (
        sent: string | null,
        known: number,
        error: TRPCClientError<AppRouter>,
      ) => {
        let refusal: string | null = error.message;
        try {
          refusal = known === confirmations() ? await confirmIdentity() : null;
        } catch {
          // Nobody could be asked: the server's own sentence stays.
        }
        const now = tokens.read();
        if (isOver) return;
        if (isReplaced(sent, now)) observer.error(replacedError());
        else if (refusal === null && now !== null) attempt(now, false);
        else observer.error(unconfirmedError(refusal ?? error.message));
      };
      const attempt = (sent: string | null, mayConfirm = !isOfBackground(op)) => {
        const known = confirmations();
        if (!isTheirs(op, sent)) {
          observer.error(replacedError());
          return;
        }
        running = next({ ...op, context: { ...op.context, bearer: sent } }).subscribe({
          next: (answer) => {
            if (isReplaced(sent, tokens.read()) && !ABOUT_THE_SESSION.has(op.path))
              observer.error(replacedError());
            else observer.next(answer);
          },
          complete: observer.complete,
          error: (error) => {
            // It may have shared a request with a call of the one before.
            const now = tokens.read();
            if (refusedHere.has(error) && !isReplaced(sent, now)) {
              attempt(now);
              return;
            }
            if (mayConfirm && codeOf(error) === "step_up") {
              void onStepUp(sent, known, error);
              return;
            }
            const isRefused = codeOf(error) === "unauthorized" && !ABOUT_THE_SESSION.has(op.path);
            if (sent === null || !isRefused || refusedHere.has(error)) observer.error(error);
            else void onRefusal(sent, error);
          },
        });
      };
      // Until this tab has heard of the next person, whatever it asks for the one before has caused.
      const known = tokens.hear();
      const token = tokens.read();
      if (isReplaced(known, token)) observer.error(replacedError());
      else attempt(token);
      return () => {
        isOver = true;
        running?.unsubscribe();
      };
    });

/** What `refusalLink` noted. */
const bearerWhenAsked = ({ bearer }: Operation["context"]): string | null =>
  typeof bearer === "string" ? bearer : null;

const BEARER = "Bearer ";

const addressOf = (url: RequestInfo | URL) =>
  typeof url === "string" ? url : "href" in url ? url.href : url.url;

type Send = (url: RequestInfo | URL, options?: RequestInit) => Promise<Response>;
const sendNow: Send = (url, options) => {
  const send = () => fetch(url, options);
  return takeEarlyAnswer(addressOf(url), options, send) ?? send();
};

/** A new password ends the session: the answer brings the token of the next one. */
const ENDS_THE_SESSION = /accounts\.update/;

/** These make a file, which may be long and the connection slow. */
const MAKES_A_FILE = /points\.export/;

/**
 * Ends a call that is not answered, its body included. The timer is the page's own, since those of
 * `AbortSignal` go on by the system's clock while the page's stands.
 */
const inTime =
  (send: Send): Send =>
  async (url, options) => {
    const ended = new AbortController();
    const outer = options?.signal;
    outer?.addEventListener("abort", () => ended.abort(outer.reason), { once: true });
    if (outer?.aborted) ended.abort(outer.reason);
    const limitMs = MAKES_A_FILE.test(addressOf(url)) ? FILE_TIMEOUT_MS : CALL_TIMEOUT_MS;
    const timer = setTimeout(
      () => ended.abort(new DOMException("No answer came in time.", "TimeoutError")),
      limitMs,
    );
    try {
      const response = await send(url, { ...options, signal: ended.signal });
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, response);
    } finally {
      clearTimeout(timer);
    }
  };

/** Ends what is not answered in time, and puts the clock right by what is. */
const timed =
  (tokens: TokenStore, send: Send): Send =>
  async (url, options) => {
    const sentAtMs = Date.now();
    const response = await inTime(send)(url, options);
    tokens.clock.note(response.headers.get("date"), sentAtMs);
    return response;
  };

/** The end of the line: carries the bearer and takes over the fresh token that an answer brings. */
const memberLink = (tokens: TokenStore, send: Send): TRPCLink<AppRouter> =>
  httpBatchLink({
    url: "/api/trpc",
    maxItems: TRPC_BATCH_MAX,
    headers: ({ opList }) => {
      const token = tokens.read();
      // A call waits a moment for others to share a request with.
      if (opList.some(({ context }) => isReplaced(bearerWhenAsked(context), token)))
        throw replacedError();
      return {
        ...(token !== null && { authorization: BEARER + token }),
        ...(opList.every(isOfBackground) && BACKGROUND_HEADER),
        ...(isPreview() && previewHeader()),
      };
    },
    fetch: (url, options) => {
      const ask = async () => {
        const response = await timed(tokens, send)(url, options);
        const sent = new Headers(options?.headers).get("authorization");
        const fresh = response.headers.get("x-auth-token");
        if (sent !== null && fresh !== null) tokens.offer(fresh, sent.slice(BEARER.length));
        return response;
      };
      return ENDS_THE_SESSION.test(addressOf(url)) ? tokens.renewing(ask) : ask();
    },
  });

/** The end of the line for what a guest asked: it stays a guest's, whoever signs in meanwhile. */
const guestLink = (tokens: TokenStore, send: Send): TRPCLink<AppRouter> =>
  httpBatchLink({
    url: "/api/trpc",
    maxItems: TRPC_BATCH_MAX,
    headers: ({ opList }) => (opList.every(isOfBackground) ? BACKGROUND_HEADER : {}),
    fetch: timed(tokens, send),
  });

/**
 * Ends a session that another one has taken the place of, apart from the calls of whoever is there now:
 * without cookies, since those are the next person's. Never rejects.
 * @param token of the session that ends.
 */
export const endSession = async (token: string, send: Send = sendNow): Promise<void> => {
  try {
    await inTime(send)("/api/trpc/accounts.logout", {
      method: "POST",
      credentials: "omit",
      headers: { authorization: BEARER + token, "content-type": "application/json" },
    });
  } catch (error) {
    // It then ends by itself, once nobody has used it for long enough.
    console.warn("The former session could not be ended.", error);
  }
};

/** The way of every call to the server: who causes it, on whose behalf, and what became of that. */
export const sessionLinks = (tokens: TokenStore, send: Send = sendNow): TRPCLink<AppRouter>[] => [
  causeLink,
  refusalLink(tokens),
  splitLink({
    condition: ({ context }) => bearerWhenAsked(context) === null,
    true: guestLink(tokens, send),
    false: memberLink(tokens, send),
  }),
];
