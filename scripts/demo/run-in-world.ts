import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from "#sandbox/seed/accounts.ts";
import { runScript } from "#scripts/run-script.ts";
import type { SiteProcess } from "#scripts/site-process.ts";
import { resetData } from "./reset.ts";
import { readDemoSettings } from "./settings.ts";
import { startWorld } from "./world.ts";

type StartSite = (
  /** Where people reach the site. */
  url: string,
  port: number,
  environment: Readonly<Record<string, string>>,
) => Promise<SiteProcess>;

/**
 * Starts the sandbox (in this process) and a site (in one of its own) with sample data, and keeps
 * them until Ctrl-C or SIGTERM; then, or when the site ends by itself, ends both and the program:
 * exit code 0 when it was asked to, else 1.
 */
export const runInWorld = async (startSite: StartSite): Promise<never> => {
  const { port, sandboxPort, dataDir, databaseUrl, communityFile, isReset } = readDemoSettings();
  const asked = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => asked.resolve());

  const start = async () => {
    if (isReset) await resetData(dataDir, databaseUrl);
    const url = `http://localhost:${port}`;
    const [, { sandbox, environment }] = await Promise.all([
      runScript("build-client.ts"),
      startWorld({ sandboxPort, dataDir, databaseUrl, communityFile, seededFor: url }),
    ]);
    const site = await startSite(url, port, environment);
    console.log(`
  The site      ${url}
  The sandbox   ${sandbox.url}   (the outside world, imitated)
  Its mail      ${sandbox.url}/mail
  Its data      ${databaseUrl === null ? dataDir : "PostgreSQL"}

  Sample accounts, all with the password ${SAMPLE_PASSWORD}
${SAMPLE_ACCOUNTS.map(({ email, about }) => `    ${email.padEnd(25)} ${about}`).join("\n")}

  Ctrl-C ends both.
`);
    return { sandbox, site };
  };

  const started = await Promise.race([start(), asked.promise]);
  // Nothing that has been started by now needs care; `--no-orphans` ends it with us.
  if (started === undefined) process.exit(0);

  const exitCode = await Promise.race([started.site.exited, asked.promise]);
  if (exitCode === undefined) await started.site.stop();
  else console.error(`The site ended by itself (exit code ${exitCode}).`);
  await started.sandbox.stop();
  process.exit(exitCode === undefined ? 0 : 1);
};
