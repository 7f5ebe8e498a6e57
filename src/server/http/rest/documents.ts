import type { AnyTRPCRouter } from "@trpc/server";
import type { Config } from "#server/config/config.ts";
import type { ErrorCode } from "#server/core/errors.ts";
import { VERSION } from "#server/core/version.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { DELIVERIES_MAX, PRESENCE_MAX } from "#shared/constants/points.ts";
import { EVENT_MAX_BYTES, NO_TIER } from "#shared/constants/shop.ts";
import { BANS_MAX } from "#shared/constants/strikes.ts";
import { earningGames } from "#shared/rules/points.ts";
import type { CommunityGame, CommunityTier } from "#shared/schemas/community/play.ts";
import { docsPage } from "./docs.ts";
import {
  type JsonSchema,
  openApiDocument,
  type OpenApiDocument,
  type Operation,
} from "./openapi.ts";
import type { RestRow } from "./row.ts";

/** What a quarter of an hour earns by tier, in words. */
const earningsOf = (tiers: readonly CommunityTier[]): string => {
  const earning = tiers.filter(({ quarterHourPoints }) => quarterHourPoints > 0);
  const named = earning.map(({ key, quarterHourPoints }) => `${key} ${quarterHourPoints}`);
  return named.length === 0
    ? "No tier earns any at present."
    : `By tier that is: ${named.join(", ")} points. ${NO_TIER} earns none.`;
};

/** What a plugin does about each code that it may meet. */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_request:
    "The call is malformed. The sentence names the field; sending it again changes nothing.",
  reward_too_large: "More than one reward may be.",
  spend_too_large: "More than a member can spend in an hour.",
  unauthorized: "No bridge key, or one that there is not.",
  key_revoked:
    "An Admin has revoked the key, or it ended with its maker's role. Stop, and ask for another.",
  key_expired: "The key has come to its end. Stop, and ask for another.",
  key_scope: "The key lacks the scope that this call needs.",
  key_game: "The key does not speak for that game.",
  key_platform: "Players of the game are not known by accounts of that platform.",
  member_unknown: "No member has linked this account. Ask the player to link it on the site.",
  platform_unknown: "There is no such platform.",
  server_unknown: "The community has configured no server of that key for this game.",
  not_enough_points: "The member has fewer points than that.",
  reference_used:
    "The `idempotencyKey` was used for something else. Make a new one for each thing.",
  account_retired:
    "The account was unlinked once: nothing is added through it. It can still spend.",
  vote_too_soon: "The player has voted there already; `Retry-After` says for how long.",
  strike: "A strike keeps the member from that. Sending it again changes nothing.",
  kept_votes_full: "As many votes wait for this player as can be kept.",
  too_many_requests: "A limit of the community is reached. Try again after `Retry-After`.",
  internal: "Our fault. Try the same call again later.",
  unavailable: "The site restarts or cannot reach its database. Try the same call again.",
};

export type GuidePart = {
  title: string;
  paragraphs: readonly string[];
  rows?: readonly (readonly string[])[];
};

