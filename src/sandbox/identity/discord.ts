import type { Outages } from "#sandbox/outages.ts";
import { drawAvatar } from "./avatar.ts";
import { createCodeFlow } from "./code-flow.ts";
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

const AVATAR_PATH = /^\/avatars\/(\d+)\/(\w+)\.png$/u;

const unauthorized = () =>
  Response.json({ message: "401: Unauthorized", code: 0 }, { status: 401 });

const notFound = () => Response.json({ message: "404: Not Found", code: 0 }, { status: 404 });

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

/**
 * Discord, as far as it proves who somebody is: consent, code, token, profile and pictures. In an
 * outage the consent page still stands, so that a person gets as far as the site's own question.
 * @param now milliseconds since 1970.
 */
export const createDiscord = (outages: Outages, now: () => number = Date.now) => {
  const flow = createCodeFlow<DiscordPersona>({
    provider: "Discord",
    wants: "your Discord name and picture",
    access: DISCORD_ACCESS,
    callbackPath: "/auth/discord/callback",
    authorizePath: DISCORD_PATHS.authorize,
    scope: "identify",
    tokenSeconds: 604_800,
    offered: OFFERED_PERSONAS,
    show: ({ key, about, id, avatar, globalName, username }) => ({
      key,
      about,
      name: globalName ?? username,
      picture: avatar === null ? null : `${DISCORD_PATHS.cdn}/avatars/${id}/${avatar}.png?size=64`,
    }),
    personaOf,
    returnHeaders: ({ isIsolating }): Readonly<Record<string, string>> =>
      isIsolating ? { "cross-origin-opener-policy": "same-origin" } : {},
    givesOwnTokens: true,
    now,
  });

  const showProfile = (request: Request): Response => {
    const persona = flow.bearerOf(request);
    return persona === null ? unauthorized() : Response.json(profileOf(persona));
  };

  return {
    /** Null where the path is not Discord's. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      if (!path.startsWith("/discord/")) return null;
      const route = `${request.method} ${path}`;
      const { searchParams } = new URL(request.url);
      if (route === `GET ${DISCORD_PATHS.authorize}`) return flow.askForConsent(searchParams);
      if (route === `POST ${DISCORD_PATHS.token}`)
        return outages.answer("discord", "token", request, () => flow.giveToken(request));
      if (route === `GET ${DISCORD_PATHS.api}/users/@me`)
        return outages.answer("discord", "profile", request, () => showProfile(request));
      if (route.startsWith(`GET ${DISCORD_PATHS.cdn}/`))
        return outages.answer("discord", "picture", request, () =>
          showAvatar(path.slice(DISCORD_PATHS.cdn.length), searchParams.get("size")),
        );
      return outages.answer("discord", "profile", request, notFound);
    },
  };
};
