import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { hideSecret } from "#client/lib/address-secret.ts";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";
import { SIGN_IN } from "#shared/messages.ts";

export const Route = createFileRoute("/_site/confirm-browser")({
  validateSearch: z.object({ code: z.catch(z.optional(z.string()), undefined) }),
  beforeLoad: ({ search }) => hideSecret("/confirm-browser", search.code),
  component: lazyScreen(areas.accounts, "ConfirmBrowser"),
  staticData: { head: () => ({ title: SIGN_IN.browserTitle, description: null }) },
});
