/** The tabs of the rules page in their order, as they stand in `?tab=` [TEXT-02]. */
export const RULE_TABS = ["Discord", "ASE", "ASA", "Minecraft", "Rust", "Empyrion", "Eco"] as const;
export type RuleTab = (typeof RULE_TABS)[number];

export type Rule = {
  /** Anchor of the rule, such as `ase-3-2`. */
  id: string;
  /** As people quote it, such as `3.2`. */
  number: string;
  text: string;
  points: readonly string[];
  /** Anchors on the same tab that say more. */
  see: readonly string[];
};

export type RuleSection = {
  /** Anchor of the section, such as `ase-3`. */
  id: string;
  number: string;
  title: string;
  rules: readonly Rule[];
};

export type MapPlaces = { map: string; places: readonly string[] };

/** Places in which something is forbidden: map by map, and wherever else they are found. */
export type PlaceList = {
  id: string;
  title: string;
  intro: string;
  maps: readonly MapPlaces[];
  onEveryMap: readonly string[];
};

export type LadderStep = { offense: string; sanction: string; text: string };

export type Ladder = { id: string; title: string; intro: string; steps: readonly LadderStep[] };

/** Everything that one tab shows. */
export type Rulebook = {
  tab: RuleTab;
  heading: string;
  intro: string;
  sections: readonly RuleSection[];
  lists: readonly PlaceList[];
  ladder: Ladder | null;
};

type RuleDraft = string | { text: string; points?: readonly string[]; see?: readonly string[] };
type RulebookDraft = {
  intro: string;
  sections: readonly { title: string; rules: readonly RuleDraft[] }[];
  lists?: readonly {
    slug: string;
    title: string;
    intro: string;
    maps?: readonly MapPlaces[];
    onEveryMap?: readonly string[];
  }[];
  ladder?: Omit<Ladder, "id">;
};

const anchorOf = (tab: RuleTab, ...path: readonly (string | number)[]) =>
  [tab.toLowerCase(), ...path].join("-");

/**
 * Numbers a tab's rules and gives every part its anchor. `see` names anchors without the tab:
 * `3-2` is a rule, `orp` a list.
 */
export const rulebook = (tab: RuleTab, draft: RulebookDraft): Rulebook => ({
  tab,
  heading: `${tab} Rules`,
  intro: draft.intro,
  sections: draft.sections.map(({ title, rules }, s) => ({
    id: anchorOf(tab, s + 1),
    number: `${s + 1}`,
    title,
    rules: rules.map((rule, r) => {
      const { text, points = [], see = [] } = typeof rule === "string" ? { text: rule } : rule;
      return {
        id: anchorOf(tab, s + 1, r + 1),
        number: `${s + 1}.${r + 1}`,
        text,
        points,
        see: see.map((target) => anchorOf(tab, target)),
      };
    }),
  })),
  lists: (draft.lists ?? []).map(({ slug, title, intro, maps = [], onEveryMap = [] }) => ({
    id: anchorOf(tab, slug),
    title,
    intro,
    maps,
    onEveryMap,
  })),
  ladder: draft.ladder === undefined ? null : { ...draft.ladder, id: anchorOf(tab, "ladder") },
});

/** The tab on which an anchor stands, or null for anything that is no anchor of a rule. */
export const tabOfAnchor = (anchor: string): RuleTab | null =>
  RULE_TABS.find((tab) => anchor.startsWith(`${tab.toLowerCase()}-`)) ?? null;
