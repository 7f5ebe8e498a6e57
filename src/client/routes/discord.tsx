import { createFileRoute } from "@tanstack/react-router";
import { DiscordRedirect } from "#client/features/discord/discord-redirect.tsx";

export const Route = createFileRoute("/discord")({
  staticData: {
    head: (_search, site) => ({
      title: "Discord",
      description: `Join the ${site.brand.name} community on Discord.`,
    }),
  },
  component: DiscordRedirect,
});
