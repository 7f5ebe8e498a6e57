import { AppError } from "#server/core/errors.ts";
import { personNameProblems } from "#shared/rules/account-fields.ts";

/** @throws {AppError} `bad_request` with the fields of the names that cannot be had. */
export const assertNames = (names: { firstName?: string; lastName?: string }): void => {
  const fields = personNameProblems(names);
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw new AppError("bad_request", sentence, { fields });
};
