import { forgetRecord } from "#client/features/checkout/forget-record.ts";
import { dropNotice } from "#client/lib/notice.ts";
import { isExpired } from "#client/lib/session/token.ts";
import { watchSession } from "#client/lib/session/watch.ts";
import type { AppRouterInstance } from "./router.tsx";

const LOGIN_PATH = "/login";

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
    const isAtLogin = () => router.latestLocation.pathname === LOGIN_PATH;
    const leadToLogin = () =>
      router.navigate({ to: LOGIN_PATH, search: { redirect: router.latestLocation.href } });
    if (event === "inactive" && !isAtLogin()) {
      await leadToLogin();
      // The click that showed the inactivity may have been on a link, which led on to its page.
      if (tokens.read() === null && !isAtLogin()) await leadToLogin();
    } else if (event !== "in") await router.invalidate();
  });

  // A guard may lead to the login twice: only a screen that is really shown ends what it says.
  router.subscribe("onResolved", ({ fromLocation, toLocation }) => {
    if (fromLocation?.pathname === LOGIN_PATH && toLocation.pathname !== LOGIN_PATH) dropNotice();
  });

  const onUse = watchSession(session);
  router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
    if (pathChanged) onUse();
  });
};
