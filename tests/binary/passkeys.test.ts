import { expect, test } from "bun:test";
import { freePort } from "#scripts/free-port.ts";
import { softwareAuthenticator } from "#tests/support/authenticator.ts";
import { folderWithBinary, runBinary, serveBinary } from "#tests/support/binary.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { addPasskey, loginWithDevice } from "#tests/support/passkeys.ts";

const MINUTES_MS = 120_000;
const ADMIN = { email: "ada@example.test", password: "Lynx!2026first" };

test(
  "[KEY-04] the program on its own makes and verifies a passkey",
  async () => {
    const folder = await folderWithBinary();
    const port = await freePort();
    const env = { PORT: String(port), HOST: "127.0.0.1" };
    const { output } = await runBinary(folder, ["setup"], env);
    const token = /\/setup\?token=([\w-]{43})\n/.exec(output)?.[1];
    await serveBinary(folder, env);

    // By its name: an address of numbers is none for passkeys.
    const publicUrl = `http://localhost:${port}`;
    const site = {
      deps: { config: { publicUrl } },
      fetch: async (request: Request) => fetch(request),
    };
    const owner = httpClient(site);
    const names = { firstName: "Ada", lastName: "Frost" };
    const account = { ...names, ...ADMIN, confirmPassword: ADMIN.password, token };
    await owner.ask("POST", "/api/trpc/setup.createAdmin", account);
    await owner.login(ADMIN.email, ADMIN.password);
    const device = softwareAuthenticator({ origin: publicUrl });
    expect(await addPasskey(owner, device)).toMatchObject({ id: device.id, isUsable: true });

    const elsewhere = httpClient(site);
    expect(await loginWithDevice(elsewhere, device)).toBe("ok");
    const me = await (await elsewhere.ask("GET", "/api/Auth/me")).json();
    expect(me).toMatchObject({ email: ADMIN.email, role: "Admin" });
    const wrong = { origin: "http://localhost:1" };
    expect(await loginWithDevice(httpClient(site), device, wrong)).toBe("passkey_refused");
  },
  MINUTES_MS,
);
