import { describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { runCheckout } from "#client/features/checkout/run.ts";
import {
  type CheckoutOutcome,
  type CheckoutStep,
  type CheckoutWorld,
  fits,
  noticeOf,
  type SignInWindow,
  type WidgetEvent,
} from "#client/features/checkout/state.ts";
import type { ErrorCode } from "#server/core/errors.ts";
import {
  BASKET_POLL_ATTEMPTS,
  BASKET_POLL_MS,
  SIGN_IN_CHECK_MS,
  SIGN_IN_WAIT_MS,
} from "#shared/constants/shop.ts";
import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const ITEMS = [
  { packageId: 6_036_701, quantity: 1 },
  { packageId: 6_036_711, quantity: 3 },
];
const KEPT = {
  userId: "ada",
  ident: "basket-1",
  items: ITEMS,
  isUnderWay: true,
  madeAtMs: Date.now(),
};

/** What the server answers when it refuses. */
const refusal = (message: string, code: ErrorCode) =>
  TRPCClientError.from({ error: { message, code: -32_600, data: { code } } });
const OFFLINE = new TRPCClientError("fetch failed");

type Script = {
  links?: readonly { url: string }[];
  /** By the number of the call, what `addPackage` fails with. */
  refusals?: Readonly<Record<number, Error>>;
  /** From which question on the basket is paid; never, if it is not given. */
  paidFrom?: number;
  basketFails?: Error;
  createFails?: Error;
  widgetFails?: Error;
  /** How often the browser refuses a window. */
  refusedWindows?: number;
  /** How often one looks at a window before it is closed. */
  windowLooks?: number;
  /** What happens in the widget, by the number of seconds since it opened. */
  widget?: Readonly<Record<number, WidgetEvent>>;
  /** When the feed tells of the order, in the same seconds. */
  news?: readonly number[];
  isAway?: (looks: number) => boolean;
};

/** A world that follows a script, and a diary of what was done in it. Time passes only by waiting. */
const worldOf = (script: Script) => {
  const diary: string[] = [];
  const steps: CheckoutStep[] = [];
  const aborter = new AbortController();
  let now = 0;
  let openedAt = 0;
  let added = 0;
  let asked = 0;
  let looks = 0;
  let refused = 0;
  let hear: ((event: WidgetEvent) => void) | null = null;
  let onNews: (() => void) | null = null;

  const open = (url: string): SignInWindow | null => {
    refused += 1;
    diary.push(`open ${url}`);
    if (refused <= (script.refusedWindows ?? 0)) return null;
    looks = 0;
    return {
      get closed() {
        looks += 1;
        return looks > (script.windowLooks ?? 1);
      },
      goOn: (next) => void diary.push(`go on ${next}`),
      close: () => void diary.push("window closes"),
    };
  };
  const world: CheckoutWorld = {
    api: {
      createBasket: async ({ items }) => {
        diary.push(`create ${items.length}`);
        if (script.createFails !== undefined) throw script.createFails;
        return { data: { ident: "basket-2" } };
      },
      updateBasket: async ({ ident, items }) => void diary.push(`change ${ident} ${items.length}`),
      signInLinks: async ({ ident }) => {
        diary.push(`links ${ident}`);
        return script.links ?? [{ url: "/steam" }];
      },
      addPackage: async ({ packageId, quantity }) => {
        added += 1;
        diary.push(`add ${packageId} x${quantity}`);
        const failure = script.refusals?.[added];
        if (failure !== undefined) throw failure;
      },
      basket: async () => {
        asked += 1;
        if (script.basketFails !== undefined) throw script.basketFails;
        return { data: { complete: asked >= (script.paidFrom ?? Infinity) } };
      },
    },
    keep: (ident) => void diary.push(`keep ${ident}`),
    showStep: (step) => void steps.push(step),
    announce: () => void diary.push("toast"),
    popup: null,
    isBlocked: false,
    openByClick: async (url) => {
      diary.push("click");
      return open(url);
    },
    isPersonHere: () => script.isAway?.(looks) !== true,
    openWidget: async (ident, listen) => {
      if (script.widgetFails !== undefined) throw script.widgetFails;
      diary.push(`widget ${ident}`);
      hear = listen;
      openedAt = now;
      return () => {
        hear = null;
        diary.push("widget ends");
      };
    },
    onNews: (listen) => {
      onNews = listen;
      return () => {
        onNews = null;
      };
    },
    wait: async (ms) => {
      if (now > 10 * 60_000) throw new Error("waits forever");
      diary.push(`wait ${ms}`);
      const before = now;
      now += ms;
      const isDue = (second: number) =>
        openedAt + second * 1000 > before && openedAt + second * 1000 <= now;
      for (const [second, event] of Object.entries(script.widget ?? {}))
        if (hear !== null && isDue(Number(second))) hear(event);
      if ((script.news ?? []).some(isDue)) onNews?.();
      // As long as a timer takes at least: whatever else was woken goes first.
      await new Promise((resolve) => setTimeout(resolve));
    },
    signal: aborter.signal,
  };
  return {
    world,
    diary,
    steps,
    aborter,
    asked: () => asked,
    /** Something happens while nobody waits for a time. */
    happen: (event: WidgetEvent | "news") => (event === "news" ? onNews?.() : hear?.(event)),
    buy: (kept: typeof KEPT | null = null): Promise<CheckoutOutcome> => {
      // The click that begins opens a window, where no basket of before needs none.
      if (kept === null) world.popup = open("/wait");
      world.isBlocked = kept === null && world.popup === null;
      return runCheckout(world, ITEMS, kept);
    },
    at: () => steps.map((step) => step.at),
  };
};

const BOUGHT = { end: "bought", ident: "basket-2", items: ITEMS } as const;
const BOUGHT_BEFORE = { ...BOUGHT, ident: KEPT.ident };

describe("[SHOP-10] the way to a paid basket", () => {
  test("opens the window at once, asks to sign in, goes on to Tebex after 3 s, adds in turn, opens the widget, polls", async () => {
    const { buy, diary, at } = worldOf({ paidFrom: 2, windowLooks: 2 });
    expect(await buy()).toEqual(BOUGHT);
    expect(diary).toEqual([
      "open /wait",
      "toast",
      `wait ${SIGN_IN_WAIT_MS}`,
      "create 2",
      "keep basket-2",
      "links basket-2",
      "go on /steam",
      `wait ${SIGN_IN_CHECK_MS}`,
      `wait ${SIGN_IN_CHECK_MS}`,
      `wait ${SIGN_IN_CHECK_MS}`,
      "add 6036701 x1",
      "add 6036711 x3",
      "widget basket-2",
      `wait ${BASKET_POLL_MS}`,
      `wait ${BASKET_POLL_MS}`,
      "widget ends",
    ]);
    expect(at()).toEqual(["preparing", "signing-in", "window", "adding", "adding", "paying"]);
  });

  test("[SHOP-11] an empty list of sign-in links skips the step", async () => {
    const { buy, diary } = worldOf({ links: [], paidFrom: 1 });
    expect(await buy()).toEqual(BOUGHT);
    expect(diary.filter((line) => /window|go on/.test(line))).toEqual(["window closes"]);
  });

  test("[SHOP-11] a blocked window asks for a click, as often as it is blocked", async () => {
    const { buy, diary, at } = worldOf({ refusedWindows: 2, paidFrom: 1 });
    expect(await buy()).toEqual(BOUGHT);
    expect(diary.filter((line) => line === "click")).toHaveLength(2);
    expect(at().filter((step) => step === "blocked")).toHaveLength(2);
  });

  test("[SHOP-11] whose basket of before is gone is asked for a click: none has opened a window", async () => {
    const given = worldOf({ paidFrom: 1 });
    given.world.api.basket = () => Promise.reject(refusal(SHOP.unknownBasket, "not_found"));
    const buying = given.buy(KEPT);
    given.world.api.createBasket = async () => {
      given.world.api.basket = async () => ({ data: { complete: true } });
      return { data: { ident: "basket-2" } };
    };
    expect(await buying).toEqual(BOUGHT);
    expect(given.at().slice(0, 3)).toEqual(["preparing", "unsigned", "window"]);
  });

  test("[SHOP-11] who closes the window without signing in is offered it again, and nothing is added twice", async () => {
    const refusals = { 1: refusal(SHOP.signInAtTebex, "sign_in") };
    const { buy, diary, at } = worldOf({ refusals, paidFrom: 1 });
    expect(await buy()).toEqual(BOUGHT);
    expect(at()).toContain("unsigned");
    expect(diary.filter((line) => line.startsWith("add"))).toEqual([
      "add 6036701 x1",
      "add 6036701 x1",
      "add 6036711 x3",
    ]);
  });

  test("[LINK-08] a window that a provider has cut off looks closed, and is waited for", async () => {
    const { buy, diary } = worldOf({ windowLooks: 0, isAway: (looks) => looks < 4, paidFrom: 1 });
    expect(await buy()).toEqual(BOUGHT);
    expect(diary.filter((line) => line === `wait ${SIGN_IN_CHECK_MS}`)).toHaveLength(4);
  });

  test("[SHOP-12] the limit of one package aborts, and says which and why", async () => {
    const refusals = { 2: refusal("No more than one.", "limit_reached") };
    const { buy, diary } = worldOf({ refusals });
    const outcome = await buy();
    expect(outcome).toEqual({ end: "limit", packageId: 6_036_711, message: "No more than one." });
    expect(diary.some((line) => line.startsWith("widget"))).toBe(false);
  });

  test.each([
    ["another refusal", refusal("Sold out.", "refused"), "Sold out."],
    ["a Tebex that is down", refusal(SHOP.unreachable, "bad_gateway"), SHOP.unreachable],
    ["no connection", OFFLINE, null],
  ])("%s while adding ends it", async (_, failure, message) => {
    const { buy } = worldOf({ refusals: { 1: failure } });
    expect(await buy()).toEqual({ end: "items-failed", message });
  });

  test("a basket or a widget that cannot be had ends it", async () => {
    const failure = refusal(SHOP.unreachable, "bad_gateway");
    const failed = { end: "failed", message: SHOP.unreachable } as const;
    const given = worldOf({ createFails: failure });
    expect(await given.buy()).toEqual(failed);
    expect(given.diary).toContain("window closes");
    expect(await worldOf({ widgetFails: new Error("no page") }).buy()).toEqual({
      end: "failed",
      message: null,
    });
  });

  test("who gives it up is told nothing more", async () => {
    const given = worldOf({ widget: { 5: "declined" } });
    given.aborter.signal.addEventListener("abort", () => given.diary.push("given up"));
    const showStep = given.world.showStep;
    given.world.showStep = (step) => {
      showStep(step);
      if (step.at === "paying" && step.isDeclined) given.aborter.abort(new Error("given up"));
    };
    expect(await rejectionOf(given.buy())).toMatchObject({ message: "given up" });
    expect(given.diary.slice(-2)).toEqual(["widget ends", "window closes"]);
  });
});

describe("[SHOP-10] the payment", () => {
  test("is waited for as long as somebody types: nothing times out, and it is asked for less often", async () => {
    const given = worldOf({ links: [], widget: { 300: "closed" } });
    expect(await given.buy()).toEqual({ end: "closed" });
    const waits = given.diary.filter((line) => line.startsWith("wait"));
    expect(waits.filter((line) => line === `wait ${BASKET_POLL_MS}`)).toHaveLength(
      BASKET_POLL_ATTEMPTS,
    );
    expect(given.at()).not.toContain("late");
  });

  test("that the widget tells of is asked for 30 times every 2 s, then the time is up", async () => {
    const given = worldOf({ links: [], widget: { 31: "paid" } });
    const buying = given.buy();
    const showStep = given.world.showStep;
    await new Promise<void>((resolve) => {
      given.world.showStep = (step) => {
        showStep(step);
        if (step.at === "late") resolve();
      };
    });
    // 15 before, one at once, 30 after that.
    expect(given.asked()).toBe(15 + 1 + BASKET_POLL_ATTEMPTS);
    // Somebody is still in the widget, and leaves.
    given.happen("closed");
    given.happen("news");
    expect(await buying).toEqual({ end: "late" });
  });

  test("that is told of once more when the time is up is asked for anew", async () => {
    const given = worldOf({
      links: [],
      widget: { 1: "paid" },
      paidFrom: BASKET_POLL_ATTEMPTS + 3,
    });
    const buying = given.buy();
    const showStep = given.world.showStep;
    given.world.showStep = (step) => {
      showStep(step);
      if (step.at === "late") given.happen("paid");
    };
    expect(await buying).toEqual(BOUGHT);
    expect(given.at().slice(-2)).toEqual(["late", "confirming"]);
  });

  test("that was told of is late when the widget is gone", async () => {
    const given = worldOf({ links: [], widget: { 31: "paid", 33: "closed" } });
    expect(await given.buy()).toEqual({ end: "late" });
  });

  test("is looked for once more when the widget is closed", async () => {
    const closed = worldOf({ links: [], widget: { 3: "closed" } });
    expect(await closed.buy()).toEqual({ end: "closed" });
    expect(closed.asked()).toBe(2);
    const paid = worldOf({ links: [], widget: { 3: "closed" }, paidFrom: 2 });
    expect(await paid.buy()).toEqual(BOUGHT);
  });

  test("that is refused leaves the widget open; who closes it then has not paid", async () => {
    const given = worldOf({ links: [], widget: { 3: "declined", 9: "closed" } });
    expect(await given.buy()).toEqual({ end: "declined" });
    expect(given.steps).toContainEqual({ at: "paying", isDeclined: true });
    const again = worldOf({ links: [], widget: { 3: "declined", 5: "paid" }, paidFrom: 3 });
    expect(await again.buy()).toEqual(BOUGHT);
  });

  test("that the feed tells of is looked for at once", async () => {
    const given = worldOf({ links: [], news: [1.5], paidFrom: 1 });
    expect(await given.buy()).toEqual(BOUGHT);
    expect(given.diary.filter((line) => line === `wait ${BASKET_POLL_MS}`)).toHaveLength(1);
  });

  test("is waited for while Tebex is silent", async () => {
    const given = worldOf({
      links: [],
      basketFails: refusal(SHOP.unreachable, "bad_gateway"),
      widget: { 3: "paid", 4: "closed" },
    });
    expect(await given.buy()).toEqual({ end: "late" });
  });
});

describe("a checkout of before", () => {
  test("that was paid meanwhile is done", async () => {
    const { buy, diary } = worldOf({ paidFrom: 1 });
    expect(await buy(KEPT)).toEqual(BOUGHT_BEFORE);
    expect(diary).toEqual([]);
  });

  test("[SHOP-13] is resumed: no second basket, no second window", async () => {
    const { buy, diary } = worldOf({ paidFrom: 2 });
    expect(await buy(KEPT)).toEqual(BOUGHT_BEFORE);
    expect(diary).toEqual([
      "keep basket-1",
      "add 6036701 x1",
      "add 6036711 x3",
      "widget basket-1",
      `wait ${BASKET_POLL_MS}`,
      "widget ends",
    ]);
  });

  test("of another cart changes its basket, and keeps the sign-in; one that is gone makes a new one", async () => {
    const other = { ...KEPT, items: ITEMS.slice(1) };
    const changed = worldOf({ links: [], paidFrom: 2 });
    await changed.buy(other);
    expect(changed.diary.slice(0, 3)).toEqual([
      "change basket-1 2",
      "keep basket-1",
      "add 6036701 x1",
    ]);
    const lost = worldOf({ links: [], widgetFails: OFFLINE });
    lost.world.api.updateBasket = () => Promise.reject(refusal(SHOP.basketGone, "not_found"));
    await lost.buy(other);
    expect(lost.diary[0]).toBe("create 2");
    const taken = worldOf({});
    taken.world.api.updateBasket = () =>
      Promise.reject(refusal("You have it.", "already_subscribed"));
    expect(await taken.buy(other)).toEqual({ end: "failed", message: "You have it." });
    const gone = worldOf({ links: [], widgetFails: OFFLINE });
    gone.world.api.basket = () => Promise.reject(refusal(SHOP.unknownBasket, "not_found"));
    await gone.buy(KEPT);
    expect(gone.diary[0]).toBe("create 2");
  });

  test("is not begun anew while nobody knows whether it is paid", async () => {
    const given = worldOf({ basketFails: refusal(SHOP.unreachable, "bad_gateway") });
    expect(await given.buy(KEPT)).toEqual({ end: "failed", message: SHOP.unreachable });
    expect(given.diary).toEqual([]);
  });

  test("fits the same items in any order, for an hour", () => {
    expect(fits(KEPT, ITEMS.toReversed(), KEPT.madeAtMs)).toBe(true);
    expect(fits(KEPT, ITEMS, KEPT.madeAtMs + 60 * 60_000)).toBe(false);
    const more = ITEMS.map(({ packageId, quantity }) => ({ packageId, quantity: quantity + 1 }));
    expect(fits(KEPT, more, KEPT.madeAtMs)).toBe(false);
  });
});

describe("[SHOP-14] what is said of how it ended", () => {
  test.each([
    [{ end: "limit", packageId: 1, message: "Once a month." }, "Once a month.", null],
    [{ end: "limit", packageId: 1, message: null }, CHECKOUT.limitFallback, null],
    [{ end: "items-failed", message: "Sold out." }, "Sold out.", CHECKOUT.itemsFailed],
    [{ end: "failed", message: null }, SHOP.unreachable, CHECKOUT.failed],
    [{ end: "late" }, CHECKOUT.timedOut, null],
    [{ end: "declined" }, CHECKOUT.declined, null],
  ] as const)("%j", (outcome, text, toast) => {
    expect(noticeOf(outcome)).toMatchObject({ kind: "error", text, toast });
  });

  test("whoever leaves has made no mistake", () => {
    expect(noticeOf({ end: "closed" })).toMatchObject({ kind: "info", text: CHECKOUT.closed });
  });
});
