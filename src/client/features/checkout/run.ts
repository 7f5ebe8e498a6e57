import { codeOf, messageOf } from "#client/lib/api-error.ts";
import {
  BASKET_POLL_ATTEMPTS,
  BASKET_POLL_MS,
  SIGN_IN_CHECK_MS,
  SIGN_IN_WAIT_MS,
} from "#shared/constants/shop.ts";
import {
  type CheckoutItem,
  type CheckoutOutcome,
  type CheckoutRecord,
  type CheckoutStep,
  type CheckoutWorld,
  fits,
  type SignInWindow,
  type WidgetEvent,
} from "./state.ts";

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
const followPayment = async (
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

type Basket = { ident: string; isNew: boolean };

/** Waits until the window is closed; one that was cut off looks closed while the person is in it. */
const untilGone = async ({ wait, isPersonHere }: CheckoutWorld, popup: SignInWindow) => {
  do await wait(SIGN_IN_CHECK_MS);
  while (!(popup.closed && isPersonHere()));
};

/** Signs in by a window that the person's click opens, however often the browser refuses it. */
const signInByClick = async (
  world: CheckoutWorld,
  url: string,
  why: Extract<CheckoutStep, { at: "blocked" | "unsigned" }>,
) => {
  world.showStep(why);
  let popup = await world.openByClick(url);
  while (popup === null) {
    world.showStep({ at: "blocked" });
    popup = await world.openByClick(url);
  }
  world.showStep({ at: "window" });
  await untilGone(world, popup);
};

/** @param isRead resolves once our own page has stood in the window for long enough to be read. */
const signIn = async (world: CheckoutWorld, ident: string, isRead: Promise<void>) => {
  const { popup } = world;
  const [link] = await world.api.signInLinks({ ident });
  if (link === undefined) popup?.close();
  else if (popup === null)
    await signInByClick(world, link.url, { at: world.isBlocked ? "blocked" : "unsigned" });
  else {
    await isRead;
    popup.goOn(link.url);
    world.showStep({ at: "window" });
    await untilGone(world, popup);
  }
};

/** Says that one has to sign in, where the click has opened the window for it. */
const beginSignIn = async (world: CheckoutWorld): Promise<void> => {
  if (world.popup === null) return;
  world.showStep({ at: "signing-in" });
  world.announce();
  await world.wait(SIGN_IN_WAIT_MS);
};

/** Adds one; who has not signed in yet is asked to, until it works. @throws what the server says. */
const addOne = async (world: CheckoutWorld, ident: string, item: CheckoutItem) => {
  for (;;) {
    try {
      await world.api.addPackage({ ident, ...item });
      return;
    } catch (error) {
      if (codeOf(error) !== "sign_in") throw error;
      const [link] = await world.api.signInLinks({ ident });
      if (link === undefined) throw error;
      world.signal.throwIfAborted();
      await signInByClick(world, link.url, { at: "unsigned" });
    }
  }
};

/** @returns why it cannot go on; null where everything is in the basket. */
const addAll = async (
  world: CheckoutWorld,
  ident: string,
  items: readonly CheckoutItem[],
): Promise<CheckoutOutcome | null> => {
  for (const [done, item] of items.entries()) {
    world.showStep({ at: "adding", done, total: items.length });
    try {
      await addOne(world, ident, item);
    } catch (error) {
      world.signal.throwIfAborted();
      const message = messageOf(error);
      return codeOf(error) === "limit_reached"
        ? { end: "limit", packageId: item.packageId, message }
        : { end: "items-failed", message };
    }
    world.signal.throwIfAborted();
  }
  return null;
};

/** Null where there is no such basket any more. */
const lookAt = ({ api }: CheckoutWorld, ident: string) =>
  api.basket({ ident }).catch((error: unknown) => {
    if (codeOf(error) === "not_found") return null;
    throw error;
  });

/** Has the basket of before become one of these items; false where there is none any more. */
const change = ({ api }: CheckoutWorld, ident: string, items: readonly CheckoutItem[]) =>
  api.updateBasket({ ident, items: [...items] }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === "not_found") return false;
      throw error;
    },
  );

/**
 * The basket of before, changed where the cart was, so that nobody pays twice or signs in twice; a new
 * one where there is none.
 */
const basketFor = async (
  world: CheckoutWorld,
  items: readonly CheckoutItem[],
  kept: CheckoutRecord | null,
): Promise<Basket | "paid"> => {
  if (kept !== null) {
    const found = await lookAt(world, kept.ident);
    if (found?.data.complete === true) return "paid";
    const isThere =
      found !== null && (fits(kept, items, Date.now()) || (await change(world, kept.ident, items)));
    if (isThere) return { ident: kept.ident, isNew: false };
  }
  const { data } = await world.api.createBasket({ items: [...items] });
  return { ident: data.ident, isNew: true };
};

/**
 * The whole way from the cart to a paid basket, one step after the other [SHOP-10].
 * @param kept the checkout that this tab has begun before, in a page that was reloaded for instance.
 * @throws only when `world.signal` says that nobody wants to know any more.
 */
export const runCheckout = async (
  world: CheckoutWorld,
  items: readonly CheckoutItem[],
  kept: CheckoutRecord | null,
): Promise<CheckoutOutcome> => {
  const { signal, popup } = world;
  try {
    world.showStep({ at: "preparing" });
    const isRead = beginSignIn(world);
    // Whoever gives it up meanwhile has left by another way.
    isRead.catch(() => undefined);
    const basket = await basketFor(world, items, kept);
    signal.throwIfAborted();
    if (basket === "paid") {
      popup?.close();
      return { end: "bought", ident: kept?.ident ?? "", items: kept?.items ?? items };
    }
    const { ident, isNew } = basket;
    world.keep(ident);
    if (isNew) await signIn(world, ident, isRead);
    else popup?.close();
    const problem = await addAll(world, ident, items);
    if (problem !== null) return problem;
    const end = await followPayment(world, ident);
    return end === "bought" ? { end, ident, items } : { end };
  } catch (error) {
    popup?.close();
    signal.throwIfAborted();
    return { end: "failed", message: messageOf(error) };
  }
};
