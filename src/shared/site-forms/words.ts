import { DOCUMENT, type Field, NAME, type SectionForm } from "./fields.ts";

export const RULES_FORM: SectionForm = {
  section: "rules",
  preview: "rules",
  fields: [
    {
      kind: "list",
      key: "tabs",
      label: "Tabs",
      hint: "One for each part of the rules. Without a tab the site has no page of rules.",
      one: "tab",
      title: ["name", "key"],
      add: "Add a tab",
      empty: "No rules yet: the site has no page of them.",
      blank: { key: "", name: "", text: "## General\n\n1. Be kind to each other.\n" },
      fields: [
        { kind: "line", key: "name", label: "Short name", hint: "As on the tab." },
        {
          kind: "line",
          key: "title",
          label: "Heading",
          hint: "Above its rules; the short name where it is empty.",
        },
        {
          kind: "key",
          key: "key",
          from: "name",
          keepsCase: true,
          label: "Key",
          hint: "Names the tab in links to a rule: letters and digits.",
        },
        { kind: "text", key: "intro", label: "Introduction" },
        {
          kind: "markdown",
          key: "text",
          label: "Rules",
          hint: "## begins a section, a numbered list has its rules: rule 2 of section 3 becomes 3.2, and [text](#3-2) leads there. ## Title {#anchor} with lists has no number.",
        },
      ],
    },
    {
      kind: "group",
      key: "ladder",
      label: "Ladder",
      isOptional: true,
      blank: { title: "", steps: [{ offense: "", sanction: "", text: "" }] },
      hint: "What follows a broken rule. It stands at the end of the first tab.",
      fields: [
        { kind: "line", key: "title", label: "Title" },
        { kind: "text", key: "intro", label: "Introduction" },
        {
          kind: "list",
          key: "steps",
          label: "Steps",
          one: "step",
          title: ["offense"],
          detail: ["sanction"],
          add: "Add a step",
          empty: "The ladder needs a step.",
          blank: { offense: "", sanction: "", text: "" },
          fields: [
            { kind: "line", key: "offense", label: "When", placeholder: "The first time" },
            { kind: "line", key: "sanction", label: "What follows", placeholder: "A warning" },
            { kind: "text", key: "text", label: "Text" },
          ],
        },
      ],
    },
  ],
};

const POLICY = [...DOCUMENT, "updated"];

export const PRIVACY_FORM: SectionForm = {
  section: "privacy",
  preview: "privacy",
  fields: [
    { kind: "date", key: "updated", label: "Last changed" },
    { kind: "text", key: "intro", label: "Below the heading", braces: POLICY },
    {
      kind: "lines",
      key: "summary",
      label: "In short",
      add: "Add a sentence",
      braces: POLICY,
      hint: "The policy in a few sentences, for people in a hurry.",
    },
    {
      kind: "lines",
      key: "legalBasis",
      label: "Legal basis",
      add: "Add a point",
      braces: POLICY,
      hint: "On which grounds you keep data. Shown where the policy says {legal-basis}.",
    },
    {
      kind: "lines",
      key: "rights",
      label: "Rights",
      add: "Add a right",
      braces: POLICY,
      hint: "What people may ask of you. Shown where the policy says {rights}.",
    },
    {
      kind: "number",
      key: "minimumAge",
      label: "Minimum age",
      hint: "In years: {minimum-age} in the policy.",
    },
    {
      kind: "group",
      key: "authority",
      label: "Authority",
      isOptional: true,
      blank: { name: "" },
      hint: "With whom people can complain. Shown where the policy says {authority}.",
      fields: [
        { kind: "line", key: "name", label: "Name" },
        { kind: "line", key: "address", label: "Postal address" },
        { kind: "address", key: "url", label: "Website", placeholder: "https://…" },
      ],
    },
    {
      kind: "markdown",
      key: "text",
      label: "Policy",
      braces: [
        ...POLICY,
        "personal-data",
        "usage-data",
        "provider-data",
        "storage",
        "use",
        "retention",
        "deletion",
        "disclosure",
        "security",
        "providers",
        "legal-basis",
        "rights",
        "authority",
        "minimum-age",
      ],
      hint: "A paragraph that is nothing but {storage} or one of the others is written by the site itself, so that it stays true.",
    },
  ],
};

