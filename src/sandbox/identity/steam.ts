import { createHmac } from "node:crypto";
import type { Outages } from "#sandbox/outages.ts";
import { consentPage, consentRefusedPage } from "#sandbox/pages/page.ts";
import { isHere } from "#sandbox/this-machine.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { drawAvatar } from "./avatar.ts";
import { createKeep } from "./code-flow.ts";
import { STEAM_CROWD, STEAM_PERSONAS, type SteamPersona } from "./game-personas.ts";

/** The Web API key that the site is configured with. */
export const STEAM_KEY = "5A4E44424F58535445414D4B45590001";

/** Paths below the sandbox's origin. */
export const STEAM_PATHS = {
  openId: "/steam/openid/login",
  api: "/steam/api",
  avatars: "/steam/avatars",
} as const;

const NS = "http://specs.openid.net/auth/2.0";
const SELECT = `${NS}/identifier_select`;
const CLAIMED = "https://steamcommunity.com/openid/id/";
const SIGNED = "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle";
/** So long an answer can be confirmed, once. */
const ANSWER_TTL_MS = 5 * MINUTE_MS;
const SUMMARIES = /^\/ISteamUser\/GetPlayerSummaries\/v(0002|2)\/?$/iu;
const AVATAR_PATH = /^\/([\da-f]{40})(_medium|_full)?\.jpg$/u;

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });

/** OpenID 2.0, section 4.1.1: one pair per line. */
const keyValues = (pairs: Readonly<Record<string, string>>) =>
  new Response(
    Object.entries(pairs)
      .map(([name, value]) => `${name}:${value}\n`)
      .join(""),
    { headers: { "content-type": "text/plain; charset=utf-8" } },
  );

/** What is wrong with a request to sign in, or null. */
const problemOf = (parameters: URLSearchParams): string | null => {
  if (new Set(parameters.keys()).size < parameters.size) return "A parameter stands twice.";
  const asked = (name: string) => parameters.get(`openid.${name}`) ?? "";
  if (asked("ns") !== NS || asked("mode") !== "checkid_setup") return "This is not OpenID 2.0.";
  if (asked("identity") !== SELECT || asked("claimed_id") !== SELECT)
    return "Steam wants to select the identity itself.";
  const returnTo = asked("return_to");
  if (!isHere(returnTo)) return "Steam does not know this site.";
  // OpenID 2.0, section 9.2.
  if (new URL(returnTo).origin !== asked("realm")) return "The realm is not the site's.";
  return null;
};

const playerOf = ({ id, name, avatar }: SteamPersona, base: string) => ({
  steamid: id,
  communityvisibilitystate: 3,
  profilestate: 1,
  personaname: name,
  profileurl: `https://steamcommunity.com/profiles/${id}/`,
  ...(avatar !== null && {
    avatar: `${base}/${avatar}.jpg`,
    avatarmedium: `${base}/${avatar}_medium.jpg`,
    avatarfull: `${base}/${avatar}_full.jpg`,
    avatarhash: avatar,
  }),
  personastate: 0,
});

const showAvatar = async (path: string): Promise<Response> => {
  const [, hash, size] = AVATAR_PATH.exec(path) ?? [];
  if (hash === undefined || !STEAM_PERSONAS.some(({ avatar }) => avatar === hash))
    return new Response("Not Found", { status: 404 });
  const edge = size === "_full" ? 184 : size === "_medium" ? 64 : 32;
  const body = await new Bun.Image(drawAvatar(hash, edge)).jpeg({ quality: 90 }).blob();
  return new Response(body, {
    headers: { "content-type": "image/jpeg", "cache-control": "public, max-age=3600" },
  });
};

/**
 * Steam, as far as it proves who somebody is: OpenID 2.0, the players' summaries and their pictures.
 * In an outage the sign-in page still stands, so that a person gets as far as the site's own
 * question.
 * @param now milliseconds since 1970.
 */
