import { z } from "zod";
import { attemptsByAddress, countAttempts } from "#server/auth/attempts.ts";
import { LimitReached } from "#server/auth/limits.ts";
import { noteIfLimited } from "#server/auth/note-limit.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { ANONYMOUS } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { proveAccount } from "#server/modules/links/index.ts";
import type { IdentityProviders } from "#server/providers/identity/identity.ts";
import {
  type Identity,
  IdentityFailure,
  type IdentityProvider,
} from "#server/providers/identity/port.ts";
import { REFUSALS } from "#server/refusals.ts";
import type { Store } from "#server/store/store.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import type { AuthFailure } from "#shared/auth-message.ts";
import { LINK_PAGES, type Platform } from "#shared/constants/accounts.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import {
  duplicateMessage,
  type Failure,
  failureMessage,
  failureSentence,
  successMessage,
} from "./auth-messages.ts";
import { callbackPage } from "./callback-page.ts";
import {
  browserSecretOf,
  FLOW_COOKIES,
  newBrowserSecret,
  readCookie,
  seal,
  unseal,
  writeCookie,
} from "./cookies.ts";
import { readHeader } from "./request-headers.ts";
import { signInOrigin } from "./sign-in-origin.ts";
import type { Visit } from "./visit.ts";

/** A person who reads the consent page over a coffee. */
const DANCE_TTL_MS = 10 * 60_000;

/** What an account is proven for: to register with it, or to link it to one's account. */
const purposeSchema = z.enum(["register", "link"]);

const danceSchema = z.strictObject({
  state: z.string().min(1),
  verifier: z.string(),
  purpose: purposeSchema,
  /** Milliseconds since 1970. */
  until: z.number(),
});
type KeptDance = z.output<typeof danceSchema>;

/** All others are 200: nothing is wrong with the request. */
const STATUS: Partial<Readonly<Record<Failure, number>>> = {
  expired: 400,
  unavailable: 503,
  site_unavailable: 503,
  garbage: 502,
  limited: 429,
} satisfies Partial<Record<AuthFailure, number>>;

/** The page that has the say when a dance is over; undefined where the window itself tells of it. */
const nextOf = (platform: Platform, { purpose }: KeptDance): string | undefined =>
  purpose === "link" && (platform === "minecraft" || platform === "epic")
    ? LINK_PAGES[platform]
    : undefined;

/** True of a window that a page of another site opened, or led here. */
const isFromElsewhere = (request: Request): boolean =>
  ["cross-site", "same-site"].includes(readHeader(request, "sec-fetch-site") ?? "");

type Given = {
  config: Pick<Config, "publicUrl" | "isPublicUrlSet" | "community">;
  clock: Clock;
  log: Log;
  store: Store;
  identity: IdentityProviders;
  /** Signs the cookies of dances: `auth.keyFor("sign-in cookie")`. */
  danceKey: string;
};

/**
 * True of a picture or a frame with which another site leads its visitors here: nobody signs in by
 * that, and it must not use up the attempts of their network.
 */
const isEmbedded = (request: Request): boolean =>
  readHeader(request, "sec-fetch-site") === "cross-site" &&
  (readHeader(request, "sec-fetch-dest") ?? "document") !== "document";

/** What nobody waits for any longer than that is tried again by hand. */
const STORE_RETRY_SECONDS = "30";

const nothing = () => new Response(null, { headers: { "cache-control": "no-store" } });

