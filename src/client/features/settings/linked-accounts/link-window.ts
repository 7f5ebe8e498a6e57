import { openSignInWindow } from "#client/lib/sign-in-window.ts";
import { LINK_PAGES, type Platform } from "#shared/constants/accounts.ts";

const startOf = (platform: Platform) => `/auth/${platform}/start?purpose=link`;

/** Where the window of a platform begins, and how large it is [LINK-17]. */
const WINDOWS: Readonly<Record<Platform, { address: string; widthPx: number; heightPx: number }>> =
  {
    discord: { address: startOf("discord"), widthPx: 500, heightPx: 800 },
    steam: { address: startOf("steam"), widthPx: 600, heightPx: 800 },
    minecraft: { address: LINK_PAGES.minecraft, widthPx: 600, heightPx: 800 },
    epic: { address: LINK_PAGES.epic, widthPx: 600, heightPx: 800 },
  };

/** Opens the window in which a member proves an account. @returns null where it is blocked. */
export const openLinkWindow = (platform: Platform): Window | null =>
  openSignInWindow({ ...WINDOWS[platform], name: `${platform}-link` });
