import { BASKET_POLL_ATTEMPTS, BASKET_POLL_MS } from "#shared/constants/shop.ts";
import type { CheckoutWorld, WidgetEvent } from "./world.ts";

type PaymentWorld = Pick<
  CheckoutWorld,
  "api" | "showStep" | "openWidget" | "onNews" | "wait" | "signal"
>;

/** News that are not missed while one is busy with the last ones. */
const createBell = () => {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    /** Resolves with the next ring, or the one that nobody has taken yet. */
    heard: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
        if (isRung) resolve();
      }),
    /** Whether it has rung since it was taken last. */
    take: () => {
      const wasRung = isRung;
      isRung = false;
      return wasRung;
    },
  };
};

/** Rejects when the signal says so. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

/** Whoever has not paid by then is typing, or away: news of the feed tell sooner. */
const CALM_POLL_MS = 10_000;

/**
 * Opens the widget and asks every 2 s whether the basket is paid. Nothing times out while somebody is
 * typing: 30 times are counted from when the widget tells of a payment [SHOP-10]. News of the feed are
 * looked into at once. Who is still in the widget when the time is up can pay nevertheless.
 */
export const followPayment = async (
  { api, showStep, openWidget, onNews, wait, signal }: PaymentWorld,
  ident: string,
): Promise<"bought" | "closed" | "declined" | "late"> => {
  const bell = createBell();
  const known = { isPaid: false, isDeclined: false, isClosed: false };
  /** Since the widget was opened, or has told of a payment. */
  let attempts = 0;
  let wasLate = false;

  const hear = (event: WidgetEvent) => {
    if (event === "closed") known.isClosed = true;
    else if (event === "declined") {
      known.isDeclined = true;
      showStep({ at: "paying", isDeclined: true });
    } else {
      known.isPaid = true;
      attempts = 0;
      showStep({ at: "confirming" });
    }
    // Who has paid and leaves is waited for at the same pace as before.
    if (event === "paid" || (event === "closed" && !known.isPaid)) bell.ring();
  };
  // Tebex may be silent for a while: that is an attempt like any other.
  const isPaid = () =>
    api.basket({ ident }).then(
      ({ data }) => data.complete,
      () => false,
    );

  showStep({ at: "paying", isDeclined: false });
  const closeWidget = await openWidget(ident, hear);
  const stopNews = onNews(bell.ring);
  try {
    for (;;) {
      const isMany = attempts >= BASKET_POLL_ATTEMPTS;
      const isLate = isMany && known.isPaid;
      if (isLate && !wasLate) showStep({ at: "late" });
      wasLate = isLate;
      if (isLate && known.isClosed) return "late";
      const pause = isLate ? untilAborted(signal) : wait(isMany ? CALM_POLL_MS : BASKET_POLL_MS);
      await Promise.race([bell.heard(), pause]);
      if (!bell.take()) attempts += 1;
      if (await isPaid()) return "bought";
      signal.throwIfAborted();
      if (known.isClosed && !known.isPaid) return known.isDeclined ? "declined" : "closed";
    }
  } finally {
    stopNews();
    closeWidget();
  }
};
