import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { fetchJson } from "./http-json.ts";
import { type GameReading, NoAnswer } from "./port.ts";
import { toReading } from "./reading.ts";

const FRONT_PAGE_MAX_BYTES = 256 * 1024;

const frontPage = z.object({
  Info: z.object({
    Description: z.string(),
    OnlinePlayers: z.number(),
    TotalPlayers: z.number(),
    Version: z.string(),
  }),
});

// Names carry rich text such as <color=green>, <b> and </size>.
const withoutTags = (text: string) => text.replaceAll(/<\/?[a-z]+(?:=[^<>]*)?>/giu, "");

const authority = (host: string, port: number) =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Asks the web server of an Eco server for its front page.
 *
 * Eco has no slot cap to tell: `TotalPlayers` counts everyone who ever joined this world. It
 * stands as `maxPlayers` all the same (as other status tools show it), never below those online.
 * @throws {NoAnswer} on anything but a proper front page; `silent` when the signal comes first.
 */
export const askEco = async (
  { address, port }: Endpoint,
  named: { host: string; port: number },
  signal: AbortSignal,
): Promise<GameReading> => {
  const { body } = await fetchJson(
    `http://${authority(address, port)}/frontpage`,
    { signal, headers: { host: authority(named.host, named.port), accept: "application/json" } },
    frontPage,
    FRONT_PAGE_MAX_BYTES,
  );
  if (body === null) throw new NoAnswer("failed");
  const { Description, OnlinePlayers, TotalPlayers, Version } = body.Info;
  const reading = toReading({
    serverName: withoutTags(Description),
    version: Version,
    players: OnlinePlayers,
    maxPlayers: Math.max(OnlinePlayers, TotalPlayers),
  });
  if (reading.serverName === "") throw new NoAnswer("malformed");
  return reading;
};
