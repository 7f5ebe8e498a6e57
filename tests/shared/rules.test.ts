import { describe, expect, test } from "bun:test";
import { tabOfAnchor } from "#client/features/rules/find.tsx";
import communityFile from "#community.toml" with { type: "text" };
import type { Rulebook } from "#shared/schemas/community/rules.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import { EXAMPLE } from "#tests/support/example.ts";

const RULE_TABS = ["Discord", "ASE", "ASA", "Minecraft", "Rust", "Empyrion", "Eco"] as const;
type RuleTab = (typeof RULE_TABS)[number];

const books = EXAMPLE.rules;
const bookOf = (tab: RuleTab): Rulebook => {
  const book = books.find(({ key }) => key === tab);
  if (book === undefined) throw new Error(`The example has no tab ${tab}.`);
  return book;
};
const plain = (line: RichLine) =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");
const pointsOf = ({ more }: Rulebook["sections"][number]["rules"][number]) =>
  more.flatMap((block) => ("points" in block ? block.points.map(plain) : []));
const rulesOf = (book: Rulebook) => book.sections.flatMap((section) => section.rules);
const anchorsOf = (book: Rulebook) => [
  ...book.sections.map(({ id }) => id),
  ...rulesOf(book).map(({ id }) => id),
  ...(book.ladder ? [book.ladder.id] : []),
];

/** Everything that a tab says, one line per rule, place or step, in typewriter quotes. */
const linesOf = (book: Rulebook): readonly string[] =>
  [
    book.title,
    book.intro ?? "",
    ...book.sections.map(({ number, title }) => `${number ?? ""} ${title}`),
    ...rulesOf(book).map((rule) => [rule.number, plain(rule.text), ...pointsOf(rule)].join(" ")),
    ...book.sections.flatMap(({ title, intro, groups }) => [
      ...intro.map((line) => `${title}: ${plain(line)}`),
      ...groups.map((group) => `${group.title ?? ""}: ${group.items.map(plain).join(", ")}`),
    ]),
    ...(book.ladder
      ? [
          `${book.ladder.title}: ${book.ladder.intro}`,
          ...book.ladder.steps.map((step) => `${step.offense}: ${step.sanction}. ${step.text}`),
        ]
      : []),
  ].map((line) => line.replaceAll(/[“”]/g, '"').replaceAll("’", "'"));

type Fact = readonly [title: string, ...lines: RegExp[]];

const ARK_NUMBERS: readonly Fact[] = [
  [
    "[TEXT-05] a new tribe owner needs 60%, once per 2 weeks",
    /owner.*recorded vote.*60%.*once every 2 weeks/,
  ],
  ["[TEXT-05] a left tribe is rejoined only after 2 weeks", /rejoin.*2 weeks/],
  ["[TEXT-05] a wiped tribe has 4 days of raid protection", /wipe.*4 days of raid protection/],
  ["[TEXT-05] the wipe vote needs 70%", /passes with 70%/],
  ["[TEXT-05] the wipe vote is monthly after 4 months", /first 4 months.*once a month/],
  [
    "[TEXT-05] the wipe comes a week after the vote, raid rules rest",
    /one week after the vote.*raid rules are suspended/,
  ],
  ["[TEXT-05] platforms keep two open sides", /platforms keep at least two sides open/],
  [
    "alliances are allowed beside the Ark Code of Conduct",
    /Ark Code of Conduct applies.*alliances are allowed/,
  ],
  [
    "no aimbots, crosshairs, ESP or altered files",
    /aimbots, third-party crosshairs, ESP or altered game files/,
  ],
  ["no names like 123 or Human", /"123".*"Human"/],
  ["lying to admins is a ban", /false identity.*Lying to an admin is a ban/],
  [
    "one character per cluster, duplicates are deleted",
    /One character per person.*cluster\. Duplicates are deleted/,
  ],
  ["same tribe name and owner on all servers", /same (name|owner).*same owner on all servers/i],
  ["no tribe hopping", /no tribe hopping/i],
  ["one team at a time, in defense too", /One team at a time.*defense/],
  ["passives die only when they block or to claim", /only when they block you, or to claim/],
  ["quick raid building is allowed", /Quick building during a raid is allowed/],
  ["no offensive names", /offensive names|offends nobody/],
];

