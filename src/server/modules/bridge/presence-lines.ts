import { BRIDGE } from "#shared/bridge-messages.ts";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import { type BridgeGame, knowsPlatform } from "#shared/constants/points.ts";
import {
  type PlayerAccount,
  playerAccount,
  type PresenceAnswer,
  type PresenceReport,
} from "#shared/schemas/bridge.ts";

type Refused = PresenceAnswer["refused"][number];
type Judged = { account: PlayerAccount } | Pick<Refused, "code" | "message">;

/** So much of what was sent is said back. */
const SHOWN_MAX = 64;

const fieldOf = (line: unknown, field: keyof PlayerAccount): unknown =>
  typeof line === "object" && line !== null && field in line
    ? (line as Partial<Record<typeof field, unknown>>)[field]
    : undefined;

const judge = (line: unknown, game: BridgeGame): Judged => {
  const platform = fieldOf(line, "platform");
  const isUnknown = typeof platform === "string" && !GAME_PLATFORMS.some((is) => is === platform);
  if (isUnknown) return { code: "platform_unknown", message: BRIDGE.unknownPlatform };
  const parsed = playerAccount.safeParse(line);
  if (!parsed.success) return { code: "bad_request", message: BRIDGE.badLine };
  return knowsPlatform(game, parsed.data.platform)
    ? { account: parsed.data }
    : { code: "key_platform", message: BRIDGE.wrongPlatform };
};

/** Judges each line of a report for itself: one that is bad costs nobody else's quarter of an hour. */
export const readLines = ({ game, players }: PresenceReport) => {
  const accounts: PlayerAccount[] = [];
  const refused: Refused[] = [];
  for (const [index, line] of players.entries()) {
    const judged = judge(line, game);
    if ("account" in judged) accounts.push(judged.account);
    else {
      const id = fieldOf(line, "playerId");
      const playerId = typeof id === "string" ? id.slice(0, SHOWN_MAX) : null;
      refused.push({ index, playerId, ...judged });
    }
  }
  return { accounts, refused };
};
