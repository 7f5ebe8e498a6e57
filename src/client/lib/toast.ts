import { useSyncExternalStore } from "react";
import { THANKS_TOAST_MS } from "#shared/constants/shop.ts";
import { ADMIN_TOAST_MS, SETTINGS_TOAST_MS, TOAST_MS } from "#shared/constants/time.ts";
import { createEmitter } from "./emitter.ts";
import { tabStorage } from "./storage.ts";

const KEY = "lynxdenNotice";
const changes = createEmitter();

/**
 * Leaves a message for the login screen, which comes next or is there already. It outlives redirects,
 * of which there may be several, and a reload: `dropNotice` ends it.
 */
export const leaveNotice = (text: string) => {
  tabStorage.setItem(KEY, text);
  changes.emit();
};

/** Takes back what was left: somebody has signed in, or has gone on from the login screen. */
export const dropNotice = () => {
  tabStorage.removeItem(KEY);
  changes.emit();
};

const read = () => tabStorage.getItem(KEY);

/** The message that was left for this screen, to be shown in an alert; null for none. */
export const useNotice = (): string | null => useSyncExternalStore(changes.subscribe, read, read);

/** Where toasts of an area stand and how long, in milliseconds [NAV-14]. */
const AREAS = {
  site: { place: "top-right", durationMs: TOAST_MS },
  settings: { place: "top-center", durationMs: SETTINGS_TOAST_MS },
  admin: { place: "bottom-right", durationMs: ADMIN_TOAST_MS },
  shop: { place: "top-right", durationMs: THANKS_TOAST_MS },
} as const;

export type ToastArea = keyof typeof AREAS;
export type ToastKind = "success" | "error" | "info";
/** What can be done about it from the toast, such as to undo. */
export type ToastAction = { label: string; act: () => void };
export type ToastRequest = (typeof AREAS)[keyof typeof AREAS] & {
  kind: ToastKind;
  message: string;
  action?: ToastAction;
};

/** Told of a toast to show; null takes away all that are shown. */
type Listener = (request: ToastRequest | null) => void;
const waiting: ToastRequest[] = [];
let listener: Listener | null = null;

/** Shows a toast in the manner of its area. The toast library is loaded with the first one. */
export const toast = (
  kind: ToastKind,
  message: string,
  area: ToastArea = "site",
  action?: ToastAction,
) => {
  const request = { kind, message, action, ...AREAS[area] };
  if (listener === null) waiting.push(request);
  else listener(request);
};

/** Takes all away: another person is there now. */
export const dropToasts = () => {
  waiting.length = 0;
  listener?.(null);
};

/** Takes over the requests, including those that came before anyone listened. */
export const onToast = (next: Listener) => {
  listener = next;
  for (const request of waiting.splice(0)) next(request);
  return () => {
    if (listener === next) listener = null;
  };
};
