import { expect, test } from "bun:test";
import { startSandbox, STOLEN_PASSWORDS } from "#sandbox/sandbox.ts";
import { createPasswordRange } from "#server/providers/password-range/range.ts";
import { REFUSED_PASSWORDS } from "#shared/account-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call, NEW_PASSWORD } from "#tests/support/registration.ts";

const [STOLEN] = STOLEN_PASSWORDS;

/** A list that answers as it is told, and what it was asked. */
const list = (answer: () => Response | Promise<Response>) => {
  const asked: { path: string; headers: Headers }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      asked.push({ path: new URL(request.url).pathname, headers: request.headers });
      return answer();
    },
  });
  afterThisTest(() => server.stop(true));
  const clock = movableClock();
  const lines: string[] = [];
  const note = (event: string) => void lines.push(event);
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Parameters<
    typeof createPasswordRange
  >[0]["log"];
  const isStolen = createPasswordRange({ base: `http://127.0.0.1:${server.port}`, clock, log });
  return { asked, isStolen, clock, lines };
};

const digitsOf = (password: string) =>
  new Bun.CryptoHasher("sha1").update(password).digest("hex").toUpperCase();

test("[SAFE-12] the list is told five digits and nothing else, and hidden lines do not count", async () => {
  const rest = digitsOf(PASSWORD).slice(5);
  let times = "12";
  const { asked, isStolen } = list(() => new Response(`${"0".repeat(35)}:3\r\n${rest}:${times}`));
  expect(await isStolen(PASSWORD)).toBe(true);
  expect(asked.map(({ path }) => path)).toEqual([`/range/${digitsOf(PASSWORD).slice(0, 5)}`]);
  expect(asked[0]?.headers.get("add-padding")).toBe("true");
  expect(await isStolen(NEW_PASSWORD)).toBe(false);
  times = "0";
  expect(await isStolen(PASSWORD)).toBe(false);
});

test("[SAFE-12] a list that fails, redirects or says too much keeps nobody from a password, and is left alone for a minute", async () => {
  const answers = [
    () => new Response("", { status: 503 }),
    () => Response.redirect("http://127.0.0.1:1/", 302),
    () => new Response("x".repeat(600 * 1024)),
  ];
  for (const answer of answers) {
    const { asked, isStolen, clock, lines } = list(answer);
    expect(await isStolen(PASSWORD)).toBe(false);
    expect(await isStolen(PASSWORD)).toBe(false);
    expect(asked).toHaveLength(1);
    expect(lines).toEqual(["password_range.failed"]);
    clock.advance(MINUTE_MS);
    await isStolen(PASSWORD);
    expect(asked).toHaveLength(2);
  }
});

test("[SAFE-12] where it is switched on, a stolen password is refused with the reason; where it is not, nobody asks", async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  for (const isOn of [true, false]) {
    const app = await testApp({
      adjust: (config) => ({
        ...config,
        passwordRangeBase: isOn ? (sandbox.environment["PASSWORD_RANGE_BASE"] ?? null) : null,
      }),
    });
    const { email } = await addMember(app.deps);
    const who = httpClient(app);
    await who.login(email, PASSWORD);
    const change = (newPassword: string) =>
      call(who, "accounts.update", {
        currentPassword: PASSWORD,
        newPassword,
        confirmNewPassword: newPassword,
      });
    if (isOn)
      expect(await change(STOLEN)).toEqual({ status: 400, reply: REFUSED_PASSWORDS.breached });
    expect((await change(isOn ? NEW_PASSWORD : STOLEN)).status).toBe(200);
  }
});
