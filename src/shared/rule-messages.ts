/** The rules and the search in them. */
export const RULES = {
  copyLinkTo: (what: string) => `Copy link to ${what}`,
  nothingFound: (tab: string, query: string) => `No ${tab} rule has “${query}” in it`,
  foundElsewhere: "But there is something under another tab:",
  foundNowhere: "Nor is there one under another tab. Try a shorter word, such as “raid” or “vote”.",
  showAllOf: (tab: string) => `Show all ${tab} rules`,
  onEveryMap: "On every map",
  communityRulesUnder: "The community rules and the disciplinary ladder stand under",
  sectionsOf: (heading: string) => `Sections of the ${heading}`,
  search: "Find a rule",
  clearSearch: "Clear the search",
  tabs: "Rules by game",
  found: (count: number, matches: string, tab: string) => `${count} ${matches} in the ${tab} rules`,
  intro: "Clear rules, the same for everybody. Press the number of a rule to copy the link to it.",
} as const;

/** Around the privacy policy. */
export const PRIVACY_POLICY = {
  sections: "Sections of the privacy policy",
} as const;