const FACTS: Record<RuleTab, readonly Fact[]> = {
  Discord: [
    ["1 no hate speech", /^1\.1 No hate speech.*evasive/],
    ["2 no spamming", /^1\.2 No spamming/],
    ["3 no NSFW", /^1\.3 No NSFW/],
    ["4 no ads", /^1\.4 No ads/],
    ["5 no disrespect to staff", /^1\.5 No disrespect toward our staff/],
    ["6 no threats", /^1\.6 No threats.*DDoS.*death.*doxing/],
    ["7 English only in public", /^1\.7 English only in public/],
    ["8 no public accusations", /^1\.8 No public accusations.*privately.*proof/],
    ["9 tickets, not admin DMs", /^1\.9 .*ticket.*not send admins direct messages/],
    ["10 no bad publicity", /^1\.10 No bad publicity/],
    ["11 no real-money trading", /^1\.11 No real-money trading/],
    ["12 admins may play", /^1\.12 Admins may play/],
    ["13 no personal information", /^1\.13 No personal information/],
    ["respect everyone", /Respect everyone/],
    ["trash talk is for games only", /trash-talk channel is for games only/],
    ["no blackmail", /No blackmail/],
    ["no encouraging self-harm", /Never encourage anybody to harm themselves/],
    [
      "immediate bans",
      /immediate ban: hate speech, evasive forms included; inciting people to leave/,
    ],
    [
      "1st offense",
      /^1st offense: .*written warning.*10 days of probation.*mute of 1 day.*unanswered.*2 days/,
    ],
    ["2nd offense", /^2nd offense: .*ban of 2 days.*30 days of probation.*cannot be appealed/],
    ["3rd offense", /^3rd offense: .*ban of 15 days.*3 days to appeal.*admins have 24 hours/],
    ["4th offense", /^4th offense: .*permanent ban.*currency is not refunded/],
  ],
  ASE: [
    ...ARK_NUMBERS,
    [
      "a cave is foundation-wiped to claim it, not out of malice",
      /cave.*foundations.*claim.*malice/,
    ],
    ["non-cave bases are not wiped", /base that is not in a cave may not be wiped/],
    ["not all dinos are wiped", /all of somebody's dinos/],
    ["an FOB has no ORP", /FOB\) has no offline raid protection \(ORP\)/],
    [
      "an active FOB is off limits to third parties",
      /FOB is active, third parties.*Afterwards.*fair game/,
    ],
    ["breeding dinos are passive", /Breeding dinos count as passive/],
    ["above ground and destructible", /above ground.*destroyed/],
    ["one vent per tribe on Gen2", /biome entrances.*Genesis 2, each tribe may hold one vent/],
    ["nothing unreachable or in mesh", /Nothing out of reach, and nothing in the mesh/],
    ["where not to build", /spawns; nests; wyvern scars; mission zones; banned places/],
    ["not behind enemies", /behind your enemies, nor within their foundation range/],
    ["one tight base per cluster", /One tight base per cluster/],
  ],
  ASA: [
    ...ARK_NUMBERS,
    ["what a raid is", /reasonable attempt to take somebody's main base, counted per map/],
    ["FOBs may stay", /FOB\) need not be removed/],
    ["one tight spot", /One tight spot.*bear cave on The Center.*crouch cave on Lost Island/],
  ],
  Minecraft: [
    ["no griefing or stealing", /No griefing and no stealing/],
    ["no hacks or unapproved mods", /No hacks.*mods that we have not approved/],
    ["respect claims", /Respect the claims/],
    ["respectful chat, no spam", /chat respectful and free of spam/],
    ["no offensive builds", /No offensive builds/],
  ],
  Rust: [
    ["no cheats or exploits", /No cheats and no exploits/],
    ["no hate or harassment", /No hate and no harassment/],
    ["raiding without excess", /Raiding is allowed.*excess/],
    ["no griefing of a raided base", /base that has been raided is not griefed/],
    ["no backstabbing unless agreed", /No backstabbing, unless it was agreed/],
    ["admins may moderate", /Admins may step in and moderate/],
  ],
  Empyrion: [
    ["no griefing", /No griefing/],
    ["no personal harassment", /No personal harassment/],
    ["[TEXT-05] raids last 24 hours at most", /raid lasts 24 hours at most/],
    [
      "[TEXT-05] 48 hours of amnesty, void if the defender hits back",
      /48 hours of amnesty from that attacker.*void if the defender hits back/,
    ],
    ["[TEXT-05] 4 days after a full wipe", /full wipe you have 4 days of protection/],
    ["no spam", /No spam/],
    ["no excessive cursing", /No excessive cursing/],
    ["mission areas stay intact", /Mission areas stay intact/],
  ],
  Eco: [
    [
      "no griefing, claims in another's circle included",
      /No griefing.*inside another player's circle/,
    ],
    ["no excessive harassment", /No excessive harassment/],
    ["no spam", /No spam/],
  ],
};

