import { Navigate, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { Page } from "#client/components/page.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { MarksPage } from "#client/lib/page-marks.ts";
import { PUSH_OWNER_KEY } from "#client/lib/push-owner.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { browserStorage } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useKeptPlace } from "#client/lib/use-kept-place.ts";
import { MEMBER_AREA } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { FactorPanel, FactorStrip, useNeedsFactor } from "./factor-needed.tsx";
import { MemberHeader, MemberLine } from "./header.tsx";
import { MemberNav } from "./nav.tsx";
import { StrikeStrip } from "./strike-strip.tsx";

/** After the screen is there: nobody waits for it. */
const LATER_MS = 3000;

/**
 * Tells the server again, after each login, that push reaches this browser: a login begins a session, and with the
 * last one its browser was forgotten.
 */
const useKeptPush = (userId: string | undefined): void => {
  const { client } = trpc.useUtils();
  useEffect(() => {
    // Most browsers were never added: they need not fetch what tells of it.
    if (userId === undefined || browserStorage.getItem(PUSH_OWNER_KEY) === null) return undefined;
    const tell = async () => {
      const { keptSubscription } = await import("#client/lib/push.ts");
      const kept = await keptSubscription(userId);
      if (kept !== null) await inBackground(() => client.push.subscribe.mutate(kept));
    };
    // It is tried again with the next page: what is missed is a notification.
    const timer = setTimeout(() => void tell().catch(() => {}), LATER_MS);
    return () => clearTimeout(timer);
  }, [userId, client]);
};

/** The member area before a module is chosen; goes on to the tickets at once [NAV-07]. */
export const MemberIndex = () => (
  <>
    <p className="text-lg text-muted">{MEMBER_AREA.index}</p>
    <Navigate to="/member/tickets" replace />
  </>
);

const ROWS = [1, 2, 3, 4, 5, 6];

/** The screens that are about who one is. */
const ABOUT_ONESELF: ReadonlySet<string> = new Set(["/member/stats", "/member/accountsettings"]);

/** Stands in the frame before it is known who is there: a heading, and rows. */
const ScreenSkeleton = () => (
  <div className="grid gap-3">
    <h1 className="sr-only">{MESSAGES.loading}</h1>
    <Skeleton className="h-9 w-56 md:h-10" />
    {ROWS.map((row) => (
      <Skeleton key={row} className="h-16" />
    ))}
  </div>
);

/** The frame of the member area: who one is, the modules, and the one that is open [NAV-07]. */
export const MemberLayout = () => {
  const user = useSession();
  const needsFactor = useNeedsFactor();
  useKeptPush(user?.id);
  useKeptPlace();
  const isFull = useMatches({
    select: (matches) => matches.some(({ fullPath }) => ABOUT_ONESELF.has(fullPath)),
  });
  const isWide = useLocation({
    select: ({ pathname }) => /^\/member\/(?:admin|tickets\/queue)\b/i.test(pathname),
  });
  return (
    // As high as the screen: the footer stays below it while rows come in.
    <Page className={cn("min-h-svh", isWide && "wide-shell")}>
      {isWide && <MarksPage mark="has-wide-page" />}
      {isFull ? <MemberHeader /> : <MemberLine />}
      <div
        className={cn(
          "shell pb-24 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-x-12",
          isFull ? "lg:pt-12" : "lg:pt-5",
        )}
      >
        <MemberNav />
        {/* Another person's screens begin anew, with nothing that this one has typed. */}
        <div key={user?.id} className={cn("min-w-0 lg:pt-0", isFull ? "pt-8 short:pt-4" : "pt-4")}>
          {/* Who has just signed out is led away: what stood here asks for nothing any more. */}
          {needsFactor && !isWide && <FactorStrip />}
          {user != null && !isWide && <StrikeStrip />}
          {user === undefined ? (
            <ScreenSkeleton />
          ) : needsFactor && isWide ? (
            <FactorPanel />
          ) : (
            user !== null && <Outlet />
          )}
        </div>
      </div>
    </Page>
  );
};
