import { z } from "zod";
import { countAttempt } from "#server/auth/limits.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import { proveAccount } from "#server/modules/links/index.ts";
import {
  type Identity,
  IdentityFailure,
  type IdentityProvider,
} from "#server/providers/identity/port.ts";
import { REFUSALS } from "#server/refusals.ts";
import type { Store } from "#server/store/store.ts";
import type { AuthFailure } from "#shared/auth-message.ts";
import { DISCORD_PROOF } from "#shared/messages.ts";
import { callbackPage } from "./callback-page.ts";
import { keepBrowserSecret, readCookie, seal, unseal, writeCookie } from "./cookies.ts";
import type { Visit } from "./visit.ts";

/** A person who reads the consent page over a coffee. */
const DANCE_TTL_MS = 10 * 60_000;
const DANCE_COOKIE = "discord-dance";
const CALLBACK_PATH = "/auth/discord/callback";
const PURPOSES = new Set<string | null>(["register", "link"]);

const danceSchema = z.strictObject({
  state: z.string().min(1),
  verifier: z.string().min(1),
  /** Milliseconds since 1970. */
  until: z.number(),
});
type KeptDance = z.output<typeof danceSchema>;

const STATUS: Readonly<Record<AuthFailure, number>> = {
  denied: 200,
  expired: 400,
  unavailable: 503,
  garbage: 502,
  limited: 429,
};

type Given = {
  config: Pick<Config, "publicUrl" | "isPublicUrlSet" | "community">;
  clock: Clock;
  log: Log;
  store: Store;
  /** Null where it is not configured. */
  discord: IdentityProvider | null;
  /** Signs the cookie of a dance: `auth.keyFor("sign-in cookie")`. */
  danceKey: string;
};

/** `GET /auth/discord/start` and `/callback`: the popup in which a person proves a Discord account. */
export const createOAuthDoors = ({ config, clock, log, store, discord, danceKey }: Given) => {
  const isHttps = config.publicUrl.startsWith("https:");
  const noDance = writeCookie(DANCE_COOKIE, "", { isHttps, maxAgeMs: 0 });

  /** Where nobody set PUBLIC_URL, the site is wherever the person found it. */
  const callbackOf = (request: Request) =>
    (config.isPublicUrlSet ? config.publicUrl : new URL(request.url).origin) + CALLBACK_PATH;

  const failed = (reason: AuthFailure) =>
    callbackPage({ type: "DISCORD_AUTH_FAILED", reason }, DISCORD_PROOF[reason], {
      status: STATUS[reason],
      cookies: [noDance],
    });

  /** @returns the answer to whoever has tried too often; null for everybody else. */
  const refusedByLimit = async (visit: Visit): Promise<Response | null> => {
    const limit = config.community.limits.proofsByAddress;
    const { allowed, retryAfterSeconds } = await store.write((tx) =>
      countAttempt(store, tx, clock, "proofsByAddress", visit.address(), limit),
    );
    if (allowed) return null;
    const refused = failed("limited");
    refused.headers.set("retry-after", String(retryAfterSeconds));
    return refused;
  };

  const readDance = (request: Request): KeptDance | null => {
    const text = unseal(readCookie(request, DANCE_COOKIE, isHttps) ?? "", danceKey);
    if (text === null) return null;
    const dance = danceSchema.parse(JSON.parse(text));
    return dance.until > clock.now().getTime() ? dance : null;
  };

  const succeeded = async (request: Request, identity: Identity): Promise<Response> => {
    const { secret, cookie } = keepBrowserSecret(request, isHttps);
    const isKept = await proveAccount(
      { store, clock },
      { platform: "discord", ...identity, browserSecret: secret },
    );
    if (!isKept)
      return callbackPage({ type: "DISCORD_DUPLICATE_ERROR" }, DISCORD_PROOF.duplicate, {
        status: 409,
        cookies: [noDance],
      });
    return callbackPage(
      {
        type: "DISCORD_AUTH_SUCCESS",
        discordId: identity.externalId,
        discordName: identity.name,
        discordImgUrl: identity.imageUrl,
      },
      DISCORD_PROOF.proven,
      { status: 200, cookies: [noDance, cookie] },
    );
  };

  return {
    /** Sends the popup to Discord, and remembers in a cookie what it was sent with. */
    start: async (visit: Visit, request: Request): Promise<Response> => {
      if (!PURPOSES.has(new URL(request.url).searchParams.get("purpose")))
        throw new AppError("bad_request", REFUSALS.unknownPurpose);
      if (discord === null) return failed("unavailable");
      if (visit.isHead) return new Response(null, { headers: { "cache-control": "no-store" } });
      const refused = await refusedByLimit(visit);
      if (refused !== null) return refused;
      const { address, dance } = discord.begin(callbackOf(request));
      const until = clock.now().getTime() + DANCE_TTL_MS;
      const kept: KeptDance = { ...dance, until };
      const cookie = writeCookie(DANCE_COOKIE, seal(JSON.stringify(kept), danceKey), {
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
    },
    /** Ends the dance: whoever comes back with another browser's answer gets nothing. */
    callback: async (visit: Visit, request: Request): Promise<Response> => {
      if (visit.isHead) return new Response(null, { headers: { "cache-control": "no-store" } });
      if (discord === null) return failed("unavailable");
      const refused = await refusedByLimit(visit);
      if (refused !== null) return refused;
      const dance = readDance(request);
      if (dance === null) return failed("expired");
      try {
        const answer = new URL(request.url).searchParams;
        return await succeeded(request, await discord.finish(answer, dance, callbackOf(request)));
      } catch (error) {
        if (!(error instanceof IdentityFailure)) throw error;
        const { requestId } = visit;
        if (error.reason === "unavailable" || error.reason === "garbage")
          log.warn("discord.failed", { requestId, detail: error.detail });
        return failed(error.reason);
      }
    },
  };
};
