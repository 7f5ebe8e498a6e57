import {
  Link,
  Navigate,
  Outlet,
  useElementScrollRestoration,
  useLocation,
  useMatches,
  useRouter,
} from "@tanstack/react-router";
import { Ban, ShieldAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Page } from "#client/components/page.tsx";
import { Emblem } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { PUSH_OWNER_KEY } from "#client/lib/markers.ts";
import { MarksPage } from "#client/lib/page-marks.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useStanding } from "#client/lib/session/use-identity.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { browserStorage } from "#client/lib/storage.ts";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MEMBER_AREA, STRIKE_STRIP, TEAM_FACTOR } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { STRIKE_NOTICES } from "#shared/strike-messages.ts";
import { MemberHeader, MemberLine, MemberNav } from "./header.tsx";

/** Whether the permissions of whoever is signed in are off, since the site asks for a second factor. */
const useNeedsFactor = (): boolean => useSession()?.needsSecondFactor === true;

const ToSecurity = () => (
  <Button asChild size="sm">
    <Link to="/member/accountsettings" search={{ tab: "Security" }}>
      {TEAM_FACTOR.action}
    </Link>
  </Button>
);

/** Says on every member screen what is missing, and leads there; where it is set up, says where. */
const FactorStrip = () => {
  const isThere = useLocation({
    select: ({ search }) => "tab" in search && search.tab === "Security",
  });
  return (
    <aside
      aria-label={TEAM_FACTOR.title}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent/50 bg-ground-850 px-4 py-3 text-ink print:hidden"
    >
      <ShieldAlert className="size-5 shrink-0 text-accent" aria-hidden />
      <p className="min-w-0 flex-1 basis-60 text-[0.95rem]">
        <strong className="font-semibold">{TEAM_FACTOR.title}.</strong>{" "}
        {isThere ? TEAM_FACTOR.here : TEAM_FACTOR.text}
      </p>
      {!isThere && <ToSecurity />}
    </aside>
  );
};

/** Stands in place of a screen of the team until then. */
const FactorPanel = () => (
  <section className="panel grid justify-items-center gap-5 px-6 py-14 text-center">
    <Emblem icon={ShieldAlert} kind="wait" />
    <h1 className="headline text-4xl sm:text-5xl">{TEAM_FACTOR.title}</h1>
    <p className="max-w-[52ch] leading-relaxed text-pretty text-muted">{TEAM_FACTOR.long}</p>
    <ToSecurity />
  </section>
);

type Forbidden = ReturnType<typeof useStanding>["forbidden"][number];

/** What one strike forbids, until when and why. */
const textOf = (some: readonly Forbidden[]): string => {
  const [{ endsAt, reason }] = some as [Forbidden];
  const until = endsAt === null ? null : exactTime(new Date(endsAt));
  const acts = some.map(({ act }) => act);
  const what = STRIKE_NOTICES.forbids(acts, until);
  return reason === "" ? what : `${what} ${STRIKE_NOTICES.reason(reason)}`;
};

/** Says on every member screen what a strike forbids, until when and why, and leads to it. */
const StrikeStrip = () => {
  const { forbidden } = useStanding();
  if (forbidden.length === 0) return null;
  return (
    <aside
      aria-label={STRIKE_STRIP.title}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-ember/60 bg-ground-850 px-4 py-3 text-ink print:hidden"
    >
      <Ban className="size-5 shrink-0 text-ember" aria-hidden />
      <div className="min-w-0 flex-1 basis-60 text-[0.95rem]">
        <strong className="font-semibold">{STRIKE_STRIP.title}.</strong>
        <ul className="mt-1 space-y-1">
          {[...Map.groupBy(forbidden, ({ strikeId }) => strikeId)].map(([strikeId, some]) => (
            <li key={strikeId} className="wrap-anywhere">
              {textOf(some)}
            </li>
          ))}
        </ul>
      </div>
      <Button asChild size="sm" variant="outline" className="max-md:h-11">
        <Link to="/member/strikes">{STRIKE_STRIP.see}</Link>
      </Button>
    </aside>
  );
};

/** What has not come by then is not waited for: a page that moves later would surprise whoever reads. */
const PATIENCE_MS = 10_000;

/** By these a person shows that they go elsewhere. */
const INPUTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** Scrolls as soon as the page is long enough, unless the person does something before. @returns ends the wait. */
const scrollOnceLongEnough = (top: number): (() => void) => {
  const page = document.documentElement;
  const ended = new AbortController();
  const observer = new ResizeObserver(() => {
    if (page.scrollHeight - window.innerHeight < top) return;
    ended.abort();
    window.scrollTo({ top, behavior: "instant" });
  });
  const end = () => ended.abort();
  ended.signal.addEventListener("abort", () => observer.disconnect());
  const timer = setTimeout(end, PATIENCE_MS);
  for (const input of INPUTS)
    window.addEventListener(input, end, { passive: true, signal: ended.signal });
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    end();
  };
};

/**
 * Leads back to where a person was who reloads a screen far down: the browser tries so while the screen is
 * still short, since its rows come later.
 */
const useKeptPlace = (): void => {
  const entry = useElementScrollRestoration({ getElement: () => window });
  // The end of a page that is shown larger may lie a part of a pixel further down than its height says.
  const top = useRef(Math.floor(entry?.scrollY ?? 0));
  const router = useRouter();
  useEffect(() => {
    if (top.current === 0) return undefined;
    const end = scrollOnceLongEnough(top.current);
    const unsubscribe = router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (pathChanged) end();
    });
    return () => {
      unsubscribe();
      end();
    };
  }, [router]);
};

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
