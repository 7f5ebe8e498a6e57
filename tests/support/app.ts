import { type App, createApp } from "#server/app.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { createLog } from "#server/core/log.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { assetsFromFolder, type ClientAssets } from "#server/http/client-assets.ts";
import type { DrawPreviews } from "#server/http/preview/previews.ts";
import type { RenderSite } from "#server/http/render-site.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { afterThisTest } from "./cleanup.ts";
import { writeClientBuild } from "./client-build.ts";
import { movableClock, type MovableClock } from "./clock.ts";
import { plainDraw, plainRender } from "./plain-prerender.ts";
import { testFolder, testStore } from "./store.ts";

export const PUBLIC_URL = "http://den.example";
/** A small client build in a folder of this test. */
export const testAssets = async (buildId = "build-1"): Promise<ClientAssets> => {
  const folder = await testFolder();
  await writeClientBuild(folder, buildId);
  return await assetsFromFolder(folder);
};

/** An answer's headers, but for those that differ from one request to the next. */
export const lastingHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date"),
  );

export type LogLine = { level: string; event: string } & Record<string, unknown>;

export type TestApp = App & { deps: Deps; clock: MovableClock; lines: LogLine[] };

/** The example community's configuration, as the environment given changes it. */
export const testConfig = (env: Readonly<Record<string, string>> = {}): Promise<Config> =>
  loadConfig({ PUBLIC_URL, TRUSTED_PROXIES: "none", DRAIN_SECONDS: "0", ...env });

/** For `testApp({ adjust })`: a site that allows so many attempts in a quarter of an hour. */
export const withLimits =
  (attempts: Partial<Record<LimitName, number>>) =>
  (config: Config): Config => {
    const own = Object.entries(attempts).map(([name, max]) => [name, { max, windowMs: 900_000 }]);
    const limits = { ...config.community.limits, ...Object.fromEntries(own) };
    return { ...config, community: { ...config.community, limits } };
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
    ...options.overrides,
  });
  afterThisTest(() => deps.feeds.end());
  const app = createApp(deps, options.render ?? plainRender, options.draw ?? plainDraw);
  return { ...app, deps, clock, lines };
};
