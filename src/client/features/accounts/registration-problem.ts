import { sendProblem } from "#client/lib/api-error.ts";
import { PERSON_NAME, REGISTRATION } from "#shared/messages.ts";
import { newEmailProblem } from "#shared/rules/email.ts";
import { holdsLink } from "#shared/rules/person-name.ts";

/** What a person types to register, but the password. */
export type PersonFields = { firstName: string; lastName: string; email: string };
export type PersonProblems = Partial<Record<keyof PersonFields, string>>;

/** The sentence for a registration that was refused or failed (public §8). */
export const registrationProblem = (error: unknown): string => {
  const sentence = sendProblem(error, REGISTRATION.failed);
  return sentence.includes(REGISTRATION.emailInUsePart) ? REGISTRATION.emailInUse : sentence;
};

/** What can be seen to be wrong before anything is sent, by field, in the order of the form. */
export const personProblems = ({ firstName, lastName, email }: PersonFields): PersonProblems => {
  const problems: PersonProblems = {};
  if (firstName.trim() === "") problems.firstName = REGISTRATION.firstNameMissing;
  else if (holdsLink(firstName)) problems.firstName = PERSON_NAME.firstHoldsLink;
  if (lastName.trim() === "") problems.lastName = REGISTRATION.lastNameMissing;
  else if (holdsLink(lastName)) problems.lastName = PERSON_NAME.lastHoldsLink;
  const wrongEmail = newEmailProblem(email);
  if (wrongEmail !== null) problems.email = wrongEmail;
  return problems;
};
