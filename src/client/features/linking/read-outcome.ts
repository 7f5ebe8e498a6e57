import { type AuthMessage, authMessage } from "#shared/auth-message.ts";
import type { LinkPagePlatform } from "#shared/constants/accounts.ts";

/**
 * What the callback of the sign-in has put into the fragment of a window's address.
 * @returns null for nothing, for nonsense and for another platform's.
 */
export const readOutcome = (platform: LinkPagePlatform, fragment: string): AuthMessage | null => {
  try {
    const told = authMessage.safeParse(JSON.parse(decodeURIComponent(fragment.replace(/^#/, ""))));
    return told.success && told.data.type.startsWith(`${platform.toUpperCase()}_`)
      ? told.data
      : null;
  } catch {
    return null;
  }
};
