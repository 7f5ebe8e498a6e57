import type { Config } from "#server/config/config.ts";
import { isThisMachine } from "#server/core/addresses.ts";

/**
 * The origin at which browsers have the site open, to which providers lead people back and for which
 * passkeys are made. Without PUBLIC_URL only the request says where the site is; whoever sends it could
 * name a site of their own, and be told there who signs in. So it is believed where it names this machine
 * and the site's own port.
 * @returns null where it is not.
 */
export const siteOrigin = (
  { publicUrl, isPublicUrlSet }: Pick<Config, "publicUrl" | "isPublicUrlSet">,
  request: Pick<Request, "url">,
): string | null => {
  if (isPublicUrlSet) return publicUrl;
  const { protocol, hostname, port, origin } = new URL(request.url);
  const ours = new URL(publicUrl);
  const isOurs = protocol === ours.protocol && port === ours.port;
  return isOurs && isThisMachine(hostname) ? origin : null;
};
