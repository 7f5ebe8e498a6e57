import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod/mini";
import { parseStored, tabStorage } from "#client/lib/storage.ts";
import { PENDING_LOGIN_MS } from "#shared/constants/factors.ts";
import { type PendingLogin, pendingLogin } from "#shared/schemas/factors.ts";

/** Where this tab keeps a login that waits for its second step, so that a reload goes on with it. */
const KEY = "zlgPendingLogin";

const kept = z.extend(pendingLogin, { until: z.number() });

/** Keeps it, for as long as the server does. */
export const keepPendingLogin = (pending: PendingLogin): void => {
  const until = Date.now() + PENDING_LOGIN_MS;
  tabStorage.setItem(KEY, JSON.stringify({ ...pending, until }));
};

export const forgetPendingLogin = (): void => tabStorage.removeItem(KEY);

const parse = (text: string | null): PendingLogin | null => {
  const { success, data } = kept.safeParse(parseStored(text));
  return success && data.until > Date.now() ? { ticket: data.ticket, ways: data.ways } : null;
};

const never = () => () => {};

/** The login that waited in this tab when it was loaded; null for none, or none any more. */
export const useKeptLogin = (): PendingLogin | null => {
  const text = useSyncExternalStore(
    never,
    () => tabStorage.getItem(KEY),
    () => null,
  );
  return useMemo(() => parse(text), [text]);
};
