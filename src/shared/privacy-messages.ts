/** Around the privacy policy. */
export const PRIVACY_POLICY = {
  sections: "Sections of the privacy policy",
} as const;
