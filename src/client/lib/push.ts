import { PUSH_OWNER_KEY } from "./markers.ts";
import { browserStorage as storage } from "./storage.ts";

/** What this browser can do: be asked; say no for good; nothing before it is installed; or nothing at all. */
export type PushSupport = "ready" | "denied" | "install" | "missing";

const isApplesPhone = () =>
  /iphone|ipad|ipod/i.test(navigator.userAgent) ||
  // An iPad says that it is a Mac.
  (/macintosh/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const pushSupport = (): PushSupport => {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isApplesPhone() ? "install" : "missing";
  return Notification.permission === "denied" ? "denied" : "ready";
};

const managerOf = async (): Promise<PushManager | null> => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager ?? null;
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

/** What the server is told of a subscription. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };

const addressOf = (subscription: PushSubscription): PushAddress | null => {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, keys: { p256dh, auth } };
};

/**
 * Asks for permission and subscribes this browser; has to be called in a press.
 * @param publicKey the site's, in base64url.
 * @returns null where the person said no.
 * @throws where the browser cannot reach its push service.
 */
export const subscribeHere = async (
  publicKey: string,
  userId: string,
): Promise<PushAddress | null> => {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const manager = await managerOf();
  if (manager === null) throw new Error("There is no service worker.");
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  let subscription: PushSubscription;
  try {
    subscription = await manager.subscribe(options);
  } catch {
    // It is subscribed with another key, of which nobody sends any more.
    await (await manager.getSubscription())?.unsubscribe();
    subscription = await manager.subscribe(options);
  }
  storage.setItem(PUSH_OWNER_KEY, userId);
  return addressOf(subscription);
};

/** Ends the subscription of this browser, if it has one. */
export const unsubscribeHere = async (): Promise<void> => {
  storage.removeItem(PUSH_OWNER_KEY);
  if (pushSupport() === "missing" || pushSupport() === "install") return;
  await (await (await managerOf())?.getSubscription())?.unsubscribe();
};

/**
 * What to tell the server again after a login: a subscription that is still there. One of somebody else is ended.
 * @returns null where there is none.
 */
export const keptSubscription = async (userId: string): Promise<PushAddress | null> => {
  const owner = storage.getItem(PUSH_OWNER_KEY);
  if (owner === null || pushSupport() !== "ready") return null;
  if (owner !== userId) {
    await unsubscribeHere();
    return null;
  }
  const subscription = await (await managerOf())?.getSubscription();
  return subscription == null || Notification.permission !== "granted"
    ? null
    : addressOf(subscription);
};
