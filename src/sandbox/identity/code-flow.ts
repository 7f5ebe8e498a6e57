import { timingSafeEqual } from "node:crypto";
import { consentPage, type ConsentPersona, consentRefusedPage } from "#sandbox/pages/page.ts";
import { isHere } from "#sandbox/this-machine.ts";

type Kept<T> = { value: T; until: number };

/** Things that are kept under a random name for a time. */
export type Keep<T> = {
  /** @returns the name. */
  add(value: T): string;
  find(name: string): T | null;
  /** Gives it once. */
  take(name: string): T | null;
};

/** @param now milliseconds since 1970. */
export const createKeep = <T>(ttlMs: number, now: () => number): Keep<T> => {
  const kept = new Map<string, Kept<T>>();
  const alive = (entry: Kept<T> | undefined) =>
    entry !== undefined && entry.until > now() ? entry.value : null;
  return {
    add: (value) => {
      for (const [name, entry] of kept) if (entry.until <= now()) kept.delete(name);
      const name = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
      kept.set(name, { value, until: now() + ttlMs });
      return name;
    },
    find: (name) => alive(kept.get(name)),
    take: (name) => {
      const entry = kept.get(name);
      kept.delete(name);
      return alive(entry);
    },
  };
};

const CODE_TTL_MS = 60_000;
/** RFC 7636, section 4.1; Discord insists on it. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/u;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/u;

type Grant<P> = { persona: P; redirectUri: string; challenge: string | null };

type Options<P> = {
  /** What people call it. */
  provider: string;
  /** What the site wants to know, in words. */
  wants: string;
  /** The only application that is known here. */
  access: { clientId: string; clientSecret: string };
  /** The path at which the site takes people back. */
  callbackPath: string;
  /** Path of the consent page itself. */
  authorizePath: string;
  scope: string;
  /** How long a token is good. */
  tokenSeconds: number;
  /** Whom the consent page offers. */
  offered: readonly P[];
  /** How it shows one of them. */
  show: (persona: P) => ConsentPersona;
  /** Who it is that consents under a key. */
  personaOf: (key: string) => P | undefined;
  /** What the answer with a token says besides. */
  tokenExtras?: (persona: P) => Readonly<Record<string, unknown>>;
  /** Headers of the way back. */
  returnHeaders?: (persona: P) => Readonly<Record<string, string>>;
  /** Whether the application may have a token of its own, by which an owner sees that it is known. */
  givesOwnTokens?: true;
  /** Milliseconds since 1970. */
  now: () => number;
};

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });

const refusal = (status: number, error: string, description: string) =>
  Response.json({ error, error_description: description }, { status });

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const challengeOf = (verifier: string) =>
  new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");

/** What is wrong with a request for consent, or null. */
const problemOf = (
  parameters: URLSearchParams,
  { access, callbackPath, scope }: Pick<Options<unknown>, "access" | "callbackPath" | "scope">,
): string | null => {
  if (new Set(parameters.keys()).size < parameters.size) return "A parameter stands twice.";
  if (parameters.get("client_id") !== access.clientId) return "Unknown application.";
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!isHere(redirectUri) || `${new URL(redirectUri).origin}${callbackPath}` !== redirectUri)
    return "Invalid OAuth2 redirect_uri.";
  if (parameters.get("response_type") !== "code") return 'Unsupported "response_type".';
  if (parameters.get("scope")?.split(" ").includes(scope) !== true)
    return `The scope must contain "${scope}".`;
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === null && method === null) return null;
  if (method !== "S256") return 'Unsupported "code_challenge_method".';
  return CHALLENGE.test(challenge ?? "") ? null : 'Invalid "code_challenge".';
};

const isClient = (
  request: Request,
  form: URLSearchParams,
  { clientId, clientSecret }: Options<unknown>["access"],
): boolean => {
  const given = request.headers.get("authorization");
  const [id = "", secret = ""] =
    given === null
      ? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
      : Buffer.from(given.replace(/^Basic /u, ""), "base64")
          .toString()
          .split(":");
  return isSame(id, clientId) && isSame(secret, clientSecret);
};

