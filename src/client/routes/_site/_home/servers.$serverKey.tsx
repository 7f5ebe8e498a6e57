import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen, nothingHere } from "#client/lib/routing/lazy-route.ts";
import { serverOf } from "#client/lib/site.ts";
import { areas } from "#client/routes/-areas.ts";
import { SERVERS } from "#shared/messages.ts";
import { gameOf } from "#shared/rules/community.ts";

export const Route = createFileRoute("/_site/_home/servers/$serverKey")({
  // Its address may be written in any case.
  params: { parse: ({ serverKey }) => ({ serverKey: serverKey.toLowerCase() }) },
  beforeLoad: ({ context: { site }, params: { serverKey } }) => {
    if (serverOf(site, serverKey) === null) throw nothingHere();
  },
  component: lazyScreen(areas.server, "ServerScreen"),
  staticData: {
    head: (_search, site, { serverKey }) => {
      const server = serverOf(site, serverKey);
      if (server === null) return { title: "Server", description: null };
      const game = gameOf(site.games, server.game).name;
      return {
        title: SERVERS.pageTitle(server.name, game),
        description: SERVERS.pageDescription(server.name, game, site.brand.name),
      };
    },
  },
});
