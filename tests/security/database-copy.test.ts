import { describe, expect, test } from "bun:test";
import { chmod, chown, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { keyFor } from "#server/auth/secrets.ts";
import { createTokens } from "#server/auth/token.ts";
import { createLog } from "#server/core/log.ts";
import { backup, restore } from "#server/store/backup.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { claimStore, openStore, type StoreOptions } from "#server/store/open.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { fillAfter } from "#tests/store/fill.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp, withLimits } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rawSql } from "#tests/support/raw.ts";
import { call, mailedSecret, registrant } from "#tests/support/registration.ts";
import { emptyDatabase, TEST_ENGINE, testFolder } from "#tests/support/store.ts";

const OTHER = "Other!2026test";
const NOBODY = 65_534;

/** Every text that stands in a value, however deep. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

/** What somebody reads who has got hold of the database. */
const readCopy = async ({ deps: { store } }: TestApp) => {
  const tables = await Promise.all(
    Object.values(store.tables).map((table) => store.read.select().from(table)),
  );
  const settings = await store.read.select().from(store.tables.settings);
  const signingKey = settings.find(({ key }) => key === "signing_key")?.value;
  return { texts: [...new Set(textsIn(tables))], signingKey: String(signingKey) };
};

/** A site with everything that could let somebody in: sessions, waiting mails, a proof. */
const busySite = async () => {
  const many = { codesByAddress: 100_000, guessesByAccount: 100_000 };
  const app = await testApp({ adjust: withLimits(many) });
  const { id, email } = await addMember(app.deps, { role: "Admin" });
  const owner = httpClient(app);
  expect((await owner.login(email, PASSWORD)).status).toBe(200);
  expect((await (await registrant(app, { email: "new@example.test" })).register()).status).toBe(
    200,
  );
  await registrant(app, { email: "later@example.test", discordId: "1182639400182374402" });
  const thief = httpClient(app, "198.51.100.9");
  for (const procedure of ["requestPasswordReset", "requestBrowserLink"])
    expect((await call(owner, `accounts.${procedure}`, { email })).status).toBe(200);
  return { app, id, email, owner, thief, ...(await readCopy(app)) };
};

describe("[SESS-23] a copy of the database", () => {
  test("with the key that signs tokens does not open a session", async () => {
    const { app, id, owner, thief, texts, signingKey } = await busySite();
    const forge = createTokens({ key: keyFor(signingKey, "session token"), clock: app.clock });
    const expiresAt = new Date(app.clock.now().getTime() + HOUR_MS);
    // The key is the site's own: a token that it signs with what only the owner has is taken.
    const claims = await app.deps.auth.tokens.verify(owner.token ?? "");
    thief.token = await forge.issue({ secret: claims?.sid ?? "", userId: id, expiresAt });
    expect((await thief.ask("GET", "/api/Auth/me")).status).toBe(200);
    expect(texts).not.toContain(claims?.sid);
    for (const secret of texts.filter((text) => text !== "")) {
      thief.token = await forge.issue({ secret, userId: id, expiresAt });
      expect([secret, (await thief.ask("GET", "/api/Auth/me")).status]).toEqual([secret, 401]);
    }
  });

  test("contains nothing that is taken as a token, a bridge key or a code", async () => {
    const { app, email, thief, texts } = await busySite();
    const short = texts.filter((text) => text.length >= 16 && text.length <= 256);
    const bearers = short.filter((text) => /^[\x21-\x7E]+$/.test(text));
    expect(bearers.length).toBeGreaterThan(10);
    for (const text of bearers) {
      thief.token = text;
      expect([text, (await thief.ask("GET", "/api/Auth/me")).status]).toEqual([text, 401]);
    }
    thief.token = null;
    const passwords = { newPassword: OTHER, confirmPassword: OTHER };
    for (const code of short) {
      for (const procedure of ["verifyEmail", "confirmBrowser"])
        expect((await call(thief, `accounts.${procedure}`, { code })).status).toBe(400);
      const reset = await call(thief, "accounts.resetPassword", { token: code, ...passwords });
      expect(reset.status).toBe(400);
    }
    // The mails themselves do: what they are sent with stands in no copy.
    const token = await mailedSecret(app, "reset");
    expect((await readCopy(app)).texts).not.toContain(token);
    const own = await call(thief, "accounts.resetPassword", { token, ...passwords });
    expect(own.status).toBe(200);
    expect((await httpClient(app).login(email, OTHER)).status).toBe(200);
  });

  test("that was made before this version opens nothing: its sessions have ended", async () => {
    const database = await emptyDatabase();
    const all = EMBEDDED_MIGRATIONS[TEST_ENGINE];
    const older = all.slice(
      0,
      all.findIndex(({ name }) => name.endsWith("_hashed_sessions")),
    );
    await migrate({ ...database, migrations: { ...EMBEDDED_MIGRATIONS, [TEST_ENGINE]: older } });
    const first = older.slice(0, 2).flatMap(({ name }) => fillAfter(TEST_ENGINE, name));
    for (const statement of first.filter((text) => /INTO (users|sessions) /.test(text)))
      await rawSql(database, statement);
    const count = async () => {
      const [row] = await rawSql(database, "SELECT count(*) AS n FROM sessions");
      return Number(row?.["n"]);
    };
    expect(await count()).toBe(2);
    await migrate(database);
    expect(await count()).toBe(0);
  });
});

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

/** Runs with the umask that most systems have, or a worse one. */
const withUmask = async <T>(umask: number, work: () => Promise<T>): Promise<T> => {
  const before = process.umask(umask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
};

const modesIn = async (folder: string) => {
  const names = await readdir(folder);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(join(folder, name))])),
  ) as Record<string, string>;
};

