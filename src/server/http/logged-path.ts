/** Below here a plugin names a player: by platform, and by an id or name of any form. */
const PLAYERS = "/bridge/players/";
/** Ids of platforms and people, wherever somebody may have put them. */
const ID = /^(?:\d{15,20}|[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const isAddress = (segment: string) => segment.includes("@") || segment.includes("%40");
const masked = (segment: string) => (ID.test(segment) || isAddress(segment) ? "{id}" : segment);

/**
 * A path as the request log may show it: without what says who a person is.
 * @param path as sent, without query.
 */
export const loggedPath = (path: string): string => {
  const start = path.toLowerCase().indexOf(PLAYERS);
  if (start < 0) return path.split("/").map(masked).join("/");
  const end = start + PLAYERS.length;
  const [platform = "", player, ...rest] = path.slice(end).split("/");
  const named = player === undefined ? masked(platform) : `${masked(platform)}/{playerId}`;
  return [path.slice(0, end) + named, ...rest.map(masked)].join("/");
};
