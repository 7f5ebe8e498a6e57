import { z } from "zod";
import type { Hop, Outages } from "#sandbox/outages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { drawAvatar, drawSkin } from "./avatar.ts";
import { createCodeFlow, createKeep } from "./code-flow.ts";
import { MICROSOFT_CROWD, MICROSOFT_PERSONAS, type MicrosoftPersona } from "./game-personas.ts";

/** What the imitated application expects; the site is configured with the same. */
export const MICROSOFT_ACCESS = {
  clientId: "0b1c7a9e-5a4d-4b0c-9f00-5a4d00000001",
  clientSecret: "sandbox-microsoft-secret",
} as const;

/** Paths below the sandbox's origin. */
export const MICROSOFT_PATHS = {
  authorize: "/microsoft/consumers/oauth2/v2.0/authorize",
  token: "/microsoft/consumers/oauth2/v2.0/token",
  xbox: "/xbox",
  xsts: "/xsts",
  minecraft: "/minecraft",
  textures: "/minecraft-textures",
} as const;

const TOKEN_SECONDS = 3600;
/** A skin as it is, or its face, for the consent page. */
const TEXTURE_PATH = /^\/(texture|face)\/([\da-f]+)$/u;

const xboxQuestion = z.object({
  Properties: z.object({
    AuthMethod: z.literal("RPS"),
    SiteName: z.literal("user.auth.xboxlive.com"),
    RpsTicket: z.string().regex(/^d=/u),
  }),
  RelyingParty: z.literal("http://auth.xboxlive.com"),
  TokenType: z.literal("JWT"),
});
const xstsQuestion = z.object({
  Properties: z.object({ SandboxId: z.literal("RETAIL"), UserTokens: z.tuple([z.string()]) }),
  RelyingParty: z.literal("rp://api.minecraftservices.com/"),
  TokenType: z.literal("JWT"),
});
const minecraftQuestion = z.object({
  identityToken: z.string().regex(/^XBL3\.0 x=[^;]+;.+$/u),
});

const jsonOf = (request: Request): Promise<unknown> => request.json().catch(() => null);
const badRequest = () => new Response(null, { status: 400 });
const unauthorized = () => new Response(null, { status: 401 });
const notFound = (path: string) =>
  Response.json(
    {
      path,
      errorType: "NOT_FOUND",
      error: "NOT_FOUND",
      errorMessage: "The server has not found anything matching the request URI",
    },
    { status: 404 },
  );

const xboxReply = (Token: string, uhs: string) =>
  Response.json({
    IssueInstant: new Date().toISOString(),
    Token,
    DisplayClaims: { xui: [{ uhs }] },
  });

/** The hash of a user that Xbox hands out with every token. */
const userHashOf = ({ key }: MicrosoftPersona) => Bun.hash.crc32(key).toString();

const showSkin = (path: string): Response => {
  const [, kind, hash] = TEXTURE_PATH.exec(path) ?? [];
  const isThere = MICROSOFT_PERSONAS.some(({ profile }) => profile?.skin === hash);
  if (hash === undefined || !isThere) return new Response("Not Found", { status: 404 });
  const picture = kind === "face" ? drawAvatar(hash, 64) : drawSkin(hash);
  return new Response(picture, { headers: { "content-type": "image/png" } });
};

const profileOf = ({ id, name, skin }: NonNullable<MicrosoftPersona["profile"]>) => ({
  id,
  name,
  skins:
    skin === null
      ? []
      : [
          {
            id: crypto.randomUUID(),
            state: "ACTIVE",
            url: `http://textures.minecraft.net/texture/${skin}`,
            variant: "CLASSIC",
          },
        ],
  capes: [],
});

/**
 * Microsoft, Xbox Live, XSTS and Minecraft's services, as far as they prove who somebody is. In an
 * outage, which is one of all of them, the consent page and the skins still stand.
 * @param now milliseconds since 1970.
 */