const ARK_HEADINGS = [
  "Harassment/Griefing",
  "Characters",
  "Raids",
  "Tribes",
  "Building",
  "Ark Code of Conduct Rules",
  "Server Wipe",
];

const placesOf = (tab: RuleTab, list: string) => {
  const groups = bookOf(tab).sections.find(({ id }) => id === list)?.groups ?? [];
  const [maps, wide] = [false, true].map((isWide) =>
    groups.filter((group) => group.isWide === isWide),
  );
  return {
    maps: Object.fromEntries((maps ?? []).map(({ title, items }) => [title, items.map(plain)])),
    onEveryMap: (wide ?? []).flatMap(({ items }) => items.map(plain)),
  };
};

describe("the rules", () => {
  test("[TEXT-02, TEXT-06] there is a tab per game, Discord first, each with rules", () => {
    expect(books.map(({ key }) => key)).toEqual([...RULE_TABS]);
    for (const tab of RULE_TABS) {
      expect(bookOf(tab).name).toBe(tab);
      expect(bookOf(tab).title).toBe(`${tab} Rules`);
      expect(rulesOf(bookOf(tab)).length).toBeGreaterThan(0);
    }
  });

  test("every anchor exists once and names its tab", () => {
    const anchors = books.flatMap(anchorsOf);
    expect(new Set(anchors).size).toBe(anchors.length);
    for (const book of books)
      for (const anchor of anchorsOf(book)) {
        expect(anchor).toMatch(/^[a-z0-9-]+$/);
        expect(tabOfAnchor(books, anchor)).toBe(book.key);
      }
    expect(tabOfAnchor(books, "ServerListDisplay")).toBeNull();
  });

  test("sections and rules are numbered without a gap", () => {
    for (const book of books)
      for (const [s, section] of book.sections.filter(({ rules }) => rules.length > 0).entries()) {
        expect(section.number).toBe(`${s + 1}`);
        expect(section.rules.map(({ number }) => number)).toEqual(
          section.rules.map((_, r) => `${s + 1}.${r + 1}`),
        );
        expect(section.rules.map(({ id }) => id)).toEqual(
          section.rules.map((_, r) => `${section.id}-${r + 1}`),
        );
      }
  });

  test("a rule refers only to anchors of its own tab", () => {
    for (const book of books) {
      const anchors = anchorsOf(book);
      const notes = rulesOf(book).flatMap(({ more }) =>
        more.flatMap((block) => ("note" in block ? block.note : [])),
      );
      for (const run of notes)
        if (typeof run !== "string") expect(anchors).toContain(run.to?.slice(1) ?? "");
    }
  });

  test("no sentence stands twice on a tab, and each of them ends", () => {
    for (const book of books) {
      const texts = rulesOf(book).map(({ text }) => plain(text));
      expect(new Set(texts).size).toBe(texts.length);
      for (const text of texts) expect(text).toMatch(/[.:]”?$/);
    }
  });

  test("[TEXT-01] the community's name is not part of the rules", () => {
    const name = /^name = "(.+)"$/m.exec(communityFile)?.[1] ?? "";
    expect(name).not.toBe("");
    expect(JSON.stringify(books).toLowerCase()).not.toContain(name.toLowerCase());
  });
});

