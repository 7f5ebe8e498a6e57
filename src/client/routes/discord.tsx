import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/discord")({
  staticData: {
    head: (_search, site) => ({
      title: "Discord",
      description: `Join the ${site.brand.name} community on Discord.`,
    }),
  },
});