/** For people who write a plugin of a game server; what stands between backticks is code. */
export const pluginGuide = ({
  games,
  tiers,
}: {
  games: readonly CommunityGame[];
  tiers: readonly CommunityTier[];
}): readonly GuidePart[] => [
  {
    title: "Keys",
    paragraphs: [
      "An Admin makes a key for each server. Send it as `Authorization: Bearer $BRIDGE_KEY`. It opens the bridge alone, for its scopes and games, and reaches players only by accounts of its games' platforms:",
    ],
    rows: games.map(({ key, name, platforms }) => [
      `\`${key}\``,
      name,
      platforms.map((platform) => `\`${platform}\` (${PLATFORM_NAMES[platform]})`).join(", "),
    ]),
  },
  {
    title: "Who plays",
    paragraphs: [
      `Send everybody who is online to \`/api/bridge/presence\` every five minutes, at most ${PRESENCE_MAX} in one report. A member whom any report names within a quarter of an hour (UTC) is paid for it once, whatever servers name them. ${earningsOf(tiers)}`,
      `It is paid on ${
        earningGames(games)
          .map(({ name }) => name)
          .join(", ") || "no game at present"
      }, through an account that was never unlinked. A line that is malformed stands in \`refused\` with its index and a code; all others count.`,
    ],
  },
  {
    title: "Points",
    paragraphs: [
      "Give each thing that you sell or reward an `idempotencyKey` of its own, and keep it until you have an answer. Where none comes, or a 5xx, send the very same call again: it is done once, and `isRepeat` says that it was done before. A 4xx does not get better by repeating it, but for 429, after `Retry-After`.",
      "What can be spent in an hour is limited for the key and for the member.",
    ],
  },
  {
    title: "Votes",
    paragraphs: [
      "Pass on what Votifier tells you. Minecraft's players may be named by name, also by names of Bedrock as Geyser writes them, such as `.Steve99`. The answer's `state` is `credited`, or `kept` for a player who has not linked their account: such a vote waits for 30 days and is credited when they do.",
    ],
  },
  {
    title: "Deliveries",
    paragraphs: [
      `Ask for \`/api/bridge/deliveries?game=…&server=…\` every minute or so; at most ${DELIVERIES_MAX} come at once, and \`next\` is the \`after\` of the following page. \`server\` is the key of yours in the community's file: with it comes what is for that server and what is for any, without it only the latter.`,
      "Hand a delivery out, remember its `id`, and acknowledge it. It comes again with every call until then, so look whether you have handed it out already: your server may have stopped in between. Servers that share a queue should each ask by their `server`.",
    ],
  },
  {
    title: "Bans",
    paragraphs: [
      `Ask for \`/api/bridge/bans\` once, and then every minute with the \`cursor\` of the reply before as \`since\`: at most ${BANS_MAX} come at once, and \`hasMore\` says that the next call is due. \`isWhole\` means: forget what you knew. A ban ends at its \`until\`, or never where that is null; what runs out is not told. An unchanged reply is 304 to its \`ETag\`.`,
      "When somebody joins, `/api/bridge/bans/{platform}/{playerId}` also knows accounts whose owner was erased, and it answers for accounts that the team unlinked while a ban runs as the list does.",
    ],
  },
  {
    title: "Codes",
    paragraphs: [
      "Every error in JSON carries `message`, a sentence for people, and `code`, a word for programs.",
    ],
    rows: Object.entries(CODES).map(([code, text]) => [`\`${code}\``, text]),
  },
];

const headers = (type: string) => ({ "content-type": type, "cache-control": "no-cache" });

/** `/api/openapi.json` and `/api/docs`, made when first asked for. */
export const createDocs = (
  { community, publicUrl }: Pick<Config, "community" | "publicUrl">,
  router: AnyTRPCRouter,
  table: readonly RestRow[],
) => {
  const about = { community, publicUrl, version: VERSION };
  const make = async () => {
    const document = withWebhook(await openApiDocument(router, table, about));
    return {
      json: JSON.stringify(document),
      html: docsPage(document, pluginGuide(community)),
    };
  };
  let made: ReturnType<typeof make> | undefined;
  const documents = () => (made ??= make());
  return {
    document: async () => {
      const { json } = await documents();
      return new Response(json, { headers: headers("application/json; charset=utf-8") });
    },
    page: async () => {
      const { html } = await documents();
      return new Response(html, { headers: headers("text/html; charset=utf-8") });
    },
  };
};

const SENTENCE: JsonSchema = { type: "string" };
const refused = (code: ErrorCode, description: string) => ({
  description,
  content: {
    "application/json": {
      schema: {
        type: "object" as const,
        properties: { message: SENTENCE, code: { type: "string" as const, enum: [code] } },
        required: ["message", "code"],
      },
    },
  },
});

/** `POST /api/tebex/webhook`, which is no row: what it is sent is signed byte by byte. */
const RECEIVE_EVENT: Operation = {
  operationId: "ordersReceiveEvent",
  tags: ["Shop"],
  summary: "For the store alone: takes in a signed event. Sent again, it changes nothing.",
  parameters: [
    {
      name: "X-Signature",
      in: "header",
      required: true,
      description: "HMAC-SHA256, in hex, of the hex SHA-256 of the body as it is sent.",
      schema: SENTENCE,
    },
  ],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { id: SENTENCE, type: SENTENCE, date: SENTENCE, subject: { type: "object" } },
          required: ["id", "type", "date", "subject"],
        },
      },
    },
  },
  responses: {
    "200": { description: "Kept; the id of a `validation.webhook` is said back." },
    "400": refused("bad_request", "Signed, but malformed."),
    "401": refused("unauthorized", "No signature."),
    "403": refused("forbidden", "Another signature than ours."),
    "413": refused("payload_too_large", `The body is larger than ${EVENT_MAX_BYTES / 1024} kB.`),
    "503": refused("unavailable", "No store is configured here."),
  },
};

/** The document with what Tebex calls. */
const withWebhook = (document: OpenApiDocument): OpenApiDocument => ({
  ...document,
  paths: { ...document.paths, "/api/tebex/webhook": { post: RECEIVE_EVENT } },
});