/** What is wrong with a code that somebody wants to redeem: error and description; null for nothing. */
const grantProblem = (
  grant: Grant<unknown> | null,
  form: URLSearchParams,
): [string, string] | null => {
  if (grant === null) return ["invalid_grant", 'Invalid "code" in request.'];
  if (form.get("redirect_uri") !== grant.redirectUri)
    return ["invalid_grant", 'Invalid "redirect_uri" in request.'];
  const verifier = form.get("code_verifier");
  if (grant.challenge !== null && verifier === null)
    return ["invalid_request", 'Missing "code_verifier"'];
  if (verifier !== null && !VERIFIER.test(verifier))
    return ["invalid_request", 'Invalid "code_verifier"'];
  if (verifier !== null && challengeOf(verifier) !== grant.challenge)
    return ["invalid_grant", 'Invalid "code_verifier" in request.'];
  return null;
};

/** A provider's authorisation-code flow: consent, code, token. */
export const createCodeFlow = <P>(options: Options<P>) => {
  const { provider, access, offered, personaOf, scope, tokenSeconds, now } = options;
  const codes = createKeep<Grant<P>>(CODE_TTL_MS, now);
  const tokens = createKeep<P>(tokenSeconds * 1000, now);

  const goBack = (parameters: URLSearchParams, persona: P | undefined): Response => {
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
    const extra = persona === undefined ? {} : (options.returnHeaders?.(persona) ?? {});
    const headers = { location: back.href, "cache-control": "no-store", ...extra };
    return new Response(null, { status: 302, headers });
  };

  return {
    askForConsent: (parameters: URLSearchParams): Response => {
      const problem = problemOf(parameters, options);
      if (problem !== null) return html(consentRefusedPage(provider, problem), 400);
      const key = parameters.get("persona");
      if (key === null) {
        const { wants, authorizePath: action } = options;
        const site = URL.parse(parameters.get("redirect_uri") ?? "")?.host ?? "";
        const personas = offered.map(options.show);
        return html(consentPage({ provider, wants, site, action, personas, parameters }));
      }
      const persona = personaOf(key);
      if (persona !== undefined || key === "deny") return goBack(parameters, persona);
      const unknown = "There is no such persona. GET /personas lists them.";
      return html(consentRefusedPage(provider, unknown), 400);
    },
    giveToken: async (request: Request): Promise<Response> => {
      const form = new URLSearchParams(await request.text());
      if (!isClient(request, form, access))
        return refusal(401, "invalid_client", "Unknown client or secret");
      if (form.get("grant_type") === "client_credentials" && options.givesOwnTokens === true)
        return Response.json({
          token_type: "Bearer",
          access_token: crypto.randomUUID(),
          expires_in: tokenSeconds,
          scope: form.get("scope") ?? scope,
        });
      if (form.get("grant_type") !== "authorization_code")
        return refusal(400, "unsupported_grant_type", "Only authorization_code is given here");
      const grant = codes.take(form.get("code") ?? "");
      const problem = grantProblem(grant, form);
      if (problem !== null || grant === null)
        return refusal(400, ...(problem ?? ["invalid_grant", ""]));
      return Response.json({
        token_type: "Bearer",
        access_token: tokens.add(grant.persona),
        expires_in: tokenSeconds,
        refresh_token: crypto.randomUUID(),
        scope,
        ...options.tokenExtras?.(grant.persona),
      });
    },
    /** Whose token it is; null for nobody's. */
    bearerOf: (request: Request): P | null =>
      tokens.find(request.headers.get("authorization")?.replace(/^Bearer /u, "") ?? ""),
    /** The same for a token that travels in a body. */
    ownerOf: (token: string): P | null => tokens.find(token),
  };
};
