import { useEffect, useEffectEvent, useRef, useState } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { isMissingChunk, leaveForNewBuild } from "#client/lib/chunks.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { markPointsUpdated } from "#client/lib/markers.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { isPersonHere, openSignInWindow, waiting } from "#client/lib/sign-in-window.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  BASKET_POLL_ATTEMPTS,
  BASKET_POLL_MS,
  POINTS_MARKER_MS,
  TEBEX_WAIT_PATH,
} from "#shared/constants/shop.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { runCheckout } from "./run.ts";
import {
  asText,
  checkedOptions,
  type CheckoutItem,
  type CheckoutOutcome,
  type CheckoutStep,
  type CheckoutWorld,
  fits,
  keepRecord,
  noticeOf,
  readRecord,
  type SignInWindow,
} from "./state.ts";

/**
 * What follows a purchase, whatever screen the person is on by then: thanks, the promo's claim, and
 * after 5 s the points here and in other tabs [SHOP-17].
 */
const useAfterPurchase = () => {
  const { client, members, shop, orders } = trpc.useUtils();
  const promo = useSite().shop?.promoPackage;

  const claim = async (packageId: number) => {
    try {
      await client.shop.claimPromo.mutate({ packageId });
    } catch (error) {
      // The order's event sets the same date.
      console.warn("The promo could not be claimed.", error);
    }
    await shop.promoStatus.invalidate();
  };

  return (packageIds: readonly number[]) => {
    toast("success", CHECKOUT.thanks, "shop");
    if (promo != null && packageIds.includes(promo)) void claim(promo);
    void orders.invalidate();
    setTimeout(() => {
      markPointsUpdated();
      void members.membership.invalidate();
    }, POINTS_MARKER_MS);
  };
};

/** The window in which a buyer signs in at Tebex. @returns null where it is blocked. */
const openTebexWindow = (address: string): SignInWindow | null => {
  const popup = openSignInWindow({ address, name: "tebex-sign-in", widthPx: 600, heightPx: 800 });
  if (popup === null) return null;
  return {
    get closed() {
      return popup.closed;
    },
    goOn: (url) => popup.location.replace(url),
    close: () => popup.close(),
  };
};

/** From now on a reload does not open it again. */
const rest = (userId: string) => {
  const kept = readRecord(userId);
  if (kept !== null) keepRecord({ ...kept, isUnderWay: false });
};

type Notice = Omit<ReturnType<typeof noticeOf>, "toast"> & {
  /** The package that met its limit. */
  offender: number | null;
  /** Of what it is said: a cart that was changed since is another matter. */
  about: string;
};

type Asked = { url: string; opened: (popup: SignInWindow | null) => void };

export type Checkout = {
  /** Null while none is under way. */
  step: CheckoutStep | null;
  /** Whether the cart has to stay as it is. */
  isLocked: boolean;
  notice: Notice | null;
  /** The basket that this tab has begun to fill; null for none. */
  ident: string | null;
  /** The basket that was just paid, for which the buyer is thanked; null for none. */
  thanked: string | null;
  begin: () => void;
  /** Opens the window in which to sign in, within a click of the person. */
  openWindow: () => void;
  cancel: () => void;
  endThanks: () => void;
};

/**
 * The checkout of what is in the cart [SHOP-10]. It ends with the screen that shows it, and is
 * resumed when that is opened again or reloaded.
 * @param items in the cart.
 * @param onBought takes what was bought out of the cart.
 */
