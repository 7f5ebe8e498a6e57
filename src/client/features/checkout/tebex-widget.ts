import { checkout } from "@tebexio/tebex.js";
import { WIDGET_READY_MS } from "#shared/constants/shop.ts";
import type { WidgetEvent, WidgetOptions } from "./state.ts";

/** Tebex.js names its window for nobody, and leaves what is below it within reach of the keyboard. */
const makeModal = () => {
  const { holder, root } = checkout.lightbox;
  holder.setAttribute("aria-label", "Checkout");
  holder.setAttribute("aria-modal", "true");
  const below = [...document.body.children].filter(
    (element) => element !== root && !element.hasAttribute("inert"),
  );
  for (const element of below) element.setAttribute("inert", "");
  return () => {
    for (const element of below) element.removeAttribute("inert");
  };
};

/** The frame with Tebex's page; zoid, which makes it, has others. */
const focusFrame = () => {
  const { holder } = checkout.lightbox;
  const frame = holder.querySelector<HTMLIFrameElement>('iframe[name^="__zoid__"]');
  if (frame === null) return;
  frame.title = "Checkout";
  frame.focus();
};

/** Tebex.js itself would wait, and lock the page, forever. */
const inTime = async (launching: Promise<void>) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The checkout did not open.")), WIDGET_READY_MS);
  });
  try {
    await Promise.race([launching, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Opens the real Tebex.js over the page, and tells what happens in it until it is ended.
 * @param signal ends it, too, at any moment.
 * @returns ends it: the window is closed, if it is still open, and nothing more is told.
 * @throws {Error} when Tebex's page does not answer.
 */
export const launchTebex = async (
  options: WidgetOptions,
  hear: (event: WidgetEvent) => void,
  signal: AbortSignal,
): Promise<() => void> => {
  checkout.init(options);
  const launching = checkout.launch();
  const stops = [
    makeModal(),
    checkout.on("payment:complete", () => hear("paid")),
    checkout.on("payment:error", () => hear("declined")),
    checkout.on("close", () => {
      end();
      hear("closed");
    }),
  ];
  let isEnded = false;
  const end = () => {
    // Once: by the second time it would close the window of whoever came next.
    if (isEnded) return;
    isEnded = true;
    for (const stop of stops.splice(0)) stop();
    if (checkout.lightbox.root.isConnected) checkout.destroy();
  };
  signal.addEventListener("abort", end, { once: true });
  try {
    await inTime(launching);
    signal.throwIfAborted();
  } catch (error) {
    end();
    throw error;
  }
  focusFrame();
  return end;
};
