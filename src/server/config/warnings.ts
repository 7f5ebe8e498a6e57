import type { Community } from "./community.ts";
import type { MailConfig } from "./mail.ts";
import type { MatchmakingConfig, ProvidersConfig } from "./providers.ts";
import type { TebexConfig } from "./tebex.ts";

type Judged = ProvidersConfig & {
  isPublicUrlSet: boolean;
  community: Community;
  matchmaking: MatchmakingConfig | null;
  tebex: TebexConfig | null;
  mail: MailConfig | null;
};

/** What the owner should know of a configuration with which the site starts. */
export const warningsOf = (config: Judged): string[] => {
  const { community, isPublicUrlSet } = config;
  const isAsked = community.servers.some((server) => server.game === "ark-sa");
  const cases: readonly (readonly [boolean, string])[] = [
    [
      config.matchmaking === null && isAsked,
      "EPIC_MATCHMAKING_* is not set: Ark:SA servers are shown as unknown.",
    ],
    [
      config.discord === null,
      "DISCORD_CLIENT_ID is not set: nobody can link a Discord account, nor register.",
    ],
    [config.steam === null, "STEAM_WEB_API_KEY is not set: nobody can link a Steam account."],
    [config.epic === null, "EPIC_CLIENT_ID is not set: nobody can link an Epic account."],
    [
      config.microsoft === null,
      "MICROSOFT_CLIENT_ID is not set: nobody can link a Minecraft account.",
    ],
    [config.tebex === null, "TEBEX_PUBLIC_TOKEN is not set: the shop is closed."],
    [
      config.mail === null,
      "SMTP_URL is not set: mail is switched off. What is to be sent waits in the outbox for two days.",
    ],
    [
      !isPublicUrlSet,
      "PUBLIC_URL is not set: link previews and the sitemap name this machine only, and accounts elsewhere can be linked on this machine only (localhost, with this port).",
    ],
  ];
  return cases.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
};
