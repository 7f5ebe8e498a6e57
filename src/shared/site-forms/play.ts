import { ASK_NOW } from "#shared/site-messages.ts";
import type { SectionForm } from "./fields.ts";
import { together } from "./fields.ts";

const PLATFORMS = { steam: "Steam", minecraft: "Minecraft", epic: "Epic" };

export const GAMES_FORM: SectionForm = {
  section: "games",
  preview: "games",
  fields: [
    {
      kind: "list",
      key: "",
      label: "Games",
      one: "game",
      title: ["title", "name", "key"],
      detail: ["key"],
      add: "Add a game",
      empty: "No games yet. Servers belong to games: begin here.",
      blank: { key: "", name: "", protocol: "a2s" },
      fields: [
        together("Game", [
          {
            kind: "line",
            key: "name",
            label: "Short name",
            placeholder: "Minecraft",
            hint: "As on tabs and in tickets.",
          },
          {
            kind: "line",
            key: "title",
            label: "Full name",
            placeholder: "Minecraft: Java Edition",
            hint: "The short name where it is empty.",
          },
          {
            kind: "key",
            key: "key",
            from: "name",
            label: "Key",
            hint: "Names the game in what is stored and for plugins.",
          },
        ]),
        together("Servers", [
          {
            kind: "choice",
            key: "protocol",
            label: "How its servers are asked",
            hint: "By this the site reads who plays there.",
            labels: {
              a2s: "Steam query, as most games on Steam",
              eco: "A web address of the game itself",
              epic: "Epic Online Services",
              minecraft: "Minecraft server list ping",
              none: "Not at all: no status",
            },
          },
          {
            kind: "number",
            key: "queryPort",
            label: "Query port",
            hint: "Only if all its servers answer questions on one port that is not the usual one.",
          },
          {
            kind: "choice",
            key: "join",
            label: "How people join",
            labels: { steam: "A link that opens Steam", address: "An address that they paste" },
          },
          {
            kind: "many",
            key: "platforms",
            label: "Accounts of its players",
            hint: "By these accounts your servers know who plays. Without any, plugins cannot reward players.",
            labels: PLATFORMS,
          },
          {
            kind: "toggle",
            key: "earnsPoints",
            label: "Playing earns points",
            hint: "For members with a tier, for every quarter of an hour.",
          },
        ]),
        together("On the home page", [
          {
            kind: "text",
            key: "text",
            label: "What it is like here",
            hint: "Without a text the home page does not present the game.",
          },
          { kind: "line", key: "category", label: "Kind of game", placeholder: "Survival" },
          {
            kind: "choice",
            key: "scene",
            label: "Built-in picture",
            none: "None",
            hint: "With a sign in the same style, which stands beside the game's name.",
            labels: {
              volcano: "Volcano",
              jungle: "Jungle",
              meteor: "Meteor",
              blocks: "Blocks",
              planet: "Planet",
              paw: "Paw",
            },
          },
          {
            kind: "picture",
            key: "picture",
            label: "Picture of your own",
            place: "game",
            hint: "Shown in place of the built-in one.",
          },
          {
            kind: "table",
            key: "rates",
            label: "Rates",
            hint: "Weekdays are Monday to Thursday, the weekend is Friday to Sunday.",
            add: "Add a rate",
            blank: { name: "", weekdays: "", weekend: "" },
            columns: [
              { kind: "line", key: "name", label: "Rate", placeholder: "Harvest" },
              { kind: "line", key: "weekdays", label: "Weekdays", placeholder: "2X" },
              { kind: "line", key: "weekend", label: "Weekend", placeholder: "4X" },
            ],
          },
          {
            kind: "table",
            key: "facts",
            label: "Facts",
            hint: "What is so on every day.",
            add: "Add a fact",
            blank: { name: "", value: "" },
            columns: [
              { kind: "line", key: "name", label: "What", placeholder: "Server restart" },
              { kind: "line", key: "value", label: "How", placeholder: "4 AM daily" },
            ],
          },
        ]),
      ],
    },
  ],
};

export const SERVERS_FORM: SectionForm = {
  section: "servers",
  preview: "servers",
  fields: [
    {
      kind: "list",
      key: "",
      label: "Servers",
      one: "server",
      title: ["name", "key"],
      detail: ["game", "host", "port"],
      add: "Add a server",
      empty: "No servers yet.",
      blank: { key: "", game: "", name: "", host: "", port: 0 },
      fields: [
        { kind: "line", key: "name", label: "Name", placeholder: "Survival 1" },
        { kind: "reference", key: "game", to: "games", label: "Game" },
        {
          kind: "key",
          key: "key",
          from: "name",
          label: "Key",
          hint: "Its history is kept under it.",
        },
        together("Where players join", [
          { kind: "line", key: "host", label: "Host", placeholder: "play.example.com" },
          { kind: "number", key: "port", label: "Port" },
        ]),
        together("Where it answers questions", [
          {
            kind: "line",
            key: "queryHost",
            label: "Query host",
            hint: "Only if it is another one, such as an address inside your network.",
          },
          {
            kind: "number",
            key: "queryPort",
            label: "Query port",
            hint: "Only if it is not the usual one of the game.",
          },
          { kind: "ask", key: "", label: ASK_NOW.action, hint: ASK_NOW.hint },
        ]),
        {
          kind: "address",
          key: "voteUrl",
          label: "Address for votes",
          placeholder: "https://…",
          hint: "Where players vote for it. Leave it empty where there is none.",
        },
      ],
    },
  ],
};

