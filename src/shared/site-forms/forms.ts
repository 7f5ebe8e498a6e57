import { PERMISSIONS } from "#shared/constants/accounts.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { PERMISSION_TEXTS } from "#shared/team-messages.ts";
import { type Field, NAME, type SectionForm } from "./fields.ts";
import { BRAND_FORM, HOME_FORM, LINKS_FORM, MENU_FORM, PICTURES_FORM } from "./looks.ts";
import { GAMES_FORM, REWARDS_FORM, SERVERS_FORM, SHOP_FORM, TIERS_FORM } from "./play.ts";
import {
  MAILS_FORM,
  PAGES_FORM,
  PRIVACY_FORM,
  RULES_FORM,
  TEXTS_FORM,
  WELCOME_FORM,
} from "./words.ts";

const option = (what: string): Field[] => [
  {
    kind: "line",
    key: "key",
    label: "Key",
    hint: `What is stored with a ticket. Once ${what} is in use, change its title instead.`,
  },
  {
    kind: "line",
    key: "title",
    label: "Title",
    hint: "What people see; the key where it is empty.",
  },
  {
    kind: "choice",
    key: "icon",
    label: "Icon",
    none: "Plain",
    labels: { bug: "Bug", cart: "Cart", plug: "Plug", discord: "Discord" },
  },
];

const DAY_NAMES = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

const QUESTIONS: Field = {
  kind: "list",
  key: "questions",
  label: "Questions",
  hint: "What is asked besides when somebody opens a ticket of this category.",
  one: "question",
  title: ["label", "key"],
  add: "Add a question",
  empty: "None: subject and description alone.",
  blank: { key: "", label: "", type: "line" },
  fields: [
    { kind: "line", key: "label", label: "Question" },
    {
      kind: "key",
      key: "key",
      from: "label",
      label: "Key",
      hint: "By which other programs send the answer.",
    },
    {
      kind: "choice",
      key: "type",
      label: "Answered by",
      labels: { line: "One line", text: "Several lines", choice: "A choice" },
      hides: { line: ["choices"], text: ["choices"], choice: ["max"] },
    },
    { kind: "toggle", key: "required", label: "Has to be answered" },
    {
      kind: "lines",
      key: "choices",
      label: "Choices",
      add: "Add a choice",
    },
    {
      kind: "number",
      key: "max",
      label: "Longest answer",
      unit: "characters",
      hint: "As much as fits where it is empty.",
    },
  ],
};

const TICKETS_FORM: SectionForm = {
  section: "tickets",
  preview: "tickets",
  fields: [
    {
      kind: "toggle",
      key: "notifyTeam",
      label: "Notify the team of new tickets",
      hint: "Everybody who may see a new ticket gets a notification, but for whoever opened it.",
    },
    {
      kind: "group",
      key: "targets",
      label: "Time to an answer",
      hint: "Tickets that wait longer are marked; whoever takes care of them, or the whole team, is warned before.",
      isOptional: true,
      blank: { firstAnswerMinutes: 240, nextAnswerMinutes: 480, warnMinutes: 30 },
      fields: [
        { kind: "duration", key: "firstAnswerMinutes", label: "First answer within" },
        { kind: "duration", key: "nextAnswerMinutes", label: "Next answer within" },
        { kind: "duration", key: "warnMinutes", label: "Warn before" },
        {
          kind: "group",
          key: "hours",
          label: "Working hours",
          hint: "By the clocks of the site's time zone. Without them every hour counts.",
          isOptional: true,
          blank: { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", until: "18:00" },
          fields: [
            { kind: "many", key: "days", label: "Days", labels: DAY_NAMES },
            { kind: "time", key: "from", label: "From" },
            {
              kind: "time",
              key: "until",
              label: "Until",
              hint: "An earlier time is one after midnight.",
            },
          ],
        },
      ],
    },
    {
      kind: "group",
      key: "closing",
      label: "Closing what nobody answers",
      hint: "A ticket that the team has answered is closed once those on it have been silent for so long.",
      isOptional: true,
      blank: { afterDays: 14, warnDays: 3 },
      fields: [
        { kind: "number", key: "afterDays", label: "Close after", unit: "days" },
        { kind: "number", key: "warnDays", label: "Warn before", unit: "days" },
      ],
    },
    {
      kind: "list",
      key: "categories",
      label: "Categories",
      hint: "What a ticket can be about.",
      one: "category",
      title: ["title", "key"],
      add: "Add a category",
      empty: "At least one is needed.",
      blank: { key: "" },
      fields: [
        ...option("a category"),
        QUESTIONS,
        {
          kind: "choice",
          key: "visibleTo",
          label: "Which of the team see it",
          none: "Everybody with the permission Tickets",
          labels: Object.fromEntries(
            PERMISSIONS.filter((permission) => permission !== "tickets").map((permission) => [
              permission,
              `Only who has ${PERMISSION_TEXTS[permission].title} as well`,
            ]),
          ),
          hint: "Whoever is on a ticket sees it in any case. Leave the category in place while it has tickets: without it everybody with the permission Tickets sees them.",
        },
      ],
    },
    {
      kind: "reference",
      key: "appealCategory",
      to: "categories",
      label: "Category of appeals",
      none: "Members choose one",
      hint: "In which members appeal against strikes.",
    },
    {
      kind: "list",
      key: "topics",
      label: "Topics without a server",
      hint: "They stand before the games where somebody says what is concerned.",
      one: "topic",
      title: ["title", "key"],
      add: "Add a topic",
      empty: "None: only games.",
      blank: { key: "" },
      fields: [
        ...option("a topic"),
        {
          kind: "line",
          key: "place",
          label: "Place",
          braces: NAME,
          hint: "What stands there for its server.",
        },
      ],
    },
  ],
};

/** The form of each section of the document. */
export const SECTION_FORMS: Readonly<Record<SiteSection, SectionForm>> = {
  brand: BRAND_FORM,
  links: LINKS_FORM,
  menu: MENU_FORM,
  home: HOME_FORM,
  games: GAMES_FORM,
  servers: SERVERS_FORM,
  tiers: TIERS_FORM,
  rewards: REWARDS_FORM,
  shop: SHOP_FORM,
  rules: RULES_FORM,
  pages: PAGES_FORM,
  privacy: PRIVACY_FORM,
  tickets: TICKETS_FORM,
  mails: MAILS_FORM,
  welcome: WELCOME_FORM,
  texts: TEXTS_FORM,
  pictures: PICTURES_FORM,
};
