/** The window in which an account elsewhere is linked. */
export const LINK_WINDOW = {
  learnedMinecraft: "your player name, its id and your skin",
  learnedEpic: "your display name and its id",
  staysOpen: "Your browser keeps this window open. Please close it yourself.",
  logInFirst: "Log in first",
  consent: (provider: string, learned: string) =>
    `${provider} asks who you are and sends you back here. We learn ${learned}, nothing else.`,
  linking: (platform: string) => `Linking your ${platform} account...`,
} as const;
