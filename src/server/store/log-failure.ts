import { errorFields, type Log, type LogFields } from "#server/core/log.ts";
import { storeTroubleOf } from "./trouble.ts";

/**
 * Logs what failed beside the requests. While the database cannot be used the store itself has said
 * so, once: whatever else fails of it is there for those alone who want every detail.
 */
export const logFailure = (
  log: Log,
  level: "warn" | "error",
  event: string,
  error: unknown,
  fields: LogFields = {},
): void => {
  log[storeTroubleOf(error) === null ? level : "debug"](event, {
    ...fields,
    ...errorFields(error),
  });
};
