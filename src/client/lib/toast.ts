import { TOAST_MS } from "#shared/constants/timings.ts";

export type ToastKind = "success" | "error" | "info";
export type ToastPlace = "top-right" | "top-center" | "bottom-right";
export type ToastRequest = {
  kind: ToastKind;
  message: string;
  /** Milliseconds until it leaves by itself. */
  durationMs: number;
  place: ToastPlace;
};

type Listener = (request: ToastRequest) => void;
const waiting: ToastRequest[] = [];
let listener: Listener | null = null;

/**
 * Shows a toast: 5 s at the top right unless told otherwise. The toast library is loaded with the first one.
 * @see member specification §9, facts §4a
 */
export const toast = (
  kind: ToastKind,
  message: string,
  {
    durationMs = TOAST_MS,
    place = "top-right",
  }: Partial<Pick<ToastRequest, "durationMs" | "place">> = {},
) => {
  const request = { kind, message, durationMs, place };
  if (listener === null) waiting.push(request);
  else listener(request);
};

/** Takes over the requests, including those that came before anyone listened. */
export const onToast = (next: Listener) => {
  listener = next;
  for (const request of waiting.splice(0)) next(request);
  return () => {
    if (listener === next) listener = null;
  };
};
