import type { StrikeState, StrikeTerm } from "#shared/constants/strikes.ts";

/** How a strike stands, in a word. */
export const STRIKE_STATE_NAMES: Readonly<Record<StrikeState, string>> = {
  active: "Active",
  expired: "Expired",
  lifted: "Lifted",
};

/** For how long, as it is chosen. */
export const STRIKE_TERM_NAMES: Readonly<Record<StrikeTerm, string>> = {
  warning: "Warning: forbids nothing",
  day: "1 day",
  week: "7 days",
  month: "30 days",
  until: "Up to a day…",
  permanent: "For good",
};

/** What stands beside every strike. */
export const STRIKE_PARTS = {
  title: (id: number) => `Strike #${id}`,
  warning: "Warning",
  permanent: "For good",
  noEnd: "Never",
  rule: "Rule",
  noRule: "No rule",
  reason: "Reason",
  reasonErased: "The reason is no longer on file.",
  forbids: "Forbids",
  forbidsNothing: "Nothing",
  issued: "Issued",
  issuedBy: (name: string) => `by ${name}`,
  ends: "Ends",
  ended: "Ended",
  lifted: "Lifted",
  liftedBy: (name: string) => `by ${name}`,
  remark: "For the team",
  evidence: "Evidence",
  ticket: (id: number) => `Ticket #${id}`,
  appeal: (id: number) => `Appeal: ticket #${id}`,
  appealed: "Appealed",
} as const;

/** The screen on which members see their own strikes. */
export const OWN_STRIKES = {
  eyebrow: "Your account",
  title: "Strikes",
  intro: "What the team has warned you of or forbidden you. Old ones stay on record.",
  empty: { title: "You have no strikes", text: "Keep it that way: play fair and be kind." },
  counted: ["strike", "strikes"] as [string, string],
  failed: "Your strikes could not be loaded.",
  appeal: "Appeal",
  appealOf: (id: number) => `Appeal against strike #${id}`,
  appealText: "You can appeal once. The team reads it and answers on a ticket.",
  seeAppeal: "See your appeal",
  appealSubject: (id: number) => `Appeal against strike #${id}`,
  appealFormText: (id: number) =>
    `This ticket is your appeal against strike #${id}. Tell the team what happened from your side.`,
} as const;

/** The list of the team. */
export const STRIKE_ADMIN = {
  eyebrow: "Fair play",
  title: "Strikes",
  label: "Strikes",
  columns: { member: "Member", rule: "Rule", forbids: "Forbids", state: "State" },
  issue: "New strike",
  empty: {
    title: "No strikes yet",
    text: "A strike warns a member or forbids something for a time. Issue one here, on a member's page or from a ticket.",
  },
  noMatch: { title: "No strike matches.", text: "Try another state, member or rule." },
  counted: ["strike", "strikes"] as [string, string],
  failed: "The strikes could not be loaded.",
  allStates: "All states",
  state: "State",
  byRule: "Rule",
  allRules: "All rules",
  member: "Member",
  issuer: "Issued by",
  csv: [
    "Strike",
    "Member",
    "Member (ID)",
    "Rule",
    "Reason",
    "Forbids",
    "State",
    "Issued (UTC)",
    "Issued by",
    "Ends (UTC)",
    "Lifted (UTC)",
    "Lifted by",
    "Why lifted",
    "Appeal",
  ],
  sorts: {
    own: "Newest first",
    names: {
      issued: "Oldest first",
      "-issued": "Newest first",
      ends: "Ends first",
      "-ends": "Ends last",
    },
  },
} as const;

/** What issues a strike. */
export const STRIKE_FORM = {
  open: "Strike",
  title: (name: string) => `Strike ${name}`,
  titleWithout: "New strike",
  text: "The member is told at once, by notification and email. A strike is never edited: lift it and issue another.",
  member: "Member",
  memberMissing: "Choose the member.",
  rule: "Rule that was broken",
  chooseRule: "Choose a rule",
  ruleMissing: "Choose the rule that was broken.",
  reason: "Reason",
  reasonHint: "Shown to the member, also in the email.",
  reasonMissing: "Say why.",
  term: "For how long",
  lastDay: "Last day",
  lastDayMissing: "Choose the last day.",
  forbids: "What it forbids",
  forbidsMissing: "Choose what it forbids, or make it a warning.",
  remark: "Remark for the team",
  remarkHint: "The member never sees it.",
  evidence: "Links to evidence",
  evidenceHint: "One https address on each line. For the team alone.",
  evidenceWrong: "Each line needs an address that begins with https://.",
  ticketPictures: "Pictures of this ticket",
  ticketPicture: (alt: string, index: number, count: number) =>
    alt === "" ? `Use picture ${index} of ${count}` : `Use picture ${index} of ${count}: ${alt}`,
  ticketPicturesFailed: "The pictures of this ticket could not be loaded.",
  tooManyFiles: (count: number) => `Choose ${count} pictures and files at most.`,
  fromTicket: (id: number) => `Ticket #${id} is kept as evidence.`,
  action: "Issue strike",
  done: (id: number) => `Strike #${id} is issued.`,
  failed: "The strike could not be issued. Please try again.",
  rulesFailed: "The rules could not be loaded.",
} as const;

/** What lifts a strike. */
export const LIFT_FORM = {
  open: "Lift",
  openThis: (id: number) => `Lift strike #${id}`,
  title: (id: number) => `Lift strike #${id}?`,
  text: "What it forbids is allowed again at once, and the member is told. It stays on record.",
  reason: "Reason",
  reasonHint: "Shown to the member.",
  reasonMissing: "Say why.",
  action: "Lift strike",
  done: (id: number) => `Strike #${id} is lifted.`,
  failed: "The strike could not be lifted. Please try again.",
} as const;

/** Where a member's strikes stand beside other things about them. */
export const STRIKE_SECTION = {
  title: "Strikes",
  none: "No strikes.",
  all: "See all strikes",
  loading: "…",
  failed: "The strikes could not be loaded.",
  beside: "Strikes of this ticket",
} as const;
