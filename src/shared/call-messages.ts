/** What calls are refused with, whatever they are about: no screen says it by itself. */
export const CALLS = {
  unknownGame: (known: readonly string[]) =>
    `There is no game of that name here. Known games: ${known.join(", ")}.`,
  databaseAway: "The site cannot reach its database right now. Please try again in a moment.",
  cannotSave: "The site cannot save anything right now. Please try again in a few minutes.",
  usedOnceKey: "This idempotency key was used for something else. Send this with a new one.",
} as const;
