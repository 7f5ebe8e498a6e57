import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sign } from "hono/jwt";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { databaseFile } from "#server/store/data-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { addUser } from "#tests/support/accounts.ts";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { silentLog } from "#tests/support/store.ts";
import { compareCosts, type CostFigure } from "./costs.ts";
import { startProgram } from "./rates.ts";

const PATH = "/api/Auth/me";
/** Members beside the one who asks. */
const OTHERS = 1000;
const BARE_KEY = "the key of the bare program, long enough";

/** A database with members, one of whom is signed in. @returns their id and token. */
const prepare = async (dataDir: string) => {
  const where = { databaseUrl: null, dataDir, log: silentLog, clock: systemClock };
  await migrate(where);
  const store = await openStore(where);
  try {
    const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
    for (let index = 0; index < OTHERS; index += 1) await addUser(store, systemClock);
    return await signedIn({ deps: { store, auth, clock: systemClock } });
  } finally {
    await store.close();
  }
};

/**
 * Measures `GET /api/Auth/me` of the site on SQLite, with everything on, against a bare Hono handler
 * that verifies a token and reads one row: the processor time of an answer, in about a minute.
 */
export const measureMe = async (): Promise<CostFigure> => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
  const servers: Bun.Subprocess[] = [];
  try {
    const client = join(folder, "client");
    await writeClientBuild(client, "bench");
    const { userId, token } = await prepare(folder);
    const site = await startProgram("site.ts", [folder, join(folder, "site.log"), client]);
    servers.push(site.server);
    const bare = await startProgram("me/bare.ts", [databaseFile(folder), BARE_KEY]);
    servers.push(bare.server);
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { sub: userId, sid: "bare", iat: seconds, exp: seconds + 3600 };
    const asked = ({ port, server }: typeof site) => ({ pid: server.pid, port, path: PATH });
    const bareToken = await sign(claims, BARE_KEY, "HS256");
    return await compareCosts({ ...asked(site), token }, { ...asked(bare), token: bareToken });
  } finally {
    for (const server of servers) server.kill();
    await Promise.all(servers.map((server) => server.exited));
    await rm(folder, { recursive: true, force: true });
  }
};

if (import.meta.main) console.log(await measureMe());
