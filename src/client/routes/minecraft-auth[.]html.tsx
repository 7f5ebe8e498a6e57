import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/minecraft-auth.html")({
  component: lazyScreen(areas.accounts, "MinecraftWindow"),
  staticData: {
    head: (_search, site) => ({
      title: "Link Minecraft",
      description: `Link your Minecraft account at ${site.brand.name}.`,
    }),
  },
});