export const useCheckout = (
  items: readonly CheckoutItem[],
  onBought: (bought: readonly CheckoutItem[]) => void,
): Checkout => {
  const { client } = trpc.useUtils();
  const { shop, theme } = useSite();
  const userId = useSession()?.id ?? null;
  const celebrate = useAfterPurchase();
  const [step, setStep] = useState<CheckoutStep | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [thanked, setThanked] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const looking = useRef<AbortController | null>(null);
  const asked = useRef<Asked | null>(null);
  const [paymentNews] = useState(() => createEmitter());

  const about = asText(items);

  const bought = (ident: string, paid: readonly CheckoutItem[]) => {
    looking.current?.abort();
    keepRecord(null);
    setNotice(null);
    setThanked(ident);
    celebrate(paid.map(({ packageId }) => packageId));
    onBought(paid);
  };

  const finish = (user: string, outcome: CheckoutOutcome) => {
    setStep(null);
    if (outcome.end === "bought") {
      bought(outcome.ident, outcome.items);
      return;
    }
    // Without what met its limit the same basket is paid, by the same sign-in.
    rest(user);
    const { toast: short, ...said } = noticeOf(outcome);
    const offender = outcome.end === "limit" ? outcome.packageId : null;
    setNotice({ ...said, offender, about });
    if (short !== null) toast("error", short);
    if (outcome.end === "closed" || outcome.end === "declined") void keepLooking(user);
  };

  const worldOf = (
    user: string,
    endpoint: string,
    popup: SignInWindow | null | undefined,
    signal: AbortSignal,
  ): CheckoutWorld => ({
    api: {
      createBasket: (basket) => client.shop.createBasket.mutate(basket),
      updateBasket: (basket) => client.shop.updateBasket.mutate(basket),
      signInLinks: (basket) => client.shop.signInLinks.mutate(basket),
      addPackage: (item) => client.shop.addPackage.mutate(item),
      basket: (basket) => client.shop.basket.query(basket),
    },
    keep: (ident) => {
      const kept = readRecord(user);
      const madeAtMs = kept?.ident === ident ? kept.madeAtMs : Date.now();
      keepRecord({ userId: user, ident, items: [...items], isUnderWay: true, madeAtMs });
    },
    showStep: (next) => {
      if (signal.aborted) return;
      setStep(next);
      if (next.at !== "late") return;
      rest(user);
      setNotice({ ...noticeOf({ end: "late" }), offender: null, about });
      toast("error", CHECKOUT.unconfirmed);
    },
    announce: () => toast("info", CHECKOUT.signIn),
    popup: popup ?? null,
    isBlocked: popup === null,
    openByClick: (url) =>
      new Promise((resolve, reject) => {
        asked.current = { url, opened: resolve };
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      }),
    isPersonHere,
    openWidget: (ident, hear) => {
      let isPaid = false;
      return widgetAt(
        endpoint,
        theme.scheme,
        signal,
      )(ident, (event) => {
        isPaid ||= event === "paid";
        // At once: who goes on to another screen sooner than the server answers has closed it, too.
        if (event === "closed" && !isPaid) rest(user);
        hear(event);
      });
    },
    onNews: paymentNews.subscribe,
    wait: waiting(signal),
    signal,
  });

  const stop = () => {
    running.current?.abort();
    running.current = null;
    looking.current?.abort();
    asked.current = null;
  };

  const run = async (user: string, endpoint: string, popup?: SignInWindow | null) => {
    stop();
    const { signal } = (running.current = new AbortController());
    signal.addEventListener("abort", () => popup?.close(), { once: true });
    try {
      const world = worldOf(user, endpoint, popup, signal);
      const outcome = await runCheckout(world, items, readRecord(user));
      if (signal.aborted) return;
      running.current = null;
      finish(user, outcome);
    } catch (error) {
      // It rejects only when it was given up.
      if (!signal.aborted) throw error;
    }
  };

  /** Looks whether a basket of before has been paid after all. */
  const look = async (user: string) => {
    const kept = readRecord(user);
    if (kept === null) return;
    try {
      const { data } = await client.shop.basket.query({ ident: kept.ident });
      const isStillAsked = running.current === null && readRecord(user)?.ident === kept.ident;
      if (data.complete && isStillAsked) bought(kept.ident, kept.items);
    } catch (error) {
      // The next look may be luckier; a basket that is gone is forgotten.
      if (codeOf(error) === "not_found") keepRecord(null);
    }
  };

  /** Whoever closes Tebex's window may have paid in another one that it opened: that is soon known. */
  const keepLooking = async (user: string) => {
    const { signal } = (looking.current = new AbortController());
    const wait = waiting(signal);
    try {
      for (let attempts = 0; attempts < BASKET_POLL_ATTEMPTS; attempts += 1) {
        await wait(BASKET_POLL_MS);
        await look(user);
      }
    } catch (error) {
      // It rejects only when it was given up.
      if (!signal.aborted) throw error;
    }
  };

  const resume = useEffectEvent((user: string) => {
    const kept = readRecord(user);
    if (kept === null || shop === null || running.current !== null) return;
    if (kept.isUnderWay && fits(kept, items, Date.now())) void run(user, shop.checkoutUrl);
    else void look(user);
  });
  /** With whatever was said: the next person has not bought anything. */
  const abandon = useEffectEvent(() => {
    stop();
    setStep(null);
    setNotice(null);
    setThanked(null);
  });
  useEffect(() => {
    if (userId === null) return undefined;
    // Not before the cart is drawn; nor for nothing, where the screen is left at once.
    const timer = setTimeout(() => resume(userId));
    return () => {
      clearTimeout(timer);
      abandon();
    };
  }, [userId]);

  useFeedEvent(({ type }) => {
    if (type !== "orders.changed" && type !== "resync") return;
    paymentNews.emit();
    if (running.current === null && userId !== null) void look(userId);
  });

  return {
    step,
    isLocked: step !== null && step.at !== "late",
    notice: notice?.about === about ? notice : null,
    ident: userId === null ? null : (readRecord(userId)?.ident ?? null),
    thanked,
    begin: () => {
      if (userId === null || shop === null) return;
      setNotice(null);
      // A basket of before was signed in to before. For a new one the window opens in this click.
      const popup = readRecord(userId) === null ? openTebexWindow(TEBEX_WAIT_PATH) : undefined;
      void run(userId, shop.checkoutUrl, popup);
    },
    openWindow: () => {
      const { current } = asked;
      if (current !== null) current.opened(openTebexWindow(current.url));
    },
    cancel: () => {
      stop();
      setStep(null);
      if (userId !== null) rest(userId);
    },
    endThanks: () => setThanked(null),
  };
};

const loadTebex = async () => {
  try {
    return await import("./tebex-widget.ts");
  } catch (error) {
    // The site was updated meanwhile: the page of the new build resumes this checkout.
    if (isMissingChunk(error)) await leaveForNewBuild();
    throw error;
  }
};

/**
 * Opens Tebex's window, whose script comes with the first checkout of a page. In the site's colours, and
 * over the page on phones too: browsers refuse a window of its own this long after the person's tap.
 * @param endpoint below which baskets are paid. @param theme as Tebex calls it.
 */
const widgetAt =
  (endpoint: string, theme: "dark" | "light", signal: AbortSignal): CheckoutWorld["openWidget"] =>
  async (ident, hear) => {
    const options = checkedOptions({
      ident,
      endpoint,
      theme,
      closeOnEsc: true,
      popupOnMobile: true,
    });
    const { launchTebex } = await loadTebex();
    signal.throwIfAborted();
    return launchTebex(options, hear, signal);
  };
