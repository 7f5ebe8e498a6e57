import { ADMINS, may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { copyAndSay } from "#client/lib/use-copy.ts";
import { ADMINISTRATION, USER_SCREEN } from "#shared/admin-messages.ts";
import { displayNameOf, fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

/** What one may do to a member, by what it takes; to oneself, what the settings do not do [TEAM-10]. */
export const useUserActs = ({ active, role }: AdminUser, isOwn: boolean) => {
  const me = useSession();
  const mayDo = (act: UserAct) => may(me, USER_ACTS[act].needed);
  const isOpen = !isOwn && (role !== "Admin" || may(me, ADMINS));
  return {
    mayPromote: role !== "Admin" && mayDo("promote"),
    mayDemote: role === "Admin" && mayDo("demote"),
    mayDeactivate: isOpen && active && mayDo("deactivate"),
    mayReactivate: isOpen && !active && mayDo("reactivate"),
    mayEndSessions: isOpen && active && mayDo("endSessions"),
    mayChangePoints: may(me, "points"),
    /** One's own statement is everybody's. */
    mayReadStatement: isOwn || may(me, "points"),
    mayReadAudit: may(me, "audit"),
    mayGiveRole: role !== "Admin" && active && may(me, "roles"),
  };
};

/** What a row is called: the Discord name, else the names of the profile. */
export const userName = ({ profile, zlgMember: { discordName } }: AdminUser): string =>
  discordName === null ? fullName(profile) : displayNameOf(discordName);

/** Names and address, as far as whoever looks is told them: "Ann Ash · ann@example.com". */
export const namesOf = ({ profile, email }: Pick<AdminUser, "profile" | "email">): string =>
  email === "" ? fullName(profile) : `${fullName(profile)} · ${email}`;

/** What is asked before something is done about a member, and what is said where it failed. */
export const USER_ACTS = {
  promote: {
    needed: ADMINS,
    title: "Confirm Promotion",
    text: USER_SCREEN.promoteText,
    action: "Yes, Promote",
    failed: ADMINISTRATION.promoteFailed,
    isDangerous: true,
    endsKeys: false,
  },
  demote: {
    needed: ADMINS,
    title: "Confirm Demotion",
    text: USER_SCREEN.demoteText,
    action: "Yes, Demote",
    failed: ADMINISTRATION.demoteFailed,
    isDangerous: true,
    endsKeys: true,
  },
  deactivate: {
    needed: "members",
    title: USER_SCREEN.deactivateTitle,
    text: USER_SCREEN.deactivateText,
    action: "Yes, Deactivate",
    failed: ADMINISTRATION.deactivateFailed,
    isDangerous: true,
    endsKeys: true,
  },
  reactivate: {
    needed: "members",
    title: USER_SCREEN.reactivateTitle,
    text: USER_SCREEN.reactivateText,
    action: "Yes, Reactivate",
    failed: ADMINISTRATION.reactivateFailed,
    isDangerous: false,
    endsKeys: false,
  },
  endSessions: {
    needed: "members",
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
  const { idCopied: copied, idNotCopied: refused } = ADMINISTRATION;
  await copyAndSay(id, "address", { copied, refused, area: "admin" });
};
