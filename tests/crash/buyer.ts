import { madeBasket, signInLinks } from "#shared/schemas/shop.ts";
import type { Member, World } from "./world.ts";

export type Item = { packageId: number; quantity: number };

/** What somebody sets out to do. */
export type Plan = {
  member: Member;
  items: readonly Item[];
  /** Tebex sends everything about the payment once more. */
  isSentTwice: boolean;
  /** The money is given back right after. */
  isRefunded: boolean;
};

/** What was paid at Tebex. */
export type Purchase = Plan & { orderId: number; transactionId: string; paidAt: Date };

/** The site is dead for a second or two at a time. */
const PATIENCE_MS = 180_000;
const LOOK_MS = 25;
const REQUEST_MS = 10_000;

/** Tries again until it works: while the site is dead nothing does. */
const stubbornly = async <T>(attempt: () => Promise<T | null>): Promise<T> => {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const result = await attempt();
    if (result !== null) return result;
    if (performance.now() > deadlineMs) throw new Error("The site stays dead.");
    await Bun.sleep(LOOK_MS);
  }
};

/** One request. @returns null where the site died over it. */
const tryOnce = async (world: World, { headers }: Member, path: string, body?: unknown) => {
  try {
    const response = await fetch(`${world.url}/api/tebex/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return { path, isOk: response.ok, status: response.status, text: await response.text() };
  } catch {
    return null;
  }
};
type Answer = NonNullable<Awaited<ReturnType<typeof tryOnce>>>;

const okText = ({ path, isOk, status, text }: Answer) => {
  if (!isOk) throw new Error(`${path} was answered ${status}: ${text}`);
  return text;
};

const ask = async (world: World, member: Member, path: string, body?: unknown): Promise<unknown> =>
  JSON.parse(okText(await stubbornly(() => tryOnce(world, member, path, body))));

/** Signs in at Tebex, as somebody whom it has never seen. */
const signIn = async (link: string) => {
  const consent = new URL(link);
  consent.searchParams.set("persona", "stranger");
  const steam = await fetch(consent, { redirect: "manual" });
  const back = await fetch(steam.headers.get("location") ?? "", { redirect: "manual" });
  await back.body?.cancel();
};

/** Goes from an empty cart to a payment, however often the site dies over it. */
export const buy = async (world: World, plan: Plan): Promise<Purchase> => {
  const { member, items, isSentTwice, isRefunded } = plan;
  const { tebex, url: sandboxUrl } = world.sandbox;
  const { data } = madeBasket.parse(await ask(world, member, "create-basket", { items }));
  const { ident, orderId } = data;
  const [link] = signInLinks.parse(await ask(world, member, "authenticate-basket", { ident }));
  await signIn(link?.url ?? "");
  for (const item of items) await ask(world, member, `add-package/${ident}`, item);
  const { id: transactionId, createdAt: paidAt } = tebex.pay(ident);
  // As the widget's page does, while Tebex's event is on its way.
  await tryOnce(world, member, `basket/${ident}`);
  if (isRefunded) tebex.refund(transactionId);
  if (isSentTwice)
    await fetch(`${sandboxUrl}/tebex/webhooks/replay/${transactionId}`, { method: "POST" });
  return { ...plan, orderId, transactionId, paidAt };
};