export const TIERS_FORM: SectionForm = {
  section: "tiers",
  preview: "tiers",
  fields: [
    {
      kind: "list",
      key: "",
      label: "Tiers",
      one: "tier",
      title: ["title", "name", "key"],
      detail: ["price", "currency"],
      add: "Add a tier",
      empty: "No tiers: the community has no subscriptions.",
      blank: { key: "", title: "", price: 5, currency: "USD" },
      fields: [
        together("Tier", [
          { kind: "line", key: "title", label: "Title", hint: "What it is sold as." },
          {
            kind: "line",
            key: "name",
            label: "Short name",
            hint: "Beside a member's name; the title where it is empty.",
          },
          {
            kind: "key",
            key: "key",
            from: "title",
            keepsCase: true,
            label: "Key",
            hint: "Names the tier in what is stored and for plugins.",
          },
          {
            kind: "choice",
            key: "emblem",
            label: "Emblem",
            labels: { plain: "Plain", laurel: "Laurel", crystal: "Crystal", blades: "Blades" },
          },
        ]),
        together("Price", [
          { kind: "number", key: "price", label: "Price of a month", step: 0.01 },
          {
            kind: "line",
            key: "currency",
            label: "Currency",
            isInCapitals: true,
            placeholder: "USD",
            hint: "Three letters, such as USD or EUR.",
          },
          {
            kind: "number",
            key: "package",
            of: "packages",
            label: "Package of the store",
            hint: "The number of the Tebex package that is a month of it. Without one the shop does not sell it.",
          },
        ]),
        together(
          "What it gives",
          [
            {
              kind: "number",
              key: "monthlyPoints",
              label: "Points each month",
              hint: "Credited when a month is paid.",
            },
            {
              kind: "number",
              key: "quarterHourPoints",
              label: "Points for a quarter of an hour",
              hint: "Of play, on the games that earn points.",
            },
            {
              kind: "table",
              key: "benefits",
              label: "What else it brings",
              add: "Add a benefit",
              blank: { text: "" },
              columns: [
                { kind: "line", key: "text", label: "Benefit", placeholder: "Private channel" },
                { kind: "toggle", key: "byHand", label: "Given by hand" },
              ],
              hint: "By hand: somebody of the team has to give it, since nothing does by itself.",
            },
          ],
          "What is promised here is what the shop credits: it is one number.",
        ),
      ],
    },
  ],
};

export const REWARDS_FORM: SectionForm = {
  section: "rewards",
  preview: "member",
  fields: [
    {
      kind: "number",
      key: "votePoints",
      label: "Points for a vote",
      hint: "Credited for each vote on a list of servers that is not named below.",
    },
    {
      kind: "table",
      key: "voteLists",
      label: "Lists with points of their own",
      hint: "Named as the list calls itself when it reports a vote: members' statements say it, as in Vote on topservers.example.",
      add: "Add a list",
      blank: { service: "", points: 50 },
      columns: [
        { kind: "line", key: "service", label: "List", placeholder: "topservers.example" },
        { kind: "number", key: "points", label: "Points for a vote" },
      ],
    },
    {
      kind: "number",
      key: "playPointsMax",
      label: "Most points of one reward",
      hint: "A plugin cannot credit more at once for play.",
    },
  ],
};

export const SHOP_FORM: SectionForm = {
  section: "shop",
  preview: "shop",
  fields: [
    {
      kind: "text",
      key: "note",
      label: "Note below the heading",
      hint: "Such as how soon things arrive, or what is on offer now. What the law asks for stands on the home page's form and is shown here, too.",
    },
    {
      kind: "number",
      key: "promoPackage",
      of: "packages",
      label: "Package of the monthly gift",
      hint: "The number of the Tebex package that everybody can have once a month. Empty: there is none.",
    },
    {
      kind: "list",
      key: "packages",
      label: "What packages give",
      hint: "A package of the store that gives nothing is not sold. Those of the tiers are under Tiers: here stands only what servers hand out for them.",
      one: "package",
      title: ["id"],
      detail: ["points", "tier", "deliveries"],
      add: "Add a package",
      empty: "No packages yet.",
      blank: { id: 0, points: 0 },
      fields: [
        {
          kind: "number",
          key: "id",
          of: "packages",
          label: "Number of the package",
          hint: "As Tebex shows it.",
        },
        {
          kind: "number",
          key: "points",
          label: "Points",
          hint: "Credited for each piece. For a package of a tier: empty, they stand with the tier.",
        },
        {
          kind: "reference",
          key: "tier",
          to: "tiers",
          label: "Tier",
          none: "No tier",
          hint: "One month of it for each payment.",
        },
        {
          kind: "toggle",
          key: "givesNothing",
          label: "Sell it although it gives nothing here",
          hint: "Such as a donation, or what Tebex hands out by itself. Without this mark the shop does not sell a package that gives nothing.",
        },
        {
          kind: "table",
          key: "deliveries",
          label: "Handed out in the game",
          add: "Add something to hand out",
          blank: { game: "", give: "" },
          hint: "What a plugin gives to the buyer, as the plugin understands it.",
          columns: [
            { kind: "reference", key: "game", to: "games", label: "Game" },
            {
              kind: "reference",
              key: "server",
              to: "servers",
              label: "Server",
              none: "Any of the game",
            },
            { kind: "line", key: "give", label: "What", placeholder: "starter_kit" },
          ],
        },
      ],
    },
  ],
};
