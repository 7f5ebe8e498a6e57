import { Suspense, useState } from "react";
import { ADMINS, may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { ADDRESS_SCREEN } from "#shared/address-messages.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { HelpDialog } from "./lazy-dialogs.ts";

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
