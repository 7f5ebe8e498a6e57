import type { Outages } from "#sandbox/outages.ts";
import { drawAvatar } from "./avatar.ts";
import { createCodeFlow } from "./code-flow.ts";
import { EPIC_CROWD, type EpicPersona } from "./game-personas.ts";
import { createMicrosoft, MICROSOFT_ACCESS, MICROSOFT_PATHS } from "./microsoft.ts";
import {
  DISCORD_PERSONAS,
  type DiscordPersona,
  OFFERED_PERSONAS,
  personaOf,
  SAMPLE_PEOPLE,
} from "./personas.ts";
import { createSteam, STEAM_KEY, STEAM_PATHS } from "./steam.ts";

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

/** What the imitated application expects; the site is configured with the same. */
const EPIC_ACCESS = {
  clientId: "xyza7891sandboxepic",
  clientSecret: "sandbox-epic-secret",
} as const;

/** Paths below the sandbox's origin, which is Epic's API base. */
export const EPIC_PATHS = {
  authorize: "/epic/id/authorize",
  token: "/epic/oauth/v2/token",
  userInfo: "/epic/oauth/v2/userInfo",
} as const;

const refuse = (status: number, errorCode: string) =>
  Response.json({ errorCode, errorMessage: errorCode }, { status });

/**
 * Epic Games, as far as it proves who somebody is: consent, code, token and profile. In an outage
 * the consent page still stands.
 * @param now milliseconds since 1970.
 */
const createEpic = (outages: Outages, now: () => number = Date.now) => {
  const flow = createCodeFlow<EpicPersona>({
    provider: "Epic Games",
    wants: "your Epic account and its name",
    access: EPIC_ACCESS,
    callbackPath: "/auth/epic/callback",
    authorizePath: EPIC_PATHS.authorize,
    scope: "basic_profile",
    tokenSeconds: 7200,
    offered: EPIC_CROWD.offered,
    show: ({ key, about, name }) => ({ key, about, name: name ?? "(no name)", picture: null }),
    personaOf: EPIC_CROWD.personaOf,
    tokenExtras: ({ id }) => ({ account_id: id, application_id: "sandbox" }),
    givesOwnTokens: true,
    now,
  });

  const showProfile = (request: Request): Response => {
    const persona = flow.bearerOf(request);
    if (persona === null) return refuse(401, "errors.com.epicgames.common.authentication.invalid");
    const { id, name } = persona;
    return Response.json({ sub: id, ...(name !== null && { preferred_username: name }) });
  };

  return {
    /** Null where the path is not Epic's. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      if (!path.startsWith("/epic/")) return null;
      const route = `${request.method} ${path}`;
      if (route === `GET ${EPIC_PATHS.authorize}`)
        return flow.askForConsent(new URL(request.url).searchParams);
      if (route === `POST ${EPIC_PATHS.token}`)
        return outages.answer("epic", "token", request, () => flow.giveToken(request));
      if (route === `GET ${EPIC_PATHS.userInfo}`)
        return outages.answer("epic", "profile", request, () => showProfile(request));
      return outages.answer("epic", "token", request, () =>
        refuse(404, "errors.com.epicgames.common.not_found"),
      );
    },
  };
};

/** All who prove who somebody is. */
export type IdentityWorld = {
  /** Null where the path is nobody's. */
  handle(request: Request, path: string): Promise<Response | null>;
};

/** Discord, Steam, Epic Games, and Microsoft with Xbox and Minecraft. */
export const createIdentityWorld = (outages: Outages): IdentityWorld => {
  const providers = [createDiscord, createSteam, createEpic, createMicrosoft].map((create) =>
    create(outages),
  );
  return {
    handle: async (request, path) => {
      for (const { handle } of providers) {
        const answer = await handle(request, path);
        if (answer !== null) return answer;
      }
      return null;
    },
  };
};

/** What a site's environment has to say of them. @param url the sandbox's origin. */
export const identityEnvironment = (url: string): Readonly<Record<string, string>> => ({
  DISCORD_CLIENT_ID: DISCORD_ACCESS.clientId,
  DISCORD_CLIENT_SECRET: DISCORD_ACCESS.clientSecret,
  DISCORD_AUTHORIZE_URL: `${url}${DISCORD_PATHS.authorize}`,
  DISCORD_TOKEN_URL: `${url}${DISCORD_PATHS.token}`,
  DISCORD_API_BASE: `${url}${DISCORD_PATHS.api}`,
  DISCORD_CDN_BASE: `${url}${DISCORD_PATHS.cdn}`,
  STEAM_WEB_API_KEY: STEAM_KEY,
  STEAM_OPENID_URL: `${url}${STEAM_PATHS.openId}`,
  STEAM_API_BASE: `${url}${STEAM_PATHS.api}`,
  STEAM_AVATAR_BASE: `${url}${STEAM_PATHS.avatars}`,
  EPIC_CLIENT_ID: EPIC_ACCESS.clientId,
  EPIC_CLIENT_SECRET: EPIC_ACCESS.clientSecret,
  EPIC_AUTHORIZE_URL: `${url}${EPIC_PATHS.authorize}`,
  EPIC_TOKEN_URL: `${url}${EPIC_PATHS.token}`,
  MICROSOFT_CLIENT_ID: MICROSOFT_ACCESS.clientId,
  MICROSOFT_CLIENT_SECRET: MICROSOFT_ACCESS.clientSecret,
  MICROSOFT_AUTHORIZE_URL: `${url}${MICROSOFT_PATHS.authorize}`,
  MICROSOFT_TOKEN_URL: `${url}${MICROSOFT_PATHS.token}`,
  XBOX_API_BASE: `${url}${MICROSOFT_PATHS.xbox}`,
  XSTS_API_BASE: `${url}${MICROSOFT_PATHS.xsts}`,
  MINECRAFT_API_BASE: `${url}${MICROSOFT_PATHS.minecraft}`,
  MINECRAFT_TEXTURES_BASE: `${url}${MICROSOFT_PATHS.textures}`,
});
