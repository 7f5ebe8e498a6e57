import { createFileRoute, notFound } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { serverOf } from "#client/lib/site.ts";
import { areas } from "#client/routes/-areas.ts";
import { GAME_NAMES } from "#shared/constants/games.ts";
import { SERVERS } from "#shared/home-messages.ts";

export const Route = createFileRoute("/_site/_home/servers/$serverKey")({
  beforeLoad: ({ context: { site }, params: { serverKey } }) => {
    if (serverOf(site, serverKey) === null) throw notFound();
  },
  component: lazyScreen(areas.server, "ServerScreen"),
  staticData: {
    head: (_search, site, { serverKey }) => {
      const server = serverOf(site, serverKey);
      if (server === null) return { title: "Server", description: null };
      const game = GAME_NAMES[server.game];
      return {
        title: SERVERS.pageTitle(server.name, game),
        description: SERVERS.pageDescription(server.name, game, site.brand.name),
      };
    },
  },
});
