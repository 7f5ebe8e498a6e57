import { type Community, communitySchema } from "./community.ts";
import { problemsOf } from "./problems.ts";

const tomlProblem = (text: string): string | null => {
  try {
    Bun.TOML.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace("TOML Parse error: ", "") : "unreadable";
  }
};

/** The parser does not say where it stumbled: it is the first line whose presence is enough for it. */
const lineOfProblem = (text: string, problem: string): number => {
  const lines = text.split("\n").map((line) => `${line}\n`);
  let last = lines.length;
  while (last > 1 && tomlProblem(lines.slice(0, last - 1).join("")) === problem) last -= 1;
  return last;
};

/**
 * Reads the text of a community file.
 * @param problems what is wrong is added to it; null is returned then.
 */
export const parseCommunity = (
  source: string,
  text: string,
  problems: string[],
): Community | null => {
  const problem = tomlProblem(text);
  if (problem !== null) {
    problems.push(`${source}: line ${lineOfProblem(text, problem)}: ${problem}`);
    return null;
  }
  const parsed = communitySchema.safeParse(Bun.TOML.parse(text));
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, source));
  return null;
};