export const createMicrosoft = (outages: Outages, now: () => number = Date.now) => {
  const flow = createCodeFlow<MicrosoftPersona>({
    provider: "Microsoft",
    wants: "your Xbox and Minecraft profile",
    access: MICROSOFT_ACCESS,
    callbackPath: "/auth/minecraft/callback",
    authorizePath: MICROSOFT_PATHS.authorize,
    scope: "XboxLive.signin",
    tokenSeconds: TOKEN_SECONDS,
    offered: MICROSOFT_CROWD.offered,
    show: ({ key, about, profile }) => ({
      key,
      about,
      name: profile?.name ?? key,
      picture: profile?.skin ? `${MICROSOFT_PATHS.textures}/face/${profile.skin}` : null,
    }),
    personaOf: MICROSOFT_CROWD.personaOf,
    now,
  });
  const xboxTokens = createKeep<MicrosoftPersona>(HOUR_MS, now);
  const xstsTokens = createKeep<MicrosoftPersona>(HOUR_MS, now);
  const minecraftTokens = createKeep<MicrosoftPersona>(24 * HOUR_MS, now);

  const signInToXbox = async (request: Request): Promise<Response> => {
    const asked = xboxQuestion.safeParse(await jsonOf(request));
    if (!asked.success) return badRequest();
    const persona = flow.ownerOf(asked.data.Properties.RpsTicket.slice("d=".length));
    return persona === null
      ? unauthorized()
      : xboxReply(xboxTokens.add(persona), userHashOf(persona));
  };

  const authorize = async (request: Request): Promise<Response> => {
    const asked = xstsQuestion.safeParse(await jsonOf(request));
    if (!asked.success) return badRequest();
    const persona = xboxTokens.find(asked.data.Properties.UserTokens[0]);
    if (persona === null) return unauthorized();
    const { xErr } = persona;
    if (xErr === null) return xboxReply(xstsTokens.add(persona), userHashOf(persona));
    const refusal = {
      Identity: "0",
      XErr: xErr,
      Message: "",
      Redirect: "https://start.ui.xboxlive.com",
    };
    return Response.json(refusal, { status: 401 });
  };

  const signInToMinecraft = async (request: Request): Promise<Response> => {
    const asked = minecraftQuestion.safeParse(await jsonOf(request));
    if (!asked.success) return badRequest();
    const [hash = "", token = ""] = asked.data.identityToken.slice("XBL3.0 x=".length).split(";");
    const persona = xstsTokens.find(token);
    if (persona === null || hash !== userHashOf(persona)) return unauthorized();
    return Response.json({
      username: crypto.randomUUID(),
      roles: [],
      access_token: minecraftTokens.add(persona),
      token_type: "Bearer",
      expires_in: 86_400,
    });
  };

  const showProfile = (request: Request): Response => {
    const token = request.headers.get("authorization")?.replace(/^Bearer /u, "") ?? "";
    const persona = minecraftTokens.find(token);
    if (persona === null) return unauthorized();
    const { profile } = persona;
    return profile === null ? notFound("/minecraft/profile") : Response.json(profileOf(profile));
  };

  const { token, xbox, xsts, minecraft } = MICROSOFT_PATHS;
  const routes = new Map<
    string,
    { hop: Hop<"microsoft">; work: (request: Request) => Response | Promise<Response> }
  >([
    [`POST ${token}`, { hop: "token", work: flow.giveToken }],
    [`POST ${xbox}/user/authenticate`, { hop: "xbox", work: signInToXbox }],
    [`POST ${xsts}/xsts/authorize`, { hop: "xsts", work: authorize }],
    [`POST ${minecraft}/authentication/login_with_xbox`, { hop: "login", work: signInToMinecraft }],
    [`GET ${minecraft}`, { hop: "login", work: () => notFound("/") }],
    [`GET ${minecraft}/minecraft/profile`, { hop: "profile", work: showProfile }],
  ]);

  return {
    /** Null where the path is none of theirs. */
    handle: async (request: Request, path: string): Promise<Response | null> => {
      const route = `${request.method} ${path}`;
      if (route === `GET ${MICROSOFT_PATHS.authorize}`)
        return flow.askForConsent(new URL(request.url).searchParams);
      if (route.startsWith(`GET ${MICROSOFT_PATHS.textures}/`))
        return outages.answer("microsoft", "picture", request, () =>
          showSkin(path.slice(MICROSOFT_PATHS.textures.length)),
        );
      const found = routes.get(route);
      if (found === undefined) return null;
      return outages.answer("microsoft", found.hop, request, () => found.work(request));
    },
  };
};
