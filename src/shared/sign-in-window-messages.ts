/** What is said of the windows in which somebody signs in at another site. */
export const SIGN_IN_WINDOW = {
  blocked: "Please allow popups for this site.",
} as const;
