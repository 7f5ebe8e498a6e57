/** The tabs of the account settings, as they stand in `?tab=` [NAV-09]. */
export const SETTINGS_TABS = [
  "General",
  "Notifications",
  "Privacy",
  "Accounts",
  "Security",
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];
