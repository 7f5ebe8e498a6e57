/** Why a game server gave no answer. */
export const NO_ANSWER_REASONS = [
  "unresolved", // the host name has no address
  "refused", // nothing listens there
  "closed", // it hung up before it had answered
  "malformed", // it said something that is not an answer
  "unlisted", // the matchmaking service does not know it
  "denied", // the matchmaking service does not know us
  "failed", // the network failed in another way
  "silent", // the time was up
] as const;
export type NoAnswerReason = (typeof NO_ANSWER_REASONS)[number];