const storeIn = (dataDir: string, messages: unknown[] = []): StoreOptions => {
  const log = createLog((line) => {
    const { event, message } = JSON.parse(line) as Record<string, unknown>;
    if (event === "store.readable_by_others") messages.push(message);
  }, "warn");
  return { databaseUrl: null, dataDir, log, clock: movableClock() };
};

if (TEST_ENGINE === "sqlite") {
  describe("other users of the machine", () => {
    test("can read neither database, log, lock, safety copy nor backup, whatever the umask", async () => {
      const parent = await testFolder();
      for (const umask of [0, 0o022]) {
        const dataDir = join(parent, `data-${umask}`);
        await withUmask(umask, async () => {
          const options = storeIn(dataDir);
          const [, ...later] = EMBEDDED_MIGRATIONS.sqlite;
          const older = EMBEDDED_MIGRATIONS.sqlite.slice(0, -later.length);
          await migrate({ ...options, migrations: { ...EMBEDDED_MIGRATIONS, sqlite: older } });
          await migrate(options);
          const release = await claimStore(options);
          afterThisTest(async () => release());
          const store = await openStore(options);
          afterThisTest(() => store.close());
          await backup(options, join(parent, `backup-${umask}.sqlite`));
        });
        expect(await modeOf(dataDir)).toBe("700");
        expect(await modeOf(join(parent, `backup-${umask}.sqlite`))).toBe("600");
        const modes = await modesIn(dataDir);
        expect(Object.keys(modes).join()).toContain("lynxden.before-");
        expect(Object.keys(modes).join()).toContain("lynxden.sqlite-wal");
        expect([...new Set(Object.values(modes))]).toEqual(["600"]);
      }
    });

    test("lose what an older version let them read, and the owner is told", async () => {
      const dataDir = join(await testFolder(), "data");
      const messages: string[] = [];
      const options = storeIn(dataDir, messages);
      await migrate(options);
      const replaced = join(dataDir, "lynxden.replaced.sqlite");
      await Bun.write(replaced, "an older copy");
      const foreign = join(dataDir, "notes.txt");
      await Bun.write(foreign, "the owner's own");
      for (const file of [replaced, foreign, databaseFile(dataDir)]) await chmod(file, 0o644);
      await chmod(dataDir, 0o755);
      (await claimStore(options))();
      expect(messages).toHaveLength(2);
      expect(messages[0]).toContain(replaced);
      expect(messages[0]).toContain(databaseFile(dataDir));
      expect(messages[1]).toContain(`chmod 700`);
      expect(await modeOf(replaced)).toBe("600");
      expect(await modeOf(databaseFile(dataDir))).toBe("600");
      expect([await modeOf(foreign), await modeOf(dataDir)]).toEqual(["644", "755"]);
      await chmod(dataDir, 0o700);
      messages.length = 0;
      (await claimStore(options))();
      expect(messages).toEqual([]);
    });
  });

  describe("restore", () => {
    const RESTORE = join(import.meta.dir, "processes", "restore.ts");

    test("keeps owner and mode of what it replaces, as root too, so that the site goes on", async () => {
      if (process.geteuid?.() !== 0) return;
      const [uid, gid] = [NOBODY, NOBODY];
      const parent = await testFolder();
      const dataDir = join(parent, "data");
      const options = storeIn(dataDir);
      await migrate(options);
      const file = join(parent, "backup.sqlite");
      await backup(options, file);
      for (const name of await readdir(dataDir)) await chown(join(dataDir, name), uid, gid);
      await chown(dataDir, uid, gid);
      await chmod(databaseFile(dataDir), 0o640);
      const { replaced } = await restore(options, file);
      for (const name of await readdir(dataDir)) {
        const { uid: owner, gid: group } = await stat(join(dataDir, name));
        expect([name, owner, group]).toEqual([name, uid, gid]);
      }
      expect(await modeOf(databaseFile(dataDir))).toBe("640");
      expect(await modeOf(replaced ?? "")).toBe("600");
      expect((await stat(file)).uid).toBe(0);
    });

    test("makes no file that others can read, also for a user without rights", async () => {
      const parent = await testFolder();
      const source = storeIn(join(parent, "source"));
      await migrate(source);
      const file = join(parent, "backup.sqlite");
      await backup(source, file);
      await chmod(file, 0o644);
      await chmod(parent, 0o755);
      const dataDir = join(parent, "home", "data");
      await mkdir(join(parent, "home"), { mode: 0o755 });
      if (process.geteuid?.() === 0) await chown(join(parent, "home"), NOBODY, NOBODY);
      const me = process.geteuid?.() ?? 0;
      const uid = me === 0 ? NOBODY : me;
      const { output, errors, exitCode } = await runProgram(RESTORE, [dataDir, file]);
      expect([errors, exitCode, output.trim()]).toEqual(["", 0, `restored as ${uid}`]);
      expect(await modeOf(dataDir)).toBe("700");
      expect([...new Set(Object.values(await modesIn(dataDir)))]).toEqual(["600"]);
      expect((await stat(databaseFile(dataDir))).uid).toBe(uid);
    });
  });
}
