import { BRAND_EMBLEMS, DISPLAY_FONT_NAMES } from "#shared/constants/brand.ts";
import { PALETTE_FIELD } from "#shared/site-messages.ts";
import { type Field, NAME, type SectionForm, together } from "./fields.ts";

const emblemName = (name: string) =>
  name === "letter" ? "First letter of the name" : name.slice(0, 1).toUpperCase() + name.slice(1);

let zoneNames: Readonly<Record<string, string>> | undefined;
/** Made when they are first shown: there are hundreds. */
const timeZones = () =>
  (zoneNames ??= Object.fromEntries(
    [...Intl.supportedValuesOf("timeZone"), "UTC"].map((name) => [name, name.replaceAll("_", " ")]),
  ));

const emblemOrPicture = (place: "logo" | "icon"): readonly Field[] => [
  {
    kind: "choice",
    key: "emblem",
    label: "Emblem",
    none: "A picture instead",
    excludes: "picture",
    labels: Object.fromEntries(BRAND_EMBLEMS.map((name) => [name, emblemName(name)])),
  },
  {
    kind: "picture",
    key: "picture",
    label: "Picture",
    place,
    instead: { key: "emblem", value: "letter" },
    hint: "Shown in place of the emblem. What is transparent stays so.",
  },
];

export const BRAND_FORM: SectionForm = {
  section: "brand",
  preview: "home",
  fields: [
    together("Name", [
      {
        kind: "line",
        key: "name",
        label: "Name of the community",
        hint: "In the bar, in titles, in mails and on pictures of links.",
      },
      {
        kind: "line",
        key: "tagline",
        label: "Tagline",
        hint: "The headline of the home page, unless that has one of its own.",
      },
      {
        kind: "text",
        key: "description",
        label: "Description",
        hint: "One or two sentences, for search engines and the previews of links.",
      },
      {
        kind: "line",
        key: "currency",
        label: "Currency of your points",
        hint: "Short, as it stands behind a number: 250 XP.",
      },
    ]),
    together(
      "Colours and typeface",
      [
        {
          kind: "colour",
          key: "accent",
          label: "Accent",
          hint: "What stands out, and what is there to press.",
        },
        {
          kind: "colour",
          key: "background",
          label: "Background",
          hint: "Of every page; panels, lines and texts follow from it.",
        },
        { kind: "palette", key: "", label: PALETTE_FIELD.title },
        { kind: "choice", key: "font", label: "Typeface of headings", labels: DISPLAY_FONT_NAMES },
        {
          kind: "choice",
          key: "scene",
          label: "Backdrop of the first screen",
          none: "Light in your colours",
          labels: { den: "A night scene" },
        },
      ],
      "All other colours are worked out from these two, so that texts can be read on them.",
    ),
    {
      kind: "group",
      key: "logo",
      label: "Emblem beside the name",
      hint: "An emblem or a picture of your own, one of the two.",
      fields: emblemOrPicture("logo"),
    },
    {
      kind: "group",
      key: "icon",
      label: "Icon of its own",
      hint: "In the tab, and of the installed app. Without one it is the emblem.",
      isOptional: true,
      blank: { emblem: "letter" },
      fields: emblemOrPicture("icon"),
    },
    together("Links to the site", [
      {
        kind: "picture",
        key: "socialImage",
        label: "Picture",
        place: "social",
        hint: "What a link shows where it is pasted. Drawn for each page where it is empty.",
      },
    ]),
    together("Who runs it", [
      {
        kind: "line",
        key: "operator",
        label: "Operator",
        hint: "The person, club or company that is responsible. Named in the privacy policy.",
      },
      {
        kind: "email",
        key: "contactEmail",
        label: "Contact address",
        hint: "Where people write to. It stands at the foot of every page.",
      },
      {
        kind: "line",
        key: "jurisdiction",
        label: "Law that applies",
        placeholder: "Germany",
        hint: "The country or state under whose law the site is run.",
      },
    ]),
    together("Time", [
      {
        kind: "choice",
        key: "timezone",
        label: "Time zone",
        none: "As in community.toml",
        get labels() {
          return timeZones();
        },
        hint: "Decides when a day begins: for figures, tiers, rewards and restarts. Type to find one.",
      },
    ]),
    together("Language", [
      {
        kind: "line",
        key: "locale",
        label: "Numbers and dates",
        placeholder: "en-US",
        hint: "A language and a country, such as en-US, en-GB or de-DE. Dates, numbers and money are written as people do there.",
      },
      {
        kind: "line",
        key: "language",
        label: "Language of your texts",
        placeholder: "en",
        hint: "In which you write, such as en or de: for screen readers and translators. Buttons stay English.",
      },
    ]),
  ],
};

export const LINKS_FORM: SectionForm = {
  section: "links",
  preview: "home",
  fields: [
    {
      kind: "address",
      key: "discord",
      label: "Discord invitation",
      placeholder: "https://discord.gg/…",
      hint: "Leave it empty if you have none: then nothing leads there.",
    },
    {
      kind: "address",
      key: "subscriptions",
      label: "Subscriptions elsewhere",
      placeholder: "https://…",
      hint: "Where people manage a subscription that they did not buy here.",
    },
    {
      kind: "address",
      key: "steamFavorites",
      label: "Steam favorites",
      placeholder: "https://…",
      hint: "A table of your servers, to add them to the favorites in Steam.",
    },
    {
      kind: "table",
      key: "donations",
      label: "Donations",
      hint: "Where people can give something, such as a page for donations.",
      add: "Add a way to donate",
      blank: { name: "", url: "" },
      columns: [
        { kind: "line", key: "name", label: "Name", placeholder: "Our piggy bank" },
        { kind: "address", key: "url", label: "Address", placeholder: "https://…" },
      ],
    },
  ],
};