const mail = (key: string, label: string, hint: string, more: readonly string[]): Field => ({
  kind: "group",
  key,
  label,
  hint,
  fields: [
    { kind: "line", key: "subject", label: "Subject", braces: [...NAME, ...more] },
    {
      kind: "text",
      key: "intro",
      label: "Introduction",
      braces: [...NAME, ...more],
      hint: "What stands above the button. An empty line begins a new paragraph.",
    },
  ],
});

export const MAILS_FORM: SectionForm = {
  section: "mails",
  preview: "mails",
  fields: [
    mail("verify", "Confirm the address", "To whoever registers.", []),
    mail("reset", "Set a new password", "To whoever has forgotten theirs.", ["username"]),
    mail("browser", "Confirm a browser", "While others guess the password.", ["username"]),
    mail("guessed", "Somebody guesses your password", "It must say {time}.", ["username", "time"]),
    mail("passwordChanged", "Password changed", "It must say {time}.", ["username", "time"]),
    mail("security", "Security mail", "It must say {what}, {time} and {place}.", [
      "username",
      "what",
      "time",
      "place",
    ]),
    mail("goodbye", "Account closed", "It must say {until}.", ["username", "days", "until"]),
    mail("receipt", "Receipt", "What was bought stands below it. It must say {order} and {time}.", [
      "username",
      "order",
      "time",
    ]),
  ],
};

export const WELCOME_FORM: SectionForm = {
  section: "welcome",
  preview: "welcome",
  fields: [
    {
      kind: "list",
      key: "",
      label: "Notifications",
      one: "notification",
      title: ["title"],
      add: "Add a notification",
      empty: "None: new members find nothing.",
      blank: { title: "", text: "" },
      fields: [
        { kind: "line", key: "title", label: "Title", braces: NAME },
        { kind: "text", key: "text", label: "Text", braces: NAME },
        {
          kind: "line",
          key: "link",
          label: "Where it leads",
          placeholder: "/rules",
          hint: "A page of this site, or an address that begins with https://. It may be empty.",
        },
      ],
    },
  ],
};

export const PAGES_FORM: SectionForm = {
  section: "pages",
  preview: "page",
  fields: [
    {
      kind: "list",
      key: "",
      label: "Pages",
      one: "page",
      title: ["title", "key"],
      detail: ["key"],
      add: "Add a page",
      empty: "No pages yet. An imprint, your staff or how to join are good ones.",
      blank: { key: "", title: "", description: "", text: "" },
      fields: [
        { kind: "line", key: "title", label: "Title", braces: DOCUMENT },
        {
          kind: "key",
          key: "key",
          from: "title",
          isAddress: true,
          label: "Address",
          hint: "Links to the page break when it changes. Put the page into a menu under Menus.",
        },
        {
          kind: "line",
          key: "description",
          label: "Description",
          braces: DOCUMENT,
          hint: "For search engines and the previews of links.",
        },
        { kind: "markdown", key: "text", label: "Text", braces: DOCUMENT },
      ],
    },
  ],
};

export const TEXTS_FORM: SectionForm = {
  section: "texts",
  preview: "login",
  previews: { login: "login", member: "member", back: "missing", quiet: "quiet" },
  fields: [
    { kind: "line", key: "login", label: "Below the title of the login", braces: NAME },
    { kind: "line", key: "member", label: "Above the name of a member", braces: NAME },
    {
      kind: "line",
      key: "back",
      label: "Way to the home page",
      braces: NAME,
      hint: "On a page that is not there.",
    },
    {
      kind: "line",
      key: "quiet",
      label: "No notifications",
      braces: NAME,
      hint: "Where somebody has none.",
    },
    {
      kind: "line",
      key: "reopened",
      label: "A ticket is open again",
      braces: NAME,
      hint: "Told to whoever has opened it again. Nothing is said where this is empty.",
    },
  ],
};
