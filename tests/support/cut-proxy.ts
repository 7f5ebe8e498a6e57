import { connect, createServer, type Server, type Socket } from "node:net";
import { afterThisTest } from "./cleanup.ts";

export type CutProxy = {
  port: number;
  /** Ends every connection, and takes no new one. */
  cut(): Promise<void>;
  /** Takes what is sent, and lets nothing through either way, as a network that drops packets. */
  freeze(): void;
  thaw(): void;
  /** Takes connections again, at the same port. */
  mend(): Promise<void>;
};

const listening = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

/** Stands between a program and the server that it speaks with, and can be cut through. */
export const cutProxy = async (target: { host: string; port: number }): Promise<CutProxy> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The other side of what is cut hears of it as of any lost connection.
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((socket) => {
    const onward = connect(target.port, target.host);
    keep(socket);
    keep(onward);
    socket.pipe(onward).pipe(socket);
    socket.on("close", () => onward.destroy());
    onward.on("close", () => socket.destroy());
  });
  await listening(server, 0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const { port } = address;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  afterThisTest(cut);
  const freeze = () => {
    for (const socket of sockets) socket.pause();
  };
  const thaw = () => {
    for (const socket of sockets) socket.resume();
  };
  return { port, cut, freeze, thaw, mend: () => listening(server, port) };
};
