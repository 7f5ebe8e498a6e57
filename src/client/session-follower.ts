import { forgetRecord } from "#client/features/checkout/forget-record.ts";
import { isExpired } from "#client/lib/session/token.ts";
import { watchSession } from "#client/lib/session/watch.ts";
import type { AppRouterInstance } from "./router.tsx";

/**
 * Makes the page follow who is signed in: the feed of a member, the guards when somebody has
 * signed out in whatever tab, the login screen for who was away too long.
 */
export const followSession = (router: AppRouterInstance) => {
  const { session, live } = router.options.context;
  const { tokens } = session;

  // Who comes back after long to a page for everybody is simply a guest; the guards have their say.
  const token = tokens.read();
  if (token !== null && isExpired(token, tokens.clock.nowMs())) tokens.put(null);

  const show = () => {
    const isSignedIn = tokens.read() !== null;
    document.documentElement.toggleAttribute("data-session", isSignedIn);
    if (isSignedIn) live.start();
  };
  show();
  if (tokens.read() === null) forgetRecord();

  session.subscribe(async (event) => {
    show();
    // What somebody was about to buy is of no use to whoever comes after.
    forgetRecord();
    const isAtLogin = () => router.latestLocation.pathname === "/login";
    const leadToLogin = () =>
      router.navigate({ to: "/login", search: { redirect: router.latestLocation.href } });
    if (event === "inactive" && !isAtLogin()) {
      await leadToLogin();
      // The click that showed the inactivity may have been on a link, which led on to its page.
      if (tokens.read() === null && !isAtLogin()) await leadToLogin();
    } else if (event !== "in") await router.invalidate();
  });

  const onUse = watchSession(session);
  router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
    if (pathChanged) onUse();
  });
};