export const MENU_FORM: SectionForm = {
  section: "menu",
  preview: "home",
  fields: [
    {
      kind: "menu",
      key: "bar",
      label: "Bar",
      hint: "At the top of every page on wide screens. What the community does not have is not shown.",
    },
    {
      kind: "menu",
      key: "phone",
      label: "Menu of phones",
      isOptional: true,
      hint: "The same as the bar, unless you say otherwise.",
    },
    { kind: "menu", key: "footer", label: "Foot", hint: "At the end of every page." },
    {
      kind: "line",
      key: "motto",
      label: "Motto",
      braces: NAME,
      hint: "A sentence below the name at the foot of every page.",
    },
  ],
};

const ICONS = {
  shield: "Shield",
  machine: "Machine",
  gift: "Gift",
  heart: "Heart",
  discord: "Discord",
  servers: "Servers",
  rules: "Scroll",
  shop: "Shop",
};

const heading = (texts: readonly string[] = NAME): Field[] => [
  {
    kind: "line",
    key: "eyebrow",
    label: "Line above the title",
    braces: NAME,
  },
  { kind: "line", key: "title", label: "Title", braces: NAME },
  { kind: "text", key: "text", label: "Text below the title", braces: texts },
];

export const HOME_FORM: SectionForm = {
  section: "home",
  preview: "home",
  fields: [
    {
      kind: "order",
      key: "sections",
      label: "Sections of the page",
      hint: "In this order, below the first screen. One without content is not shown.",
      labels: {
        features: "Features",
        steps: "Steps",
        services: "Services and subscriptions",
        servers: "Games and servers",
        status: "Server status",
      },
    },
    together("First screen", [
      { kind: "line", key: "eyebrow", label: "Line above the headline", braces: NAME },
      {
        kind: "line",
        key: "headline",
        label: "Headline",
        braces: NAME,
        hint: "Your tagline where it is empty.",
      },
      {
        kind: "text",
        key: "text",
        label: "Text",
        braces: NAME,
        hint: "Your description where it is empty.",
      },
    ]),
    {
      kind: "group",
      key: "features",
      label: "Features",
      fields: [
        {
          kind: "line",
          key: "title",
          label: "Title",
          braces: NAME,
          hint: "Read to people who do not see the page.",
        },
        {
          kind: "list",
          key: "items",
          label: "Features",
          one: "feature",
          title: ["title"],
          add: "Add a feature",
          empty: "No features yet: the section is not shown.",
          blank: { title: "", text: "" },
          fields: [
            { kind: "line", key: "title", label: "Title", braces: NAME },
            { kind: "text", key: "text", label: "Text", braces: NAME },
            { kind: "choice", key: "icon", label: "Icon", labels: ICONS, none: "No icon" },
          ],
        },
      ],
    },
    {
      kind: "group",
      key: "steps",
      label: "Steps",
      fields: [
        ...heading(),
        {
          kind: "list",
          key: "items",
          label: "Steps",
          one: "step",
          title: ["title"],
          add: "Add a step",
          empty: "No steps yet: the section is not shown.",
          blank: { title: "", text: "" },
          fields: [
            { kind: "line", key: "title", label: "Title", braces: NAME },
            { kind: "text", key: "text", label: "Text", braces: NAME },
          ],
        },
      ],
    },
    {
      kind: "group",
      key: "services",
      label: "Services and subscriptions",
      hint: "The subscriptions themselves are under Tiers.",
      fields: [
        ...heading(),
        {
          kind: "group",
          key: "donation",
          label: "Card of donations",
          fields: [
            { kind: "line", key: "title", label: "Title", braces: NAME },
            { kind: "text", key: "text", label: "Text", braces: NAME },
          ],
        },
      ],
    },
    {
      kind: "group",
      key: "servers",
      label: "Games and servers",
      hint: "What is said of each game is under Games.",
      fields: heading([...NAME, "servers", "serverCount"]),
    },
    { kind: "group", key: "status", label: "Server status", fields: heading() },
    together("Legal note", [
      {
        kind: "text",
        key: "note",
        label: "Note about what is sold",
        braces: NAME,
        hint: "What has to be said by law: below the services, in the shop and beside subscriptions.",
      },
    ]),
  ],
};

export const PICTURES_FORM: SectionForm = {
  section: "pictures",
  preview: null,
  fields: [
    {
      kind: "lines",
      key: "hosts",
      label: "Hosts of pictures",
      add: "Add a host",
      placeholder: "i.example.com",
      hint: "Messages on tickets show pictures from these hosts. Whoever looks at such a message asks there, so keep the list short.",
    },
    {
      kind: "toggle",
      key: "uploads",
      label: "Pictures and files on tickets",
      hint: "Members and the team can add screenshots and log files to tickets and messages.",
    },
    {
      kind: "number",
      key: "maxMegabytes",
      label: "Largest picture",
      unit: "MB",
      placeholder: "8",
      hint: "Larger ones are made smaller in the browser before they are sent, where it can.",
    },
  ],
};