/** @returns what makes the two doors of a platform, `/auth/{platform}/start` and `/callback`. */
export const createIdentityDoors = (given: Given) => (platform: Platform) => {
  const { config, clock, log, store, danceKey } = given;
  const provider = given.identity[platform];
  const sentences = PROOF_SENTENCES[platform];
  const danceCookie = FLOW_COOKIES[platform];
  // One platform's dance is none of another's.
  const sealKey = `${danceKey} ${platform}`;
  const isHttps = config.publicUrl.startsWith("https:");
  const noDance = writeCookie(danceCookie, "", { isHttps, maxAgeMs: 0 });

  /** Null where the site cannot know where it is. */
  const callbackOf = (request: Request): string | null => {
    const origin = signInOrigin(config, request);
    return origin === null ? null : `${origin}/auth/${platform}/callback`;
  };

  const failed = (
    reason: Failure,
    { dance, said = failureSentence(platform, reason) }: { dance?: KeptDance; said?: string } = {},
  ) =>
    callbackPage(platform, failureMessage(platform, reason), said, {
      status: STATUS[reason] ?? 200,
      cookies: [noDance],
      next: dance === undefined ? undefined : nextOf(platform, dance),
    });

  /** A window shows its page, and tells of it, also while the database cannot be used. */
  const whileStoreWorks = async (answer: () => Promise<Response>): Promise<Response> => {
    try {
      return await answer();
    } catch (error) {
      if (storeTroubleOf(error) === null) throw error;
      const refused = failed("site_unavailable");
      refused.headers.set("retry-after", STORE_RETRY_SECONDS);
      return refused;
    }
  };

  const switchedOff = () => failed("unavailable", { said: sentences.off });

  const withoutAddress = ({ requestId }: Visit) => {
    const message =
      "PUBLIC_URL is not set, so accounts can be linked only where the site is reached as localhost, on its own port.";
    log.warn(`${platform}.switched_off`, { requestId, message });
    return switchedOff();
  };

  /** @returns the answer to whoever has tried too often; null for everybody else. */
  const refusedByLimit = async (visit: Visit): Promise<Response | null> => {
    const [address, widerNetwork] = [visit.address(), visit.widerNetwork()];
    const asked = { store, clock, config, address, widerNetwork };
    const attempts = attemptsByAddress(asked, "proofsByAddress");
    const verdict = await store.write((tx) => countAttempts(asked, tx, attempts));
    if (verdict.allowed) return null;
    const reached = new LimitReached(verdict);
    await noteIfLimited(
      { store, clock, network: visit.network(), requestId: visit.requestId, actor: ANONYMOUS },
      reached,
    );
    const refused = failed("limited");
    refused.headers.set("retry-after", String(verdict.retryAfterSeconds));
    return refused;
  };

  const readDance = (request: Request): KeptDance | null => {
    const text = unseal(readCookie(request, danceCookie, isHttps) ?? "", sealKey);
    if (text === null) return null;
    // One that was begun before an update of the program may be of another shape.
    const dance = danceSchema.safeParse(JSON.parse(text));
    return dance.success && dance.data.until > clock.now().getTime() ? dance.data : null;
  };

  const succeeded = async (
    request: Request,
    dance: KeptDance,
    identity: Identity,
  ): Promise<Response> => {
    const { secret, cookie } = newBrowserSecret(isHttps);
    const isForMember = dance.purpose === "link";
    const formerSecret = browserSecretOf(request, isHttps);
    const proven = { platform, ...identity, browserSecret: secret, formerSecret, isForMember };
    const { outcome, imageUrl } = await proveAccount({ store, clock }, proven);
    if (outcome === "replayed") return failed("expired", { dance });
    const isTaken = outcome === "taken";
    const isKept = isForMember || !isTaken;
    const { duplicate, linked, proven: done, confirmed } = sentences;
    const message = isTaken
      ? duplicateMessage(platform)
      : successMessage(platform, { ...identity, imageUrl });
    const said = isTaken ? (isForMember ? linked : duplicate) : isForMember ? confirmed : done;
    return callbackPage(platform, message, said, {
      status: isTaken ? 409 : 200,
      cookies: isKept ? [noDance, cookie] : [noDance],
      next: nextOf(platform, dance),
    });
  };

  const begun = async (
    visit: Visit,
    request: Request,
    asked: IdentityProvider,
    purpose: KeptDance["purpose"],
  ): Promise<Response> => {
    const callback = callbackOf(request);
    if (callback === null) return withoutAddress(visit);
    const refused = await refusedByLimit(visit);
    if (refused !== null) return refused;
    const { address, dance } = asked.begin(callback);
    const until = clock.now().getTime() + DANCE_TTL_MS;
    const kept: KeptDance = { ...dance, purpose, until };
    const cookie = writeCookie(danceCookie, seal(JSON.stringify(kept), sealKey), {
      isHttps,
      maxAgeMs: DANCE_TTL_MS,
    });
    return new Response(null, {
      status: 302,
      headers: {
        location: address,
        "set-cookie": cookie,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    });
  };

  const ended = async (
    visit: Visit,
    request: Request,
    asked: IdentityProvider,
  ): Promise<Response> => {
    const callback = callbackOf(request);
    if (callback === null) return withoutAddress(visit);
    const refused = await refusedByLimit(visit);
    if (refused !== null) return refused;
    const dance = readDance(request);
    if (dance === null) return failed("expired");
    try {
      const answer = new URL(request.url).searchParams;
      const identity = await asked.finish(answer, dance, callback);
      return await succeeded(request, dance, identity);
    } catch (error) {
      if (!(error instanceof IdentityFailure)) throw error;
      const { requestId } = visit;
      if (error.reason === "unavailable" || error.reason === "garbage")
        log.warn(`${platform}.failed`, { requestId, detail: error.detail });
      return failed(error.reason, { dance });
    }
  };

  return {
    /** Sends the popup to the provider, and remembers in a cookie what it was sent with. */
    start: async (visit: Visit, request: Request): Promise<Response> => {
      const purpose = purposeSchema.safeParse(new URL(request.url).searchParams.get("purpose"));
      if (!purpose.success) throw new AppError("bad_request", REFUSALS.unknownPurpose);
      if (provider === null) return switchedOff();
      if (visit.isHead || isEmbedded(request)) return nothing();
      // Its window links what is proven in it: a person has to press the button there first.
      const page = platform === "minecraft" || platform === "epic" ? LINK_PAGES[platform] : null;
      if (page !== null && isFromElsewhere(request)) return Response.redirect(page, 303);
      return await whileStoreWorks(() => begun(visit, request, provider, purpose.data));
    },
    /** Ends the dance: whoever comes back with another browser's answer gets nothing. */
    callback: async (visit: Visit, request: Request): Promise<Response> => {
      if (visit.isHead || isEmbedded(request)) return nothing();
      if (provider === null) return switchedOff();
      return await whileStoreWorks(() => ended(visit, request, provider));
    },
  };
};
