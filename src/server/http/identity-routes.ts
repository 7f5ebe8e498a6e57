import { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { noteIfLimited } from "#server/access/audit-notes.ts";
import { LimitReached } from "#server/auth/limits.ts";
import type { Services } from "#server/context/services.ts";
import { guestContext } from "#server/context/unit-of-work.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import {
  discordAccountOf,
  epicAccountOf,
  minecraftAccountOf,
  proveAccount,
  type ShownAccount,
} from "#server/modules/links/index.ts";
import {
  type Identity,
  IdentityFailure,
  type IdentityProvider,
} from "#server/providers/ports/people.ts";
import { storeTroubleOf } from "#server/store/trouble.ts";
import {
  callbackPath,
  LINK_PAGES,
  LOGIN_PROOF_MS,
  type Platform,
  PROOF_TTL_MS,
  AUTH_FAILURES,
  type AuthFailure,
  type MinecraftFailure,
} from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MINECRAFT_SENTENCES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import type { AuthMessage } from "#shared/schemas/accounts.ts";
import {
  browserSecretOf,
  FLOW_COOKIES,
  newBrowserSecret,
  personOf,
  readCookie,
  seal,
  unseal,
  writeCookie,
} from "./cookies.ts";
import { type HttpContext, siteOrigin } from "./http-context.ts";
import { readHeader } from "./request.ts";
import { callbackPage } from "./window-page.ts";

/** Why a window has proven nothing. */
type Failure = AuthFailure | MinecraftFailure;

const TYPES = {
  discord: { duplicate: "DISCORD_DUPLICATE_ERROR", failed: "DISCORD_AUTH_FAILED" },
  steam: { duplicate: "STEAM_DUPLICATE_ERROR", failed: "STEAM_AUTH_FAILED" },
  epic: { duplicate: "EPIC_DUPLICATE_ERROR", failed: "EPIC_AUTH_FAILED" },
  minecraft: { duplicate: "MINECRAFT_DUPLICATE_ERROR", failed: "MINECRAFT_AUTH_FAILED" },
} as const satisfies Readonly<Record<Platform, unknown>>;

const SUCCESSES: Readonly<Record<Platform, (account: ShownAccount) => AuthMessage>> = {
  discord: (account) => ({ type: "DISCORD_AUTH_SUCCESS", ...discordAccountOf(account) }),
  steam: (account) => ({ type: "STEAM_AUTH_SUCCESS", steamId: account.externalId }),
  epic: (account) => ({ type: "EPIC_AUTH_SUCCESS", ...epicAccountOf(account) }),
  minecraft: (account) => ({ type: "MINECRAFT_AUTH_SUCCESS", ...minecraftAccountOf(account) }),
};

const isCommon = (reason: Failure): reason is AuthFailure =>
  AUTH_FAILURES.some((common) => common === reason);

/** What a window tells its opener when it has proven an account [LINK-07]. */
const successMessage = (platform: Platform, account: ShownAccount): AuthMessage =>
  SUCCESSES[platform](account);

/** What it tells where a member has linked the account already. */
const duplicateMessage = (platform: Platform): AuthMessage => ({
  type: TYPES[platform].duplicate,
});

/** What it tells where it has proven nothing. */
const failureMessage = (platform: Platform, reason: Failure): AuthMessage =>
  platform === "minecraft"
    ? { type: TYPES.minecraft.failed, reason }
    : // The other platforms know no other reasons.
      { type: TYPES[platform].failed, reason: isCommon(reason) ? reason : "garbage" };

/** The same in words, for the person who reads the window. */
const failureSentence = (platform: Platform, reason: Failure): string =>
  isCommon(reason) ? PROOF_SENTENCES[platform][reason] : MINECRAFT_SENTENCES[reason];

/** A person who reads the consent page over a coffee. */
const FLOW_TTL_MS = 10 * MINUTE_MS;

/** What an account is proven for: to register with it, to link it to one's account, or to log in with it. */
const purposeSchema = z.enum(["register", "link", "login"]);

/** Only a Discord account is proof enough of who somebody is. */
const purposesOf = (platform: Platform) =>
  platform === "discord" ? purposeSchema : purposeSchema.exclude(["login"]);

const flowSchema = z.strictObject({
  state: z.string().min(1),
  verifier: z.string(),
  purpose: purposeSchema,
  /** Who was at the browser (`personOf`). */
  person: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
});
type KeptFlow = z.output<typeof flowSchema>;

