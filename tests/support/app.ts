import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "#server/app.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import type { DrawPreviews } from "#server/http/preview/previews.ts";
import type { RenderSite } from "#server/http/render-site.ts";
import { assetsFromFolder, type ClientAssets } from "#server/http/static.ts";
import { createAttachmentFiles } from "#server/providers/attachments/files.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { afterThisTest } from "./cleanup.ts";
import { writeClientBuild } from "./client-build.ts";
import { movableClock, type MovableClock } from "./clock.ts";
import { plainDraw, plainRender } from "./plain-prerender.ts";
import { testFolder, testStore } from "./store.ts";

export const PUBLIC_URL = "http://den.example";

const builds = new Map<string, Promise<ClientAssets>>();

const makeAssets = async (buildId: string) => {
  const folder = await mkdtemp(join(tmpdir(), "lynxden-build-"));
  try {
    await writeClientBuild(folder, buildId);
    return await assetsFromFolder(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A small client build, the same for all tests of this process: nobody can change it. */
export const testAssets = async (buildId = "build-1"): Promise<ClientAssets> => {
  const assets = builds.get(buildId) ?? makeAssets(buildId);
  builds.set(buildId, assets);
  return await assets;
};

/** An answer's headers, but for those that differ from one request to the next. */
export const lastingHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date"),
  );

export type LogLine = { level: string; event: string } & Record<string, unknown>;

export type TestApp = App & { deps: Deps; clock: MovableClock; lines: LogLine[] };

/** A mail server at which nobody listens: `""` for both is a site that sends no mail. */
const MAIL_ENV = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "den@lynxden.example" };
export const WITHOUT_MAIL_ENV = { SMTP_URL: "", MAIL_FROM: "" };

/** The example community's configuration, as the environment given changes it. */
export const testConfig = async (env: Readonly<Record<string, string>> = {}): Promise<Config> => {
  const environment = {
    PUBLIC_URL,
    TRUSTED_PROXIES: "none",
    DRAIN_SECONDS: "0",
    ...MAIL_ENV,
    ...env,
  };
  return withTeamFactor(false)(await readOnce(environment));
};

const configs = new Map<string, Promise<Config>>();

/**
 * One environment gives one configuration, which nobody can change, for all tests of this process:
 * reading the community's file takes half the time that a `testApp` does. Other files are read anew.
 */
const readOnce = async (environment: Readonly<Record<string, string>>): Promise<Config> => {
  if (Object.keys(environment).some((name) => name.endsWith("_FILE")))
    return await loadConfig(environment);
  const key = JSON.stringify([process.cwd(), environment]);
  const known = configs.get(key) ?? loadConfig(environment).then(freezeDeeply);
  configs.set(key, known);
  return { ...(await known) };
};

const freezeDeeply = <Value>(value: Value): Value => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeeply(inner);
  }
  return value;
};

/** For `testApp({ adjust })`: whether the team needs a second factor, which it does not unless a test says so. */
export const withTeamFactor =
  (teamNeedsSecondFactor: boolean) =>
  (config: Config): Config => {
    const security = { ...config.community.security, teamNeedsSecondFactor };
    return { ...config, community: { ...config.community, security } };
  };

/** For `testApp({ adjust })`: a site that allows so many attempts in a quarter of an hour. */
export const withLimits =
  (attempts: Partial<Record<LimitName, number>>) =>
  (config: Config): Config => {
    const own = Object.entries(attempts).map(([name, max]) => [name, { max, windowMs: 900_000 }]);
    const limits = { ...config.community.limits, ...Object.fromEntries(own) };
    return { ...config, community: { ...config.community, limits } };
  };

/** For `testApp({ adjust })`: a site whose owner has nobody confirm who they are. */
export const withoutStepUp = (config: Config): Config => {
  const { community } = config;
  const security = { ...community.security, stepUpMs: 0 };
  return { ...config, community: { ...community, security } };
};

/** Files of tickets lie in a folder of this test, unless a test names another place. */
const ownPlace = async (config: Config) => {
  const dataDir = await testFolder();
  const isNamed = config.attachments.place.startsWith("s3://");
  const attachments = isNamed ? config.attachments : { to: { folder: dataDir }, place: dataDir };
  return { dataDir, attachments };
};

/**
 * The site's routes over a real store, without a network.
 * @param options.env configuration as in the environment.
 * @param options.adjust changes what the environment cannot say.
 * @param options.render the renderer of pages; a plain one unless it is given.
 * @param options.draw draws what links show; likewise.
 */
export const testApp = async (
  options: {
    env?: Readonly<Record<string, string>>;
    adjust?: (config: Config) => Config;
    overrides?: Partial<Omit<Deps, "config">>;
    render?: RenderSite;
    draw?: DrawPreviews;
  } = {},
): Promise<TestApp> => {
  const lines: LogLine[] = [];
  const clock = movableClock();
  const config = await testConfig(options.env);
  const deps = await createDeps(options.adjust?.(config) ?? config, {
    log: createLog((line) => lines.push(JSON.parse(line) as LogLine), "debug"),
    assets: await testAssets(),
    store: await testStore(),
    clock,
    // Not among the files of this repository.
    ...(options.env?.["DATA_DIR"] === undefined && {
      attachments: createAttachmentFiles(await ownPlace(config)),
    }),
    ...options.overrides,
  });
  afterThisTest(() => deps.feeds.end());
  const app = createApp(deps, options.render ?? plainRender, options.draw ?? plainDraw);
  return { ...app, deps, clock, lines };
};
