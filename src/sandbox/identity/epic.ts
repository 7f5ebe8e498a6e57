import type { Outages } from "#sandbox/outages.ts";
import { createCodeFlow } from "./code-flow.ts";
import { EPIC_CROWD, type EpicPersona } from "./game-personas.ts";

/** What the imitated application expects; the site is configured with the same. */
export const EPIC_ACCESS = {
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
export const createEpic = (outages: Outages, now: () => number = Date.now) => {
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
