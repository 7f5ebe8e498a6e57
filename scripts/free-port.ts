import { once } from "node:events";
import { createServer } from "node:net";
import { listenOnOwnPort } from "#sandbox/this-machine.ts";

/** A TCP port on the loopback interface that nobody listens on, and that stays free for a while. */
export const freePort = (): Promise<number> =>
  listenOnOwnPort(async (port) => {
    const probe = createServer().listen(port, "127.0.0.1");
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
    return port;
  });
