import { ADMINISTRATION } from "#shared/admin-messages.ts";

/** What is asked before an Admin does something about a member, and what is said where it failed. */
export const USER_ACTS = {
  promote: {
    title: "Confirm Promotion",
    text: "Are you sure you want to promote this user to Admin? They will gain full access.",
    action: "Yes, Promote",
    failed: ADMINISTRATION.promoteFailed,
    isDangerous: true,
    endsKeys: false,
  },
  demote: {
    title: "Confirm Demotion",
    text: "Are you sure you want to make this Admin a User again? They lose access to the administration at once.",
    action: "Yes, Demote",
    failed: ADMINISTRATION.demoteFailed,
    isDangerous: true,
    endsKeys: true,
  },
  deactivate: {
    title: "Deactivate this account?",
    text: "They are signed out everywhere, and cannot come back until an Admin reactivates the account.",
    action: "Yes, Deactivate",
    failed: ADMINISTRATION.deactivateFailed,
    isDangerous: true,
    endsKeys: true,
  },
  reactivate: {
    title: "Reactivate this account?",
    text: "They can sign in again, and find everything as it was.",
    action: "Yes, Reactivate",
    failed: ADMINISTRATION.reactivateFailed,
    isDangerous: false,
    endsKeys: false,
  },
  endSessions: {
    title: "End all their sessions?",
    text: "Every browser of theirs is signed out at once. Their password brings them back.",
    action: "Yes, Sign Out",
    failed: ADMINISTRATION.endSessionsFailed,
    isDangerous: true,
    endsKeys: false,
  },
} as const;
export type UserAct = keyof typeof USER_ACTS;