/** All others are 200: nothing is wrong with the request. */
const STATUS: Partial<Readonly<Record<Failure, number>>> = {
  expired: 400,
  unavailable: 503,
  site_unavailable: 503,
  garbage: 502,
  limited: 429,
} satisfies Partial<Record<AuthFailure, number>>;

/** The page that has the say when a flow is over; undefined where the window itself tells of it. */
const nextOf = (platform: Platform, { purpose }: KeptFlow): string | undefined =>
  purpose === "link" && (platform === "minecraft" || platform === "epic")
    ? LINK_PAGES[platform]
    : undefined;

/** True of a window that a page of another site opened, or led here. */
const isFromElsewhere = (request: Request): boolean =>
  ["cross-site", "same-site"].includes(readHeader(request, "sec-fetch-site") ?? "");

type Given = Services & {
  /** Signs the cookies of flows: `auth.keyFor("sign-in cookie")`. */
  flowKey: string;
};

/**
 * True of a picture or a frame with which another site, be it a neighbour on the same domain, leads its
 * visitors here: nobody signs in by that, and it must not use up the attempts of their network, nor
 * take the place of a flow that they have begun.
 */
const isEmbedded = (request: Request): boolean =>
  isFromElsewhere(request) && (readHeader(request, "sec-fetch-dest") ?? "document") !== "document";

/** What nobody waits for any longer than that is tried again by hand. */
const STORE_RETRY_SECONDS = "30";

const nothing = (status = 200) =>
  new Response(null, { status, headers: { "cache-control": "no-store" } });

/**
 * The answer to what no person waits for; null where one does. What a browser fetches ahead, as any page
 * may have it do, is refused: then it asks again when its person comes.
 */
const answerToNobody = ({ isHead }: HttpContext, request: Request): Response | null => {
  if (readHeader(request, "sec-purpose") !== null) return nothing(503);
  return isHead || isEmbedded(request) ? nothing() : null;
};

