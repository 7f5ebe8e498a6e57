/** The rules and the search in them. */
export const RULES = {
  copyLinkTo: (what: string) => `Copy link to ${what}`,
  nothingFound: (query: string) => `No rule contains “${query}”`,
  nothingFoundHint: "Try a shorter word, or only its beginning.",
  showAll: "Show all rules",
  showAllOf: (tab: string) => `Show all ${tab} rules`,
  eyebrow: "Fair play",
  title: "Server Rules",
  communityRulesUnder: "The community rules and the disciplinary ladder are under",
  sectionsOf: (heading: string) => `Sections of the ${heading}`,
  search: "Find a rule",
  clearSearch: "Clear the search",
  tabs: "Rules by game",
  matchesByGame: "Matches by game",
  matches: (count: number) => (count === 1 ? "match" : "matches"),
  found: (count: number, query: string) =>
    `${count} ${count === 1 ? "match" : "matches"} for “${query}” in all rules`,
  intro: "Clear rules, the same for everybody. Press the number of a rule to copy the link to it.",
} as const;

/** Around the pages of the community's own. */
export const DOCUMENTS = {
  sections: (title: string) => `Sections of ${title}`,
} as const;

/** Around the privacy policy. */
export const PRIVACY_POLICY = {
  sections: "Sections of the privacy policy",
} as const;
