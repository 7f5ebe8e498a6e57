import { z } from "zod/mini";
import { LOGIN_FIELDS, PERSON_NAME } from "#shared/account-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";

/** What people write for a letter; `l` is read as `i`, since a one stands for both. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "i",
  "+": "t",
  l: "i",
};

const withoutLeet = (text: string): string =>
  Array.from(text, (letter) => LEET[letter] ?? letter).join("");

const LETTER = /\p{L}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Ends are walked over, not searched: a long password costs no more than its length. */
const endsAt = (signs: readonly string[], kept: RegExp): number =>
  signs.findLastIndex((sign) => kept.test(sign)) + 1;

const withoutOuterSigns = (text: string): string => {
  const signs = Array.from(text);
  const start = signs.findIndex((sign) => LETTER_OR_NUMBER.test(sign));
  return start === -1 ? "" : signs.slice(start, endsAt(signs, LETTER_OR_NUMBER)).join("");
};

const withoutEndingDigits = (text: string): string => {
  const signs = Array.from(text);
  return signs.slice(0, endsAt(signs, LETTER)).join("");
};

/**
 * What a password is made of, as it is compared with lists and names: lower case, outer special
 * characters and digits at the end cut, and digits and signs read as the letters for which they stand
 * [SAFE-01]. What stands at the end may be a letter, too, so there are several ways to read it.
 */
export const passwordWords = (password: string): string[] => {
  const lower = password.normalize("NFKC").toLowerCase();
  const inner = withoutOuterSigns(lower);
  const words = [withoutEndingDigits(inner), inner, lower].map(withoutLeet);
  return [...new Set(words)];
};

const address = z.email().check(z.maxLength(LENGTHS.email));

/** What is wrong with the text of an address that somebody registers; null where nothing is. */
export const newEmailProblem = (text: string): string | null => {
  const typed = text.trim();
  if (typed === "") return LOGIN_FIELDS.emailRequired;
  if (typed.length > LENGTHS.email) return LOGIN_FIELDS.emailMalformed;
  return address.safeParse(typed).success ? null : LOGIN_FIELDS.emailMalformed;
};

/** The same of an address that has an account: some have letters that new ones may not have. */
export const emailProblem = (text: string): string | null =>
  text.trim().length > LENGTHS.email
    ? LOGIN_FIELDS.emailMalformed
    : newEmailProblem(text.trim().normalize("NFC").replaceAll(/\p{L}/gu, "x"));

type PasswordRule = {
  /** What a password needs, in a few words. */
  label: string;
  /** What is said of one that lacks it. */
  sentence: string;
  holds: (composed: string) => boolean;
};

/** The password policy, in the order in which it is checked [ACC-06]. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    label: "At least 8 characters",
    sentence: LOGIN_FIELDS.passwordTooShort,
    holds: (composed) => /^.{8}/su.test(composed),
  },
  {
    label: "An uppercase letter",
    sentence: LOGIN_FIELDS.passwordLacksUppercase,
    holds: (composed) => /\p{Lu}/u.test(composed),
  },
  {
    label: "A special character",
    sentence: LOGIN_FIELDS.passwordLacksSpecial,
    holds: (composed) => /[^\p{L}\p{N}]/u.test(composed),
  },
  {
    label: "No spaces",
    sentence: LOGIN_FIELDS.passwordHasSpaces,
    holds: (composed) => !/\s/u.test(composed),
  },
];

/** Whether a password keeps one rule: what is compared is its composed form. */
export const keepsRule = (rule: PasswordRule, password: string): boolean =>
  rule.holds(password.normalize("NFC"));

/** @returns the sentence of the first rule that a password breaks, or null. */
export const passwordProblem = (password: string): string | null => {
  const broken = PASSWORD_RULES.find((rule) => !keepsRule(rule, password));
  if (broken !== undefined) return broken.sentence;
  return password.length > LENGTHS.password ? LOGIN_FIELDS.passwordTooLong : null;
};

/** A password and its repetition, as a form holds them. */
export type NewPassword = { password: string; confirmation: string };

/** Whether a form may send them: the policy is kept and they are the same [ACC-08]. */
export const isNewPasswordReady = ({ password, confirmation }: NewPassword): boolean =>
  passwordProblem(password) === null && password === confirmation;

// Signs that read as another one, and that normalisation leaves as they are.
const SLASHES =
  /[\\\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5\u29f6\u29f8\u29f9\u2afb\u2afd\u3033]/gu;
const DOTS = /[\u3002\u0701\u0702\u06d4\ua4f8]/gu;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** A text as mail programs and people read it, whatever alphabet its signs are taken from. */
const asRead = (value: string): string =>
  value.normalize("NFKC").replaceAll(UNSEEN, "").replaceAll(SLASHES, "/").replaceAll(DOTS, ".");

const EDGES = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u;
const INITIAL = /^\p{L}$/u;
const CAPITALISED = /^\p{Lu}.{2}/u;
const TITLES: ReadonlySet<string> = new Set("st ste mt dr mr mrs ms fr sr".split(" "));

/** The ends of addresses that are offered to everybody, and are no family name. */
const DOMAIN_ENDINGS: ReadonlySet<string> = new Set(
  "app art bet bid biz blog buzz cam cfd click cloud club com date dev edu example fun game games gift gov help icu info lat life link live loan lol men monster net news online org party page pics pro promo quest rest sale sbs shop site space store stream team test top trade vip web website win work world xyz zip".split(
    " ",
  ),
);

const trimmed = (word: string): string => {
  let rest = word;
  while (EDGES.test(rest)) rest = rest.replace(EDGES, "");
  return rest;
};

/** "J.R.Tolkien" and "St.John", but neither "evil.example" nor "st.shop". */
const isShortened = (before: readonly string[], last: string): boolean =>
  before.every((part) => INITIAL.test(part) || TITLES.has(part.toLowerCase())) &&
  CAPITALISED.test(last) &&
  !DOMAIN_ENDINGS.has(last.toLowerCase());

const isHostName = (word: string): boolean => {
  const parts = trimmed(word).split(".").filter(Boolean);
  const last = parts.pop() ?? "";
  if (parts.length === 0) return false;
  if (/^\d+$/.test(last)) return parts.length === 3;
  // No domain ends in one letter: these are initials.
  return !INITIAL.test(last) && !isShortened(parts, last);
};

/** Whether a person's name holds what a mail program makes a link of, or what forges an address. */
export const holdsLink = (name: string): boolean => {
  const read = asRead(name);
  return (
    /[@/]/.test(read) || /(^|[^\p{L}])www\./iu.test(read) || read.split(/\s/u).some(isHostName)
  );
};

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/** What is said of names that cannot be had, by field; empty where both are fine. */
export const personNameProblems = ({
  firstName = "",
  lastName = "",
}: Names): Partial<Record<keyof Names, string>> => ({
  ...(holdsLink(firstName) && { firstName: PERSON_NAME.firstHoldsLink }),
  ...(holdsLink(lastName) && { lastName: PERSON_NAME.lastHoldsLink }),
});

/** By what an account is found: addresses are compared without case [ACC-01]. */
export const emailKeyOf = (email: string): string => email.trim().normalize("NFC").toLowerCase();

/** An address as it is shown where it need only be recognised: "a…@example.test". */
export const maskedAddress = (email: string): string => {
  const [first = ""] = email;
  return `${first}…${email.slice(email.lastIndexOf("@"))}`;
};
