/** The member area. */
export const MEMBERS = {
  memberOf: "Member of the den",
  statsText: "The lynx is still counting. Until it is done, see who is out there tonight.",
} as const;
