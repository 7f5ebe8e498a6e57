export { recordEarlierConsents } from "./earlier.ts";
export { newestNoted, notePolicies, versionShown } from "./policies.ts";
export { forgetConsents, recordMarketing, recordRegistration } from "./record.ts";
export { findAsked, readConsentsOf } from "./standing.ts";
