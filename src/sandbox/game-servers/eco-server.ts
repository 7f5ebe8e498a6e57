import { setTimeout as sleep } from "node:timers/promises";
import { cutShort } from "#sandbox/outages.ts";
import { type ServerInfo, type Listen, SLOW_MS } from "./game-server.ts";

/** What an Eco server tells about itself. `TotalPlayers` is everyone who ever joined. */
export const frontPage = ({ serverName, version, players, maxPlayers }: ServerInfo) => ({
  Info: {
    External: true,
    GamePort: 3000,
    WebPort: 3001,
    Description: serverName,
    Category: "Established",
    OnlinePlayers: players,
    TotalPlayers: maxPlayers,
    OnlinePlayersNames: [],
    AdminOnline: true,
    Version: version,
    HasPassword: false,
    HasMeteor: true,
  },
});

const NEVER = new Promise<Response>(() => {});

/** The web server of an Eco server. */
export const listenEco: Listen = async (wantedPort, serverInfo) => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: wantedPort,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== "/frontpage")
        return new Response("Not found", { status: 404 });
      const { mode } = serverInfo();
      if (mode === "silent") return NEVER;
      if (mode === "garbage") return new Response("<!doctype html><title>Eco</title>");
      if (mode === "wrong-type")
        return new Response("<p>It works!</p>", { headers: { "content-type": "text/html" } });
      if (mode === "redirect")
        return new Response(null, { status: 307, headers: { location: "http://localhost:9/" } });
      if (mode === "slow") await sleep(SLOW_MS);
      const whole = Response.json(frontPage(serverInfo()));
      return mode === "truncated" ? await cutShort(whole) : whole;
    },
  });
  const { port } = server;
  if (port === undefined) throw new Error("The Eco server has no port.");
  return { port, close: () => server.stop(true) };
};
