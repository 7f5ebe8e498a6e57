import { timingSafeEqual } from "node:crypto";
import { consentPage, consentRefusedPage } from "#sandbox/pages/consent.ts";
import type { Outages } from "#sandbox/outages.ts";
import { drawAvatar } from "./avatar.ts";
import {
  DISCORD_PERSONAS,
  type DiscordPersona,
  OFFERED_PERSONAS,
  personaOf,
  SAMPLE_PEOPLE,
} from "./personas.ts";

/** What the imitated application expects; the site is configured with the same. */
export const DISCORD_ACCESS = {
  clientId: "1182639400182370001",
  clientSecret: "sandbox-discord-secret",
} as const;

/** Paths below the sandbox's origin. */
export const DISCORD_PATHS = {
  authorize: "/discord/oauth2/authorize",
  token: "/discord/api/oauth2/token",
  api: "/discord/api",
  cdn: "/discord/cdn",
} as const;

const CALLBACK_PATH = "/auth/discord/callback";
const CODE_TTL_MS = 60_000;
const TOKEN_SECONDS = 604_800;
/** RFC 7636 §4.1; Discord insists on it. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/u;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/u;
const AVATAR_PATH = /^\/avatars\/(\d+)\/(\w+)\.png$/u;

type Grant = { persona: DiscordPersona; redirectUri: string; challenge: string | null };
type Kept<T> = { value: T; until: number };

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });

const refusal = (status: number, error: string, description: string) =>
  Response.json({ error, error_description: description }, { status });

const unauthorized = () =>
  Response.json({ message: "401: Unauthorized", code: 0 }, { status: 401 });

const notFound = () => Response.json({ message: "404: Not Found", code: 0 }, { status: 404 });

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The addresses that the application has registered: the site's callback, wherever it runs here. */
const isRegistered = (address: string): boolean => {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return false;
  const isHere =
    ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) ||
    url.hostname.endsWith(".localhost");
  return isHere && `${url.origin}${CALLBACK_PATH}` === address;
};

/** What is wrong with a request for consent, or null. */
const problemOf = (parameters: URLSearchParams): string | null => {
  if (new Set(parameters.keys()).size < parameters.size) return "A parameter stands twice.";
  if (parameters.get("client_id") !== DISCORD_ACCESS.clientId) return "Unknown application.";
  if (!isRegistered(parameters.get("redirect_uri") ?? "")) return "Invalid OAuth2 redirect_uri.";
  if (parameters.get("response_type") !== "code") return 'Unsupported "response_type".';
  if (parameters.get("scope")?.split(" ").includes("identify") !== true)
    return 'The scope must contain "identify".';
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === null && method === null) return null;
  if (method !== "S256") return 'Unsupported "code_challenge_method".';
  return CHALLENGE.test(challenge ?? "") ? null : 'Invalid "code_challenge".';
};

const isClient = (request: Request, form: URLSearchParams): boolean => {
  const given = request.headers.get("authorization");
  const [id = "", secret = ""] =
    given === null
      ? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
      : Buffer.from(given.replace(/^Basic /u, ""), "base64")
          .toString()
          .split(":");
  return isSame(id, DISCORD_ACCESS.clientId) && isSame(secret, DISCORD_ACCESS.clientSecret);
};

const challengeOf = (verifier: string) =>
  new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");

const profileOf = ({ id, username, globalName, avatar }: DiscordPersona) => ({
  id,
  username,
  discriminator: "0",
  global_name: globalName,
  avatar,
  banner: null,
  accent_color: null,
  locale: "en-US",
  mfa_enabled: false,
  premium_type: 0,
  flags: 0,
  public_flags: 0,
});

const showAvatar = (path: string, size: string | null): Response => {
  const [, id, hash] = AVATAR_PATH.exec(path) ?? [];
  const isThere = [...DISCORD_PERSONAS, ...Object.values(SAMPLE_PEOPLE)].some(
    (one) => one.id === id && one.avatar === hash,
  );
  if (!isThere || hash === undefined) return notFound();
  return new Response(drawAvatar(hash, Number(size ?? Number.NaN)), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=3600" },
  });
};

