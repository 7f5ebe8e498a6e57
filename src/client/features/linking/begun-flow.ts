import { tabStorage } from "#client/lib/storage.ts";
import type { LinkPagePlatform } from "#shared/constants/accounts.ts";

const KEY = "lynxdenLinking";

/** Marks that this tab leaves for a provider: what it comes back with was asked for. */
export const beginFlow = (platform: LinkPagePlatform): void =>
  void tabStorage.setItem(KEY, platform);

/** Spends the mark. */
export const endFlow = (): void => tabStorage.removeItem(KEY);

/**
 * Whether this tab has left for that provider and not come back yet. Any page can open one of ours with
 * an outcome in its address that no provider gave.
 */
export const hasBegunFlow = (platform: LinkPagePlatform): boolean =>
  tabStorage.getItem(KEY) === platform;
