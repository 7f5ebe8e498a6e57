import type { Membership } from "#shared/schemas/members.ts";
import type { MadeBasket, SignInLinks } from "#shared/schemas/shop.ts";
import type { Member } from "./members.ts";
import { ask } from "./rest-calls.ts";
import { site } from "./site.ts";
import { signInAt } from "./tebex.ts";

/** Ids of packages, and how many of each. */
export type Wanted = Readonly<Record<number, number>>;

/** A basket at Tebex that somebody has made, signed in to and filled. */
export const fillBasket = async (
  member: Member,
  wanted: Wanted,
): Promise<{ ident: string; orderId: number }> => {
  const items = Object.entries(wanted).map(([packageId, quantity]) => ({ packageId, quantity }));
  const { data } = await ask<MadeBasket>(member, "POST", "tebex/create-basket", { items });
  const { ident } = data;
  const links = await ask<SignInLinks>(member, "POST", "tebex/authenticate-basket", { ident });
  for (const { url } of links) await signInAt(url);
  for (const item of items) await ask(member, "POST", `tebex/add-package/${ident}`, item);
  return data;
};

/** Something that somebody has bought and paid: the site hears of it from Tebex. */
export const buyAtTebex = async (member: Member, wanted: Wanted) => {
  const { sandbox } = await site();
  const { ident, orderId } = await fillBasket(member, wanted);
  const { id: transactionId, reference } = sandbox.tebex.pay(ident);
  return { ident, orderId, transactionId, reference };
};

/** How many points somebody has. */
export const pointsOf = async (member: Member): Promise<number> =>
  (await ask<Membership>(member, "GET", "userprofile/membership")).points;
