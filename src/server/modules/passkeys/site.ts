import { isIP } from "node:net";
import type { RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { PasskeySite } from "#server/providers/passkeys/port.ts";
import { PASSKEYS } from "#shared/passkey-messages.ts";

const hostOf = (origin: string) => new URL(origin).hostname;

/** The host for which a site at this address makes passkeys; null for an IP address, which browsers refuse. */
export const rpIdOf = (origin: string): string | null => {
  const host = hostOf(origin);
  return isIP(host.replace(/^\[|\]$/g, "")) === 0 ? host : null;
};

/**
 * The site as passkeys know it [KEY-01]: by the host of PUBLIC_URL. Without one, where it is reached by
 * a name of this machine.
 * @returns null where it has no name that browsers make passkeys for.
 */
export const passkeySiteOf = ({ siteOrigin }: RequestCtx): PasskeySite | null => {
  if (siteOrigin === null) return null;
  const rpId = rpIdOf(siteOrigin);
  return rpId === null ? null : { rpId, origin: new URL(siteOrigin).origin };
};

/** @throws {AppError} `passkeys_unavailable`. */
export const assertPasskeySite = (ctx: RequestCtx): PasskeySite => {
  const site = passkeySiteOf(ctx);
  if (site === null) throw new AppError("passkeys_unavailable", PASSKEYS.unavailable);
  return site;
};
