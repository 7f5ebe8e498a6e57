import type { StrikeAct } from "#shared/constants/strikes.ts";

/** What a strike keeps somebody from, as it reads in a list and after "You cannot". */
export const STRIKE_ACT_NAMES: Readonly<
  Record<StrikeAct, { name: string; verb: string; text: string }>
> = {
  writing: {
    name: "Writing",
    verb: "write on tickets",
    text: "Messages and new tickets, but for an appeal.",
  },
  buying: { name: "Buying", verb: "buy in the shop", text: "The cart and the checkout." },
  earning: {
    name: "Earning",
    verb: "earn points",
    text: "Points for play and votes. What was paid for is always credited.",
  },
  playing: {
    name: "Playing",
    verb: "play on the servers",
    text: "Game servers are told of every linked account.",
  },
};

/** So much of a reason stands in the sentence of a refusal, in characters. */
const REASON_SHOWN_MAX = 200;

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > REASON_SHOWN_MAX ? `${line.slice(0, REASON_SHOWN_MAX - 1)}…` : line;
};

const because = (strikeId: number, ruleNumber: string, reason: string): string => {
  const rule = ruleNumber === "" ? "" : ` (rule ${ruleNumber})`;
  return reason === ""
    ? `because of strike #${strikeId}${rule}.`
    : `because of strike #${strikeId}${rule}: ${shortened(reason)}`;
};

const ended = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

type Forbidden = {
  act: StrikeAct;
  /** In words; null for what is permanent. */
  until: string | null;
  strikeId: number;
  /** Empty for none. */
  ruleNumber: string;
  reason: string;
};

/** What whoever does something that a strike forbids is told. */
export const strikeForbids = ({ act, until, strikeId, ruleNumber, reason }: Forbidden): string => {
  const when = until === null ? "" : ` until ${until}`;
  const what = `You cannot ${STRIKE_ACT_NAMES[act].verb}${when}, ${because(strikeId, ruleNumber, reason)}`;
  return `${ended(what)} You can appeal under Strikes in the member area.`;
};

/** What the server answers about strikes. */
export const STRIKES = {
  unknown: "There is no such strike.",
  unknownMember: "There is no such member.",
  unknownRule: "The community has no such rule. Choose another one.",
  ruleNeeded: "Choose the rule that was broken.",
  unknownTicket: "There is no such ticket, or you may not see it.",
  own: "You cannot issue a strike against yourself.",
  liftOwn: "You cannot lift a strike against yourself.",
  admin: "Admins get no strikes. Take the role away first.",
  team: "Only an Admin can issue or lift a strike against somebody of the team.",
  forbidsNothing: "Choose what the strike forbids, or make it a warning.",
  warningForbids: "A warning forbids nothing.",
  dayNeeded: "Choose the last day.",
  dayPast: "The last day must not be over.",
  dayTooFar: (years: number) =>
    `The last day must not be more than ${years} years ahead. Make it permanent instead.`,
  alreadyLifted: "The strike was lifted already.",
  alreadyOver: "The strike has expired already.",
  appealed: (ticketId: number) => `You have appealed already, on ticket #${ticketId}.`,
  bothAppeals: "Each of the two tickets appeals another strike. They cannot be merged.",
  appealOver: "The strike is over: there is nothing to appeal.",
  unlinkWhileBanned:
    "While a strike keeps you from playing, your game accounts stay linked. You can appeal under Strikes in the member area.",
  accountHeld:
    "A strike keeps this account from playing, and it stays with whoever had linked it. It can be linked again once the strike is over.",
  mergeWhileBanned:
    "One of the accounts has a strike that forbids playing, and both have an account at the same platform. They can be merged once the strike is over.",
  playerForbidden: "A strike keeps this member from earning points.",
} as const;

/** What the member is told in notifications. */
export const STRIKE_NOTICES = {
  issued: (id: number, isWarning: boolean) =>
    isWarning ? `You got a warning (strike #${id})` : `You got a strike (#${id})`,
  lifted: (id: number) => `Strike #${id} was lifted`,
  liftedText: (reason: string) => `The team lifted it: ${reason}`,
  forbids: (acts: readonly StrikeAct[], until: string | null) => {
    const verbs = acts.map((act) => STRIKE_ACT_NAMES[act].verb);
    const last = verbs.at(-1) ?? "";
    const list = verbs.length > 1 ? `${verbs.slice(0, -1).join(", ")} or ${last}` : last;
    return until === null ? `You cannot ${list}.` : `You cannot ${list} until ${until}.`;
  },
  warning: "It forbids nothing, but stays on record.",
  rule: (number: string) => `Rule ${number}.`,
  reason: (text: string) => `Reason: ${text}`,
  appeal: "If you think this is wrong, open the strike and appeal.",
} as const;

/** The mails about strikes. */
export const STRIKE_MAIL = {
  subject: (brand: string, subject: string) => `${brand}: ${subject}`,
  summary: "What it means, until when, and how to appeal.",
  liftedSummary: "What it forbade is allowed again, unless another strike forbids it.",
  action: "See your strikes",
  reason: (brand: string) =>
    `You got this email because a strike on your account at ${brand} was issued or lifted.`,
} as const;
