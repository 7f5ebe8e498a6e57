import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { startWorld } from "#scripts/demo/world.ts";
import { freePort } from "#scripts/free-port.ts";
import { type SiteProcess, startSite } from "#scripts/site-process.ts";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import type { SiteSectionState } from "#shared/schemas/site-document.ts";
import { startPostgres } from "./postgres.ts";
import { silentLog } from "./store.ts";

/** An Admin who is signed in, as a row of a database that no site uses yet. @returns the token. */
const addAdmin = async (databaseUrl: string, dataDir: string): Promise<string> => {
  const options = { databaseUrl, dataDir, log: silentLog, clock: systemClock };
  await migrate(options);
  const store = await openStore(options);
  try {
    const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
    const now = systemClock.now();
    const { users, links } = store.tables;
    const email = "owner@example.test";
    const person = { firstName: "Ada", lastName: "Lynx", email, emailKey: email };
    const session = await store.write(async (tx) => {
      await tx.insert(users).values({
        ...person,
        id: "owner",
        role: "Admin",
        allowMarketing: false,
        verifiedAt: now,
        createdAt: now,
      });
      const discord = { platform: "discord", externalId: "104201", name: "Ada" } as const;
      await tx.insert(links).values({ ...discord, userId: "owner", linkedAt: now });
      return await auth.sessions.start(tx, {
        userId: "owner",
        browser: "Firefox",
        address: "",
        hasSecondFactor: true,
      });
    });
    return await auth.tokens.issue(session);
  } finally {
    await store.close();
  }
};

/** Calls of an Admin at one of the sites. */
export const adminAt = (url: string, token: string) => {
  const call = async <Answer>(name: string, input: unknown, isRead: boolean): Promise<Answer> => {
    const query = isRead ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    const response = await fetch(`${url}/api/trpc/${name}${query}`, {
      method: isRead ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(!isRead && { body: JSON.stringify(input) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${name}: ${answer}`);
    return (JSON.parse(answer) as { result: { data: Answer } }).result.data;
  };
  return {
    read: <Answer>(name: string, input?: unknown) => call<Answer>(name, input ?? null, true),
    write: <Answer>(name: string, input: unknown) => call<Answer>(name, input, false),
  };
};

type StartOne = (env: Parameters<typeof startSite>[0]["env"]) => Promise<SiteProcess>;

export type TwoSites = {
  /** Where they are, without a trailing slash. */
  east: string;
  west: string;
  /** The origin of what they ask outside. */
  outside: string;
  /** Changes sections of what is published, at east. @returns when publishing was answered. */
  publish: (
    edits: Readonly<Partial<Record<SiteSection, (published: unknown) => unknown>>>,
  ) => Promise<void>;
  /** A call of the Admin's at east. */
  write: <Answer>(name: string, input: unknown) => Promise<Answer>;
  stop: () => Promise<void>;
};

/**
 * Two instances of the production site, each a process of its own, on one PostgreSQL that is theirs
 * alone; the built-in example is published.
 * @param startOne starts the program with an environment, from source unless told otherwise.
 * @returns null where PostgreSQL is not installed.
 */
export const startTwoSites = async (
  startOne: StartOne = (env) => startSite({ env }),
): Promise<TwoSites | null> => {
  const postgres = await startPostgres();
  if (postgres === null) return null;
  const dataDir = await mkdtemp(join(tmpdir(), "lynxden-two-"));
  const admin = new SQL({ url: postgres.url, max: 1 });
  await admin.unsafe("CREATE DATABASE two_sites");
  await admin.close();
  const databaseUrl = new URL("/two_sites", postgres.url).href;
  const token = await addAdmin(databaseUrl, dataDir);
  const { sandbox, environment } = await startWorld({ dataDir, databaseUrl, seededFor: null });
  const start = async (name: string) => {
    const PORT = String(await freePort());
    const url = `http://localhost:${PORT}`;
    const site = await startOne({
      LOG_LEVEL: "warn",
      ...environment,
      PORT,
      PUBLIC_URL: url,
      DATA_DIR: join(dataDir, name),
      TRUSTED_PROXIES: "127.0.0.0/8,::1/128",
    });
    return { url, site };
  };
  const east = await start("east");
  const west = await start("west");
  const { read, write } = adminAt(east.url, token);
  return {
    east: east.url,
    west: west.url,
    outside: sandbox.url,
    write,
    publish: async (edits) => {
      let version = 0;
      for (const [section, edit] of Object.entries(edits)) {
        const state = await read<SiteSectionState>("site.section", { section });
        ({ version } = state);
        const { draftRevision: revision } = state;
        const draft = { section, content: edit(state.published), basedOn: version, revision };
        await write("site.saveDraft", draft);
      }
      await write("site.publish", { sections: Object.keys(edits), note: "", version });
    },
    stop: async () => {
      await Promise.all([east.site.kill(), west.site.kill()]);
      await sandbox.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
