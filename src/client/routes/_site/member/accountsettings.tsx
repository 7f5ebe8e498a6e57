import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod/mini";
import { SETTINGS_TABS } from "#shared/constants/settings.ts";

const search = z.object({ tab: z.catch(z.optional(z.enum(SETTINGS_TABS)), undefined) });

export const Route = createFileRoute("/_site/member/accountsettings")({
  validateSearch: search,
  staticData: {
    head: (raw) => ({
      title: search.parse(raw).tab === "Privacy" ? "Privacy Settings" : "Settings",
      description: null,
    }),
  },
});