export const createSteam = (outages: Outages, now: () => number = Date.now) => {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const answers = createKeep<string>(ANSWER_TTL_MS, now);
  /** Strangers exist from the moment in which they sign in. */
  const met = new Map(STEAM_PERSONAS.map((persona) => [persona.id, persona]));

  const signatureOf = (fields: URLSearchParams) => {
    const names = (fields.get("openid.signed") ?? "").split(",");
    const text = names.map((name) => `${name}:${fields.get(`openid.${name}`) ?? ""}\n`).join("");
    return createHmac("sha256", secret).update(text).digest("base64");
  };

  const sendBack = (parameters: URLSearchParams, endpoint: string, persona: SteamPersona) => {
    const returnTo = parameters.get("openid.return_to") ?? "";
    const claimedId = `${CLAIMED}${persona.id}`;
    met.set(persona.id, persona);
    const at = new Date(now()).toISOString().replace(/\.\d+Z$/u, "Z");
    const fields = {
      ns: NS,
      mode: "id_res",
      op_endpoint: endpoint,
      claimed_id: claimedId,
      identity: claimedId,
      return_to: returnTo,
      response_nonce: `${at}${crypto.randomUUID()}`,
      assoc_handle: answers.add(claimedId),
      signed: SIGNED,
    };
    const back = new URL(returnTo);
    for (const [name, value] of Object.entries(fields))
      back.searchParams.set(`openid.${name}`, value);
    back.searchParams.set("openid.sig", signatureOf(back.searchParams));
    return back.href;
  };

  const signIn = (parameters: URLSearchParams, endpoint: string): Response => {
    const problem = problemOf(parameters);
    if (problem !== null) return html(consentRefusedPage("Steam", problem), 400);
    const returnTo = new URL(parameters.get("openid.return_to") ?? "");
    const key = parameters.get("persona");
    if (key === null)
      return html(
        consentPage({
          provider: "Steam",
          wants: "which Steam account is yours",
          site: returnTo.host,
          action: STEAM_PATHS.openId,
          parameters,
          personas: STEAM_CROWD.offered.map(({ key, about, name, avatar }) => ({
            key,
            about,
            name,
            picture: avatar === null ? null : `${STEAM_PATHS.avatars}/${avatar}_medium.jpg`,
          })),
        }),
      );
    const persona = STEAM_CROWD.personaOf(key);
    if (persona === undefined && key !== "deny")
      return html(
        consentRefusedPage("Steam", "There is no such persona. GET /personas lists them."),
        400,
      );
    if (persona === undefined) {
      returnTo.searchParams.set("openid.ns", NS);
      returnTo.searchParams.set("openid.mode", "cancel");
    }
    const location =
      persona === undefined ? returnTo.href : sendBack(parameters, endpoint, persona);
    return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  };

  const confirm = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    if (form.get("openid.mode") !== "check_authentication")
      return keyValues({ ns: NS, error: "Only check_authentication is answered here." });
    const isSigned = form.get("openid.sig") === signatureOf(form);
    // Once: whoever asks again has an answer that was used.
    const isNew =
      isSigned &&
      answers.take(form.get("openid.assoc_handle") ?? "") === form.get("openid.claimed_id");
    return keyValues({ ns: NS, is_valid: String(isNew) });
  };

  const summarize = (parameters: URLSearchParams, origin: string): Response => {
    if (parameters.get("key") !== STEAM_KEY)
      return new Response("<html><body><h1>Forbidden</h1></body></html>", { status: 403 });
    const ids = (parameters.get("steamids") ?? "").split(",");
    const players = ids.flatMap((id) => met.get(id) ?? []);
    const base = `${origin}${STEAM_PATHS.avatars}`;
    return Response.json({
      response: { players: players.map((player) => playerOf(player, base)) },
    });
  };

  return {
    /** Null where the path is not Steam's. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      if (!path.startsWith("/steam/")) return null;
      const route = `${request.method} ${path}`;
      const { searchParams, origin } = new URL(request.url);
      if (route === `GET ${STEAM_PATHS.openId}`)
        return signIn(searchParams, `${origin}${STEAM_PATHS.openId}`);
      if (route === `POST ${STEAM_PATHS.openId}`)
        return outages.answer("steam", "confirmation", request, () => confirm(request));
      if (request.method === "GET" && path.startsWith(`${STEAM_PATHS.avatars}/`))
        return outages.answer("steam", "picture", request, () =>
          showAvatar(path.slice(STEAM_PATHS.avatars.length)),
        );
      if (request.method === "GET" && SUMMARIES.test(path.slice(STEAM_PATHS.api.length)))
        return outages.answer("steam", "profile", request, () => summarize(searchParams, origin));
      return outages.answer(
        "steam",
        "profile",
        request,
        () => new Response("Not Found", { status: 404 }),
      );
    },
  };
};
