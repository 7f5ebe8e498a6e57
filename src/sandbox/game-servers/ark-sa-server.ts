import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { Listen } from "./game-server.ts";

/** The game port of an Ark: Survival Ascended server: it answers no questions there. */
export const listenArkSa: Listen = async (wantedPort) => {
  const socket = createSocket("udp4");
  socket.bind(wantedPort, "127.0.0.1");
  await once(socket, "listening");
  return {
    port: socket.address().port,
    close: async () => {
      const closed = once(socket, "close");
      socket.close();
      await closed;
    },
  };
};
