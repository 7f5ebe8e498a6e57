import { wrongInput, AppError } from "#server/core/errors.ts";
import { emailProblem, personNameProblems } from "#shared/rules/account-fields.ts";

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
