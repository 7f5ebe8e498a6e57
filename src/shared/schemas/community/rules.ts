import { z } from "zod/mini";
import { richLine, text, words } from "#shared/schemas/text.ts";

/** The page makes ids of its own that begin like this, as anchors begin with the key of their tab. */
const RESERVED_KEYS: ReadonlySet<string> = new Set(["found", "panel", "tab"]);

/** A tab of the rules as the document has it. */
export const ruleTab = z.strictObject({
  /** Names it in addresses; its anchors begin with it, in lower case. */
  key: z.string().check(
    z.maxLength(30),
    z.regex(/^[A-Za-z0-9]+$/, "must be letters and digits"),
    z.refine((key) => !RESERVED_KEYS.has(key.toLowerCase()), "is a name of the page's own"),
  ),
  /** Short, as on the tab. */
  name: words(30),
  /** Above its rules; the short name where there is none. */
  title: z.optional(words(60)),
  intro: z.optional(text(600)),
  /** Markdown. */
  text: text(20_000),
});
export type WrittenTab = z.output<typeof ruleTab>;

const ladderStep = z.strictObject({
  offense: words(60),
  sanction: words(60),
  text: words(400),
});

/** What follows a broken rule, as the document has it. */
export const ruleLadder = z.strictObject({
  title: words(60),
  intro: z.optional(text(600)),
  steps: z.array(ladderStep).check(z.minLength(1, "needs a step"), z.maxLength(8)),
});
export type WrittenLadder = z.output<typeof ruleLadder>;

const rule = z.object({
  /** Anchor of the rule, such as `ase-3-2`. */
  id: z.string(),
  /** As people quote it, such as `3.2`. */
  number: z.string(),
  text: richLine,
  /** What stands below it, in its order: notes, which are paragraphs, and lists of points. */
  more: z.array(z.union([z.object({ note: richLine }), z.object({ points: z.array(richLine) })])),
});
export type Rule = z.output<typeof rule>;

const ruleGroup = z.object({
  title: z.nullable(z.string()),
  /** True where it takes the whole width, with what stands in it side by side. */
  isWide: z.boolean(),
  items: z.array(richLine),
});

const ruleSection = z.object({
  /** Anchor of the section, such as `ase-3` or `ase-orp`. */
  id: z.string(),
  /** Null for one that has lists instead of rules. */
  number: z.nullable(z.string()),
  title: z.string(),
  intro: z.array(richLine),
  rules: z.array(rule),
  groups: z.array(ruleGroup),
});
export type RuleSection = z.output<typeof ruleSection>;

/** Everything that one tab of the rules shows. */
export const rulebook = z.object({
  /** As it stands in `?tab=`. */
  key: z.string(),
  name: z.string(),
  title: z.string(),
  intro: z.nullable(z.string()),
  sections: z.array(ruleSection),
  ladder: z.nullable(
    z.object({
      id: z.string(),
      title: z.string(),
      intro: z.nullable(z.string()),
      steps: z.array(z.extend(ladderStep, { number: z.int() })),
    }),
  ),
});
export type Rulebook = z.output<typeof rulebook>;
export type Ladder = NonNullable<Rulebook["ladder"]>;
export type LadderStep = Ladder["steps"][number];
