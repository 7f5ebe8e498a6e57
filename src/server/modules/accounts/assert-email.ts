import { wrongInput } from "#server/core/errors.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";

/** @throws {AppError} `bad_request` unless the text is an email address. */
export function assertEmail(text: string | null | undefined): asserts text is string {
  const problem = emailProblem(text ?? "");
  if (problem !== null) throw wrongInput(problem, ["email"]);
}
