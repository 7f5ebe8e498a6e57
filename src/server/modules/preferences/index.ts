export { isWanted, type Preferences, preferencesOf } from "./choices.ts";
export { forgetPreferences, stopMails } from "./save.ts";
