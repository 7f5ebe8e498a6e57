import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";

const address = z.email().check(z.maxLength(LENGTHS.email));

/** What is wrong with the text of an address that somebody registers; null where nothing is. */
export const newEmailProblem = (text: string): string | null => {
  const typed = text.trim();
  if (typed === "") return MESSAGES.emailRequired;
  if (typed.length > LENGTHS.email) return MESSAGES.emailMalformed;
  return address.safeParse(typed).success ? null : MESSAGES.emailMalformed;
};

/** The same of an address that has an account: some have letters that new ones may not have. */
export const emailProblem = (text: string): string | null =>
  text.trim().length > LENGTHS.email
    ? MESSAGES.emailMalformed
    : newEmailProblem(text.trim().normalize("NFC").replaceAll(/\p{L}/gu, "x"));
