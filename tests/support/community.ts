import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { type Community, communitySchema } from "#server/config/community.ts";
import { ConfigError, loadConfig } from "#server/config/config.ts";
import { hasStatus } from "#shared/rules/community.ts";
import { EXAMPLE } from "./example.ts";
import { rejectionOf } from "./rejection.ts";
import { testFolder } from "./store.ts";

export { EXAMPLE } from "./example.ts";

type RawServer = { key: string; game: string; name: string; host: string; port: number } & Record<
  string,
  unknown
>;

/** The example community, with these servers instead of its own. */
export const communityWith = (servers: readonly RawServer[]): Community =>
  communitySchema.parse({ ...Bun.TOML.parse(exampleCommunity), servers });

/** The keys of its games that have a status, in the order of their tabs. */
export const STATUS_GAMES: readonly string[] = EXAMPLE.games
  .filter(hasStatus)
  .map(({ key }) => key);

/** The example's file with these lines instead of a section of it, and of all that stands below it. */
export const exampleFileWith = (section: string, lines: string): string => {
  const parts = exampleCommunity.split(/^(?=\[)/m);
  const isOf = (part: string): boolean => /^\[+([a-z_]+)/.exec(part)?.[1] === section;
  if (!parts.some(isOf)) throw new Error(`The example has no section ${section}.`);
  const rest = parts.filter((part: string) => !isOf(part));
  return `${rest.join("")}\n${lines}\n`;
};

/** What is wrong with an owner's file. */
export const problemsOfFile = async (text: string): Promise<string[]> => {
  const file = join(await testFolder(), "community.toml");
  await Bun.write(file, text);
  const error = await rejectionOf(loadConfig({ COMMUNITY_FILE: file }));
  if (!(error instanceof ConfigError)) throw error;
  return [...error.problems];
};

/** What is wrong with the example's file where these lines stand instead of a section. */
export const problemsOfSection = (section: string, lines: string): Promise<string[]> =>
  problemsOfFile(exampleFileWith(section, lines));
