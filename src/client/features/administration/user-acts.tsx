import { Suspense, useState } from "react";
import { lazyPart } from "#client/lib/chunks.ts";
import { copyAndSay } from "#client/lib/clipboard.ts";
import { ADMINS, may, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { ADMINISTRATION, USER_SCREEN } from "#shared/admin-messages.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

const load = () => import("./dialogs.ts");

export const GiveRoleDialog = lazyPart(async () => ({ default: (await load()).GiveRoleDialog }));
const HelpDialog = lazyPart(async () => ({ default: (await load()).HelpDialog }));
export const MakerKeys = lazyPart(async () => ({ default: (await load()).MakerKeys }));
export const PointsDialog = lazyPart(async () => ({ default: (await load()).PointsDialog }));

/** Fetches them before they are asked for: whoever opens a menu may choose one of them. */
export const preloadDialogs = HelpDialog.preload;

/** What an Admin does for a member who cannot help themselves. */
export type Help =
  | { act: "confirmAddress" }
  | { act: "resendVerification" }
  | { act: "changeAddress" }
  | { act: "makePasswordLink" }
  | { act: "resetSecondFactor" }
  | { act: "giveTier" }
  | { act: "endTier"; tier: string }
  | { act: "removeLink"; platform: Platform; name: string };

/** What is asked about, and about whom. */
export type Asked<Act extends Help["act"] = Help["act"]> = Extract<Help, { act: Act }> & {
  user: AdminUser;
};
/** Asks before a member is helped, one thing at a time. */
export const useHelp = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  return {
    ask: (help: Help, user: AdminUser) => setAsked({ ...help, user }),
    dialog: asked !== null && (
      <Suspense>
        <HelpDialog asked={asked} onClose={() => setAsked(null)} />
      </Suspense>
    ),
  };
};

/** What a member can be helped with, as their account stands and whoever looks may do it. */
export const useHelpsFor = (user: AdminUser, isOwn: boolean) => {
  const { hasMail, tiers } = useSite();
  const me = useSession();
  const { confirmAddress, resendVerification, makePasswordLink, resetSecondFactor, giveTier } =
    PEOPLE_SCREEN;
  if (!user.active) return [];
  const waits = [
    { act: "confirmAddress", label: confirmAddress.menu },
    ...(hasMail ? [{ act: "resendVerification", label: resendVerification.menu } as const] : []),
  ] as const;
  const address = { act: "changeAddress", label: ADDRESS_SCREEN.admin.menu } as const;
  const mayChangeAddress = hasMail && !isOwn && may(me, ADMINS);
  const password = { act: "makePasswordLink", label: makePasswordLink.menu } as const;
  const factor = { act: "resetSecondFactor", label: resetSecondFactor.menu } as const;
  const tier = { act: "giveTier", label: giveTier.menu } as const;
  return [
    ...(!user.verified && may(me, "addresses") ? waits : []),
    ...(mayChangeAddress ? [address] : []),
    ...(user.verified && !isOwn && may(me, ADMINS) ? [password, factor] : []),
    ...(tiers.length > 0 && may(me, "orders") ? [tier] : []),
  ];
};

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
