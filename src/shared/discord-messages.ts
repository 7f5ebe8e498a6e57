/** The way to the Discord server. */
export const DISCORD_REDIRECT = {
  nothingHappens: "Nothing happening? The door is right here.",
  continue: "Continue to Discord",
} as const;
