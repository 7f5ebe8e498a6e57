import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { RunningLynx } from "#client/components/brand/running-lynx.tsx";
import { Page } from "#client/components/page.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { LOGIN } from "#shared/account-messages.ts";

/** Looks up who is signed in, and leads home or back to the login [SESS-21]. */
export const LoginSuccessScreen = () => {
  const navigate = useNavigate();
  const user = useSession();
  const goOn = useEffectEvent(() => navigate({ to: user == null ? "/login" : "/", replace: true }));
  const isKnown = user !== undefined;
  useEffect(() => {
    if (isKnown) void goOn();
  }, [isKnown]);
  return (
    <Page className="grid place-items-center px-6 py-16">
      <div className="flex flex-col items-center gap-6 text-center">
        <RunningLynx className="w-56 text-bone" />
        <h1 className="headline text-4xl">{LOGIN.loggingIn}</h1>
      </div>
    </Page>
  );
};