/** Things that are kept under a random name for a time. */
const createKeep = <T>(ttlMs: number, now: () => number) => {
  const kept = new Map<string, Kept<T>>();
  const alive = (entry: Kept<T> | undefined) =>
    entry !== undefined && entry.until > now() ? entry.value : null;
  return {
    add: (value: T): string => {
      for (const [name, entry] of kept) if (entry.until <= now()) kept.delete(name);
      const name = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
      kept.set(name, { value, until: now() + ttlMs });
      return name;
    },
    find: (name: string): T | null => alive(kept.get(name)),
    /** Gives it once. */
    take: (name: string): T | null => {
      const entry = kept.get(name);
      kept.delete(name);
      return alive(entry);
    },
  };
};

/**
 * Discord, as far as it proves who somebody is: consent, code, token, profile and pictures. In an
 * outage the consent page still stands, so that a person gets as far as the site's own question.
 * @param now milliseconds since 1970.
 */
export const createDiscord = (outages: Outages, now: () => number = Date.now) => {
  const codes = createKeep<Grant>(CODE_TTL_MS, now);
  const tokens = createKeep<DiscordPersona>(TOKEN_SECONDS * 1000, now);

  const askForConsent = (parameters: URLSearchParams): Response => {
    const problem = problemOf(parameters);
    if (problem !== null) return html(consentRefusedPage(problem), 400);
    const key = parameters.get("persona");
    if (key === null) return html(consentPage(OFFERED_PERSONAS, parameters, DISCORD_PATHS));
    const persona = personaOf(key);
    if (persona === undefined && key !== "deny")
      return html(consentRefusedPage("There is no such persona. GET /personas lists them."), 400);
    const redirectUri = parameters.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    if (persona === undefined) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set(
        "error_description",
        "The resource owner or authorization server denied the request",
      );
    } else {
      const challenge = parameters.get("code_challenge");
      back.searchParams.set("code", codes.add({ persona, redirectUri, challenge }));
    }
    const state = parameters.get("state");
    if (state !== null) back.searchParams.set("state", state);
    const headers = new Headers({ location: back.href, "cache-control": "no-store" });
    if (persona?.isIsolating === true) headers.set("cross-origin-opener-policy", "same-origin");
    return new Response(null, { status: 302, headers });
  };

  const giveToken = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    if (!isClient(request, form)) return refusal(401, "invalid_client", "Unknown client or secret");
    if (form.get("grant_type") !== "authorization_code")
      return refusal(400, "unsupported_grant_type", "Only authorization_code is given here");
    const grant = codes.take(form.get("code") ?? "");
    if (grant === null) return refusal(400, "invalid_grant", 'Invalid "code" in request.');
    if (form.get("redirect_uri") !== grant.redirectUri)
      return refusal(400, "invalid_grant", 'Invalid "redirect_uri" in request.');
    const verifier = form.get("code_verifier");
    if (grant.challenge !== null && verifier === null)
      return refusal(400, "invalid_request", 'Missing "code_verifier"');
    if (verifier !== null && !VERIFIER.test(verifier))
      return refusal(400, "invalid_request", 'Invalid "code_verifier"');
    if (verifier !== null && challengeOf(verifier) !== grant.challenge)
      return refusal(400, "invalid_grant", 'Invalid "code_verifier" in request.');
    return Response.json({
      token_type: "Bearer",
      access_token: tokens.add(grant.persona),
      expires_in: TOKEN_SECONDS,
      refresh_token: crypto.randomUUID(),
      scope: "identify",
    });
  };

  const showProfile = (request: Request): Response => {
    const token = request.headers.get("authorization")?.replace(/^Bearer /u, "") ?? "";
    const persona = tokens.find(token);
    return persona === null ? unauthorized() : Response.json(profileOf(persona));
  };

  return {
    /** Null where the path is not Discord's. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      if (!path.startsWith("/discord/")) return null;
      const route = `${request.method} ${path}`;
      const { searchParams } = new URL(request.url);
      if (route === `GET ${DISCORD_PATHS.authorize}`) return askForConsent(searchParams);
      if (route === `POST ${DISCORD_PATHS.token}`)
        return outages.answer("discord", request, () => giveToken(request));
      if (route === `GET ${DISCORD_PATHS.api}/users/@me`)
        return outages.answer("discord", request, () => showProfile(request));
      if (route.startsWith(`GET ${DISCORD_PATHS.cdn}/`))
        return showAvatar(path.slice(DISCORD_PATHS.cdn.length), searchParams.get("size"));
      return notFound();
    },
  };
};