for (const tab of RULE_TABS)
  describe(`the ${tab} rules say that`, () => {
    const lines = linesOf(bookOf(tab));
    test.each(FACTS[tab].map(([title, ...patterns]) => [title, patterns] as const))(
      "%s",
      (_, patterns) => {
        for (const pattern of patterns)
          expect(lines.filter((line) => pattern.test(line))).not.toEqual([]);
      },
    );
  });

describe("the Ark rules", () => {
  test.each(["ASE", "ASA"] as const)("[TEXT-04] %s has the seven headings", (tab) => {
    const numbered = bookOf(tab).sections.filter(({ number }) => number !== null);
    expect(numbered.map(({ title }) => title)).toEqual(ARK_HEADINGS);
  });

  test("[TEXT-03] there are thirteen general rules and four steps", () => {
    expect(bookOf("Discord").sections[0]?.rules).toHaveLength(13);
    expect(bookOf("Discord").ladder?.steps).toHaveLength(4);
  });

  test("[TEXT-04] ORP is forbidden in these places", () => {
    expect(placesOf("ASE", "ase-orp")).toEqual({
      maps: {
        "The Island": ["Ice Cave", "Pack Cave"],
        "Scorched Earth": ["Church Cave"],
        "The Center": ["North Ice Cave", "Pearl Cave", "All bear caves"],
        Ragnarok: ["Triple Waterfall"],
        Extinction: ["South Gate", "Alpha Tree", "Alpha Platform"],
        "Crystal Isles": ["Dragon Cave"],
        "Lost Island": ["Crouch Cave"],
        Valguero: ["Oil Cave", "The Castle", "Alpha Tree"],
        Aberration: ["Shadow Cave", "Glowtail Cave"],
        "Genesis 1": ["Asteroid spots at the teleport line", "Lunar Caves", "Corner Pillar"],
        "Genesis 2": ["Underwater Laboratory", "All center-trench rat holes"],
        Fjordur: ["Labyrinth Cave", "Beehive Cave", "Timeless Cave"],
      },
      onEveryMap: [],
    });
  });

  test("[TEXT-04] nothing is built in these places", () => {
    expect(placesOf("ASE", "ase-no-build")).toEqual({
      maps: {},
      onEveryMap: [
        "Obelisks",
        "City terminals",
        "Player spawns",
        "Genesis 2 space bridges",
        "Caves with boss terminals",
        "Rat holes that need more than walking or crouching",
      ],
    });
  });

  test("[TEXT-04] these places are banned in Survival Ascended", () => {
    expect(placesOf("ASA", "asa-banned")).toEqual({
      maps: {
        "The Island": ["Swamp Cave"],
        Aberration: ["Shadow Cave", "The surface and its entrances"],
        Valguero: ["The entrances of the aberration zone"],
        "Crystal Isles": ["Silica-pearl underwater farm (26.5, 13.1)"],
        "Genesis 2": ["City mesh areas", "Any mesh hole"],
        Extinction: ["Boss caves"],
      },
      onEveryMap: ["Spawn points", "Obelisks", "Mission areas", "World transmitters"],
    });
  });
});
