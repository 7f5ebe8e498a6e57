export {
  findAsked,
  forgetConsents,
  newestNoted,
  notePolicies,
  readConsentsOf,
  recordEarlierConsents,
  recordMarketing,
  recordRegistration,
  versionShown,
} from "./consents.ts";
