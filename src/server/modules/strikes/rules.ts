import type { CtxReader } from "#server/context/context.ts";
import type { StrikeRule } from "#shared/schemas/strikes.ts";
import type { RichLine } from "#shared/schemas/text.ts";

const plain = (line: RichLine): string =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

/** The community's numbered rules, in their order; each number with its tab where there are several. */
export const listRules = ({ config }: Pick<CtxReader, "config">): StrikeRule[] => {
  const { rules: tabs } = config.community;
  return tabs.flatMap(({ name, sections }) =>
    sections.flatMap(({ rules }) =>
      rules.map(({ id, number, text }) => ({
        id,
        number: tabs.length > 1 ? `${name} ${number}` : number,
        text: plain(text),
      })),
    ),
  );
};
