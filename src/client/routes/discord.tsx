import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen, nothingHere } from "#client/lib/routing/lazy-route.ts";
import { areas } from "./-areas.ts";

export const Route = createFileRoute("/discord")({
  beforeLoad: ({ context: { site } }) => {
    if (site.links.discord === undefined) throw nothingHere();
  },
  component: lazyScreen(areas.discord, "DiscordRedirect"),
  staticData: {
    head: (_search, site) => ({
      title: "Discord",
      description: `Join the ${site.brand.name} community on Discord.`,
    }),
  },
});
