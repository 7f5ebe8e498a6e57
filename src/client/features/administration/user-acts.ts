import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { ADMINISTRATION, USER_SCREEN } from "#shared/admin-messages.ts";
import { displayNameOf, fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

/** What a row is called: the Discord name, else the names of the profile. */
export const userName = ({ profile, zlgMember: { discordName } }: AdminUser): string =>
  discordName === null ? fullName(profile) : displayNameOf(discordName);

/** What is asked before an Admin does something about a member, and what is said where it failed. */
export const USER_ACTS = {
  promote: {
    title: "Confirm Promotion",
    text: USER_SCREEN.promoteText,
    action: "Yes, Promote",
    failed: ADMINISTRATION.promoteFailed,
    isDangerous: true,
    endsKeys: false,
  },
  demote: {
    title: "Confirm Demotion",
    text: USER_SCREEN.demoteText,
    action: "Yes, Demote",
    failed: ADMINISTRATION.demoteFailed,
    isDangerous: true,
    endsKeys: true,
  },
  deactivate: {
    title: USER_SCREEN.deactivateTitle,
    text: USER_SCREEN.deactivateText,
    action: "Yes, Deactivate",
    failed: ACCOUNT.deactivateFailed,
    isDangerous: true,
    endsKeys: true,
  },
  reactivate: {
    title: USER_SCREEN.reactivateTitle,
    text: USER_SCREEN.reactivateText,
    action: "Yes, Reactivate",
    failed: ADMINISTRATION.reactivateFailed,
    isDangerous: false,
    endsKeys: false,
  },
  endSessions: {
    title: USER_SCREEN.endSessionsTitle,
    text: USER_SCREEN.endSessionsText,
    action: USER_SCREEN.endSessionsAction,
    failed: ADMINISTRATION.endSessionsFailed,
    isDangerous: true,
    endsKeys: false,
  },
} as const;
export type UserAct = keyof typeof USER_ACTS;

/** Puts an id on the clipboard, and says so. */
export const copyId = async (id: string): Promise<void> => {
  if (await copyText(id)) toast("success", ADMINISTRATION.idCopied, "admin");
  else toast("error", ADMINISTRATION.idNotCopied, "admin");
};
