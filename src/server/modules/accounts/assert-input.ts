import { wrongInput, AppError } from "#server/core/errors.ts";
import { LOGIN_FIELDS } from "#shared/password-messages.ts";
import {
  emailProblem,
  newEmailProblem,
  passwordProblem,
  personNameProblems,
} from "#shared/rules/account-fields.ts";

/** @throws {AppError} `bad_request` unless the text is an email address. */
export function assertEmail(text: string | null | undefined): asserts text is string {
  const problem = emailProblem(text ?? "");
  if (problem !== null) throw wrongInput(problem, ["email"]);
}

/** @throws {AppError} `bad_request` with the fields of the names that cannot be had. */
export const assertNames = (names: { firstName?: string; lastName?: string }): void => {
  const fields = personNameProblems(names);
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new AppError("bad_request", sentence, { fields });
};

type NewAccount = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword: string;
};

/** @throws {AppError} `bad_request` with the first thing that is wrong in a new account, and its field. */
export const assertNewAccount = (input: NewAccount): void => {
  const { email, password, confirmPassword } = input;
  assertNames(input);
  const wrongEmail = newEmailProblem(email);
  if (wrongEmail !== null) throw wrongInput(wrongEmail, ["email"]);
  const wrongPassword = passwordProblem(password);
  if (wrongPassword !== null) throw wrongInput(wrongPassword, ["password"]);
  if (password !== confirmPassword)
    throw wrongInput(LOGIN_FIELDS.passwordsDiffer, ["confirmPassword"]);
};
