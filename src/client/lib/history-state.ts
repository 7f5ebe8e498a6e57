import { type HistoryState, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
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

/**
 * A text that this tab's history carries for the screen.
 * @returns the text, which the screen keeps as long as it is open, and what takes it out of the
 *   history once it is of no more use there.
 */
export const useHistoryState = (
  name: "secret" | "email",
): [text: string | null, forget: () => void] => {
  const carried = useLocation().state[name];
  const navigate = useNavigate();
  const [kept, setKept] = useState(carried);
  if (carried !== undefined && carried !== kept) setKept(carried);

  const without = (state: HistoryState): HistoryState => ({ ...state, [name]: undefined });
  const forget = () =>
    void navigate({ to: ".", search: true, state: without, replace: true, resetScroll: false });
  return [carried ?? kept ?? null, forget];
};
