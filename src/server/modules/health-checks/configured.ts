import type { Config } from "#server/config/config.ts";
import { resolveProxies, UnknownProxyError } from "#server/config/proxies.ts";
import { isThisMachine } from "#server/core/addresses.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { fail, type Finding, ok, together, warn } from "./finding.ts";

/** What the site itself looks up before it starts. */
const checkProxies = async ({ trustedProxies }: Config): Promise<Finding[]> => {
  try {
    await resolveProxies(trustedProxies);
    return [];
  } catch (error) {
    if (!(error instanceof UnknownProxyError)) throw error;
    return [fail(error.message)];
  }
};

/** A configuration that could be read: what the owner should know of it. */
export const checkConfiguration = async (config: Config): Promise<Finding> => {
  const found = [...(await checkProxies(config)), ...config.warnings.map(warn)];
  return found.length === 0
    ? ok(HEALTH.configured(config.community.servers.length))
    : together(found);
};

/** What browsers are told of https. */
export const checkHttps = (config: Pick<Config, "publicUrl" | "hasHttpsSubdomains">): Finding => {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === "https:")
    return ok(config.hasHttpsSubdomains ? HEALTH.allSubdomains : HEALTH.thisHostAlone);
  return isThisMachine(hostname)
    ? ok(HEALTH.thisMachine)
    : warn(HEALTH.plainHttp(config.publicUrl));
};
