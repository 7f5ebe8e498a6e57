import { z } from "zod/mini";
import { DAY_MS } from "#shared/constants/time.ts";
import { safePath } from "#shared/rules/safe-path.ts";
import { browserStorage, parseStored } from "./storage.ts";

export const WAY_BACK_KEY = "wayBack";

const kept = z.object({ path: z.string(), atMs: z.number() });

/**
 * Keeps in this browser, for a day, where somebody wanted to go before they registered: the link of the
 * mail opens in another tab [ACC-25].
 */
export const keepWayBack = (path: string): void =>
  void browserStorage.setItem(WAY_BACK_KEY, JSON.stringify({ path, atMs: Date.now() }));

/** A path on this site; null where nobody has registered lately for one. */
export const readWayBack = (): string | null => {
  const found = kept.safeParse(parseStored(browserStorage.getItem(WAY_BACK_KEY))).data;
  const isFresh = found !== undefined && Math.abs(Date.now() - found.atMs) < DAY_MS;
  return isFresh ? safePath(found.path) : null;
};

/** Somebody has logged in. */
export const forgetWayBack = (): void => browserStorage.removeItem(WAY_BACK_KEY);
