import { LENGTHS } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";

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
    sentence: MESSAGES.passwordTooShort,
    holds: (composed) => /^.{8}/su.test(composed),
  },
  {
    label: "An uppercase letter",
    sentence: MESSAGES.passwordLacksUppercase,
    holds: (composed) => /\p{Lu}/u.test(composed),
  },
  {
    label: "A special character",
    sentence: MESSAGES.passwordLacksSpecial,
    holds: (composed) => /[^\p{L}\p{N}]/u.test(composed),
  },
  {
    label: "No spaces",
    sentence: MESSAGES.passwordHasSpaces,
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
  return password.length > LENGTHS.password ? MESSAGES.passwordTooLong : null;
};

/** A password and its repetition, as a form holds them. */
export type NewPassword = { password: string; confirmation: string };

/** Whether a form may send them: the policy is kept and they are the same [ACC-08]. */
export const isNewPasswordReady = ({ password, confirmation }: NewPassword): boolean =>
  passwordProblem(password) === null && password === confirmation;
