import { expect, test } from "bun:test";
import { listenMinecraft } from "#sandbox/game-servers/listeners.ts";
import { freePort } from "#scripts/free-port.ts";
import type { AddedApp, AppSetup } from "#shared/schemas/factors.ts";
import { folderWithBinary, runBinary, serveBinary } from "#tests/support/binary.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { codeOfApp } from "#tests/support/factors.ts";
import { until } from "#tests/support/until.ts";

const PASSWORD = "Lynx!2026first";
const MINUTES_MS = 120_000;

type Wire = { result?: { data?: unknown }; error?: { message: string } };

/** Somebody at a site of this address; signed in where a token is given. */
const personAt =
  (url: string, token?: string) =>
  async <T>(procedure: string, input?: unknown, isQuery = false): Promise<T> => {
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input ?? null))}` : "";
    const response = await fetch(
      `${url}/api/trpc/${procedure}${input === undefined ? "" : query}`,
      {
        method: isQuery ? "GET" : "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(!isQuery && { body: JSON.stringify(input ?? null) }),
      },
    );
    const { result, error } = (await response.json()) as Wire;
    if (error !== undefined) throw new Error(`${procedure}: ${error.message}`);
    return result?.data as T;
  };

const loginAt = async (url: string, email: string): Promise<string> => {
  const { token } = await personAt(url)<{ token: string }>("accounts.login", {
    email,
    password: PASSWORD,
  });
  return token;
};

const names = { firstName: "Ada", lastName: "Frost" };
const passwords = { password: PASSWORD, confirmPassword: PASSWORD };

test(
  "[SETUP-02, ACC-26] with nothing but the program: setup, the first Admin, a live server, a first member",
  async () => {
    const game = await listenMinecraft(0, () => ({
      title: "Minecraft",
      serverName: "Frostkeep",
      version: "1.21.4",
      map: "",
      players: 7,
      maxPlayers: 40,
      mode: "ok",
    }));
    afterThisTest(() => game.close());
    const folder = await folderWithBinary();
    const env = { PORT: String(await freePort()), HOST: "127.0.0.1" };

    // Before anything serves: the database is made.
    const { output } = await runBinary(folder, ["setup"], env);
    const token = /\/setup\?token=([\w-]{43})\n/.exec(output)?.[1];
    const { url } = await serveBinary(folder, env);
    expect(output).toContain(`http://localhost:${env.PORT}/setup?token=`);

    const guest = personAt(url);
    const link = await guest<{ state: string }>("setup.link", { token }, true);
    expect(link.state).toBe("open");
    await guest("setup.createAdmin", { ...names, ...passwords, email: "ada@example.test", token });
    const again = await runBinary(folder, ["setup"], env);
    expect(again).toMatchObject({ exitCode: 1, output: "" });

    const admin = personAt(url, await loginAt(url, "ada@example.test"));
    // The team needs a second factor: until it is set up, the first Admin is a member.
    const before = await admin<{ permissions: string[] }>("accounts.me", undefined, true);
    expect(before).toMatchObject({ permissions: [], needsSecondFactor: true });
    const { secret, setup } = await admin<AppSetup>("factors.beginApp");
    await admin<AddedApp>("factors.addApp", { setup, code: codeOfApp(secret, new Date()) });
    const question = { protocol: "minecraft", host: "127.0.0.1", port: game.port };
    const asked = await admin<{ reading: { players: number } | null }>("servers.askNow", question);
    expect(asked.reading?.players).toBe(7);
    const { version } = await admin<{ version: number }>(
      "site.section",
      { section: "servers" },
      true,
    );
    const server = {
      key: "one",
      game: "minecraft",
      name: "One",
      host: "127.0.0.1",
      port: game.port,
    };
    await admin("site.saveDraft", {
      section: "servers",
      content: [server],
      basedOn: version,
      revision: 0,
    });
    await admin("site.publish", { sections: ["servers"], note: "", version });
    const shown = async () =>
      (await (await fetch(`${url}/api/server/minecraft`)).json()) as {
        isOnline: boolean;
        players: number;
      }[];
    await until(async () => (await shown())[0]?.isOnline === true);
    expect(await shown()).toMatchObject([{ name: "One", isOnline: true, players: 7 }]);

    // Neither mail nor Discord is configured.
    const ben = { ...names, firstName: "Ben", ...passwords, email: "ben@example.test" };
    const registered = await guest<{ id: string; discordId: null }>("accounts.register", ben);
    expect(registered.discordId).toBeNull();
    const tooEarly = await loginAt(url, ben.email).catch((error: Error) => error.message);
    expect(tooEarly).toContain("verify your email");
    expect(await admin<{ count: number }>("setup.waiting", undefined, true)).toEqual({ count: 1 });
    const confirmed = await runBinary(folder, ["admin", "verify", ben.email], env);
    expect(confirmed).toMatchObject({ exitCode: 0, errors: "" });
    const member = personAt(url, await loginAt(url, ben.email));
    expect(await member<{ role: string }>("accounts.me", undefined, true)).toMatchObject({
      email: ben.email,
      role: "User",
    });
    expect(await admin<{ count: number }>("setup.waiting", undefined, true)).toEqual({ count: 0 });
  },
  MINUTES_MS,
);
