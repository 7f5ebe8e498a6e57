import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { openForTest, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";

/** The server's own port, behind one that puts a letter before what it is told to garble, once. */
const garblingProxy = async (target: URL, marker: string) => {
  let isSpent = false;
  const server = Bun.listen<{ up: Promise<{ write(data: Uint8Array): void; end(): void }> }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        const up = Bun.connect({
          hostname: target.hostname,
          port: Number(target.port),
          socket: {
            data: (_, data) => void socket.write(data),
            close: () => void socket.end(),
            error: () => void socket.end(),
          },
        });
        socket.data = { up };
      },
      async data({ data: { up } }, data) {
        const isMarked = !isSpent && Buffer.from(data).includes(marker);
        if (isMarked) isSpent = true;
        (await up).write(isMarked ? Buffer.concat([Buffer.from("x"), data]) : data);
      },
      async close({ data: { up } }) {
        (await up).end();
      },
    },
  });
  afterThisTest(() => server.stop(true));
  return { port: server.port, isSpent: () => isSpent };
};

test.if(TEST_ENGINE === "postgres")(
  "what the server could not read is sent again: a read by itself, a transaction as a whole",
  async () => {
    const options = await testDatabase();
    const url = new URL(options.databaseUrl ?? "");
    for (const [marker, isWrite] of [
      ["garbled-read", false],
      ["garbled-write", true],
    ] as const) {
      const proxy = await garblingProxy(url, marker);
      const proxied = new URL(url);
      proxied.hostname = "127.0.0.1";
      proxied.port = String(proxy.port);
      const store = await openForTest({ ...options, databaseUrl: proxied.href });
      const { settings } = store.tables;
      const at = new Date("2026-03-01T12:00:00Z");
      let attempts = 0;
      if (isWrite)
        await store.write(async (tx) => {
          attempts += 1;
          await tx.insert(settings).values({ key: "first", value: attempts, updatedAt: at });
          await tx.insert(settings).values({ key: marker, value: attempts, updatedAt: at });
        });
      const rows = await store.read
        .select({ value: settings.value })
        .from(settings)
        .where(eq(settings.key, marker));
      expect([rows, attempts, proxy.isSpent()]).toEqual(
        isWrite ? [[{ value: 2 }], 2, true] : [[], 0, true],
      );
    }
  },
);