/** @returns what makes the two routes of a platform, `/auth/{platform}/start` and `/callback`. */
export const createIdentityRoutes = (given: Given) => (platform: Platform) => {
  const { config, clock, log, flowKey } = given;
  const provider = given.identity[platform];
  const sentences = PROOF_SENTENCES[platform];
  const flowCookie = FLOW_COOKIES[platform];
  // One platform's flow is none of another's.
  const sealKey = `${flowKey} ${platform}`;
  const isHttps = config.publicUrl.startsWith("https:");
  const clearedFlow = writeCookie(flowCookie, "", { isHttps, maxAgeMs: 0 });

  /** Null where the site cannot know where it is. */
  const callbackOf = (request: Request): string | null => {
    const origin = siteOrigin(config, request);
    return origin === null ? null : `${origin}${callbackPath(platform)}`;
  };

  const failed = (
    reason: Failure,
    {
      flow,
      sentence = failureSentence(platform, reason),
    }: { flow?: KeptFlow; sentence?: string } = {},
  ) =>
    callbackPage(platform, failureMessage(platform, reason), sentence, {
      status: STATUS[reason] ?? 200,
      cookies: [clearedFlow],
      next: flow === undefined ? undefined : nextOf(platform, flow),
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

  const switchedOff = () => failed("unavailable", { sentence: sentences.off });

  const withoutAddress = ({ requestId }: HttpContext) => {
    const message =
      "PUBLIC_URL is not set, so accounts can be linked only where the site is reached as localhost, on its own port.";
    log.warn(`${platform}.switched_off`, { requestId, message });
    return switchedOff();
  };

  /** @returns the answer to whoever has tried too often; null for everybody else. */
  const refusedByLimit = async (httpContext: HttpContext): Promise<Response | null> => {
    const [address, widerNetwork] = [httpContext.address(), httpContext.widerNetwork()];
    const { requestId } = httpContext;
    const ctx = guestContext(given, { requestId, network: httpContext.network() });
    const attempts = attemptsByAddress({ address, widerNetwork, config }, "proofsByAddress");
    const verdict = await ctx.write((tx) => tx.tryCount(...attempts));
    if (verdict.allowed) return null;
    await noteIfLimited(ctx, new LimitReached(verdict));
    const refused = failed("limited");
    refused.headers.set("retry-after", String(verdict.retryAfterSeconds));
    return refused;
  };

  const readFlow = (request: Request): KeptFlow | null => {
    const text = unseal(readCookie(request, flowCookie, isHttps) ?? "", sealKey);
    if (text === null) return null;
    // One that was begun before an update of the program may be of another shape.
    const flow = flowSchema.safeParse(JSON.parse(text));
    if (!flow.success || flow.data.until <= clock.now().getTime()) return null;
    return flow.data.person === personOf(request, isHttps) ? flow.data : null;
  };

  const succeeded = async (
    request: Request,
    flow: KeptFlow,
    identity: Identity,
  ): Promise<Response> => {
    const { secret, cookie } = newBrowserSecret(request, isHttps);
    // Whoever logs in has linked it: whose it is, their own tab asks.
    const isLogin = flow.purpose === "login";
    const isForMember = flow.purpose === "link" || isLogin;
    const formerSecret = browserSecretOf(request, isHttps);
    const keptMs = isLogin ? LOGIN_PROOF_MS : PROOF_TTL_MS;
    const proven = {
      platform,
      ...identity,
      browserSecret: secret,
      formerSecret,
      isForMember,
      keptMs,
    };
    const { outcome, imageUrl } = await proveAccount(guestContext(given, {}), proven);
    if (outcome === "replayed") return failed("expired", { flow });
    const isTaken = outcome === "taken" && !isLogin;
    const isKept = isForMember || !isTaken;
    const { duplicate, linked, proven: done, confirmed } = sentences;
    const message = isTaken
      ? duplicateMessage(platform)
      : successMessage(platform, { ...identity, imageUrl });
    const sentence = isTaken ? (isForMember ? linked : duplicate) : isForMember ? confirmed : done;
    return callbackPage(platform, message, sentence, {
      status: isTaken ? 409 : 200,
      cookies: isKept ? [clearedFlow, cookie] : [clearedFlow],
      next: nextOf(platform, flow),
    });
  };

  const begun = async (
    httpContext: HttpContext,
    request: Request,
    asked: IdentityProvider,
    purpose: KeptFlow["purpose"],
  ): Promise<Response> => {
    const callback = callbackOf(request);
    if (callback === null) return withoutAddress(httpContext);
    const refused = await refusedByLimit(httpContext);
    if (refused !== null) return refused;
    const { address, flow } = asked.begin(callback);
    const until = clock.now().getTime() + FLOW_TTL_MS;
    const kept: KeptFlow = { ...flow, purpose, person: personOf(request, isHttps), until };
    const cookie = writeCookie(flowCookie, seal(JSON.stringify(kept), sealKey), {
      isHttps,
      maxAgeMs: FLOW_TTL_MS,
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
    httpContext: HttpContext,
    request: Request,
    asked: IdentityProvider,
  ): Promise<Response> => {
    const callback = callbackOf(request);
    if (callback === null) return withoutAddress(httpContext);
    const refused = await refusedByLimit(httpContext);
    if (refused !== null) return refused;
    const flow = readFlow(request);
    if (flow === null) return failed("expired");
    try {
      const answer = new URL(request.url).searchParams;
      const identity = await asked.finish(answer, flow, callback);
      return await succeeded(request, flow, identity);
    } catch (error) {
      if (!(error instanceof IdentityFailure)) throw error;
      const { requestId } = httpContext;
      if (error.reason === "unavailable" || error.reason === "garbage")
        log.warn(`${platform}.failed`, { requestId, detail: error.detail });
      return failed(error.reason, { flow });
    }
  };

  return {
    /** Sends the popup to the provider, and remembers in a cookie what it was sent with. */
    start: async (httpContext: HttpContext, request: Request): Promise<Response> => {
      const purpose = purposesOf(platform).safeParse(
        new URL(request.url).searchParams.get("purpose"),
      );
      if (!purpose.success) throw new AppError("bad_request", REFUSALS.unknownPurpose);
      if (provider === null) return switchedOff();
      const unheard = answerToNobody(httpContext, request);
      if (unheard !== null) return unheard;
      // Its window links what is proven in it: a person has to press the button there first.
      const page = platform === "minecraft" || platform === "epic" ? LINK_PAGES[platform] : null;
      if (page !== null && isFromElsewhere(request)) return Response.redirect(page, 303);
      return await whileStoreWorks(() => begun(httpContext, request, provider, purpose.data));
    },
    /** Ends the flow: whoever comes back with another browser's answer gets nothing. */
    callback: async (httpContext: HttpContext, request: Request): Promise<Response> => {
      const unheard = answerToNobody(httpContext, request);
      if (unheard !== null) return unheard;
      if (provider === null) return switchedOff();
      return await whileStoreWorks(() => ended(httpContext, request, provider));
    },
  };
};
