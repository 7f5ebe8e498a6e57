import type { GameServer } from "#server/config/community.ts";
import type { NoAnswerReason } from "#shared/constants/games.ts";
import type { TrialFailure, TriedProvider } from "#shared/constants/setup.ts";
import type { PackageType } from "#shared/constants/shop.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";
import type { OutgoingMail } from "./sending.ts";

/** What a game server says about itself: cleaned text, whole numbers from 0 to 1,000,000. */
export type GameReading = {
  /** At most 120 characters. Empty only where a Minecraft server has no description. */
  serverName: string;
  /** At most 40 characters. */
  version: string;
  players: number;
  maxPlayers: number;
  /** At most 60 characters; absent where the protocol names none. */
  map?: string;
};

/** The capability "ask a game server how it is", whatever protocol its game speaks. */
export type GameQuery = {
  /** False for `none`, and for protocols whose access is not configured. */
  canAsk(protocol: Protocol): boolean;
  /**
   * Asks one server, once.
   * @param signal ends the question; the deadline is the caller's, name resolution included.
   * @throws {NoAnswer} on anything that is not a proper answer.
   */
  ask(server: GameServer, signal: AbortSignal): Promise<GameReading>;
};

/** Why there is no reading. Carries nothing that came from outside. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(readonly reason: NoAnswerReason) {
    super(`The game server gave no answer: ${reason}.`);
  }
}

/** How long one question to Tebex may take, in milliseconds. */
export const TEBEX_TIMEOUT_MS = 8000;

/** A package as Tebex describes it; its HTML is not to be trusted. */
export type TebexPackage = {
  id: number;
  name: string;
  type: PackageType;
  totalPrice: number;
  /** Without taxes, which depend on who asks: no buyer pays less without a discount. */
  netPrice: number;
  currency: string;
  /** Where its picture is; null for none. */
  image: string | null;
  description: string;
  /** After that it is not sold any more; null for never. */
  expiresAt: Date | null;
  /** So many of it one buyer can have, ever; null where Tebex says nothing of it. */
  userLimit: number | null;
};

export type ShopBasket = {
  ident: string;
  /** Whether it is paid. */
  isComplete: boolean;
  total: number;
  currency: string;
  packages: readonly { id: number; name: string; quantity: number; price: number }[];
  /** As it was given when the basket was made; null where there is none of ours. */
  custom: ShopCustom | null;
};

/** What binds a basket to its buyer, in every event about it [SHOP-19]. */
export type ShopCustom = { userId: string; orderId: number };

type NewShopBasket = {
  custom: ShopCustom;
  /** Where Tebex leads to after the payment, and where it leads back. */
  completeUrl: string;
  cancelUrl: string;
  /** The buyer's, or Tebex takes the server's for it; null where it is not known. */
  ipAddress: string | null;
};

type ShopItem = { packageId: number; quantity: number; type: PackageType };

/** The capability "sell packages", whoever does it. Everything throws `ShopFailure`. */
export type ShopApi = {
  packages(): Promise<readonly TebexPackage[]>;
  createBasket(given: NewShopBasket): Promise<ShopBasket>;
  /** @param returnUrl where Tebex leads to once the buyer has signed in. */
  signInLinks(ident: string, returnUrl: string): Promise<readonly { name: string; url: string }[]>;
  addPackage(ident: string, item: ShopItem): Promise<ShopBasket>;
  /** Takes all pieces of a package out. */
  removePackage(ident: string, packageId: number): Promise<ShopBasket>;
  basket(ident: string): Promise<ShopBasket>;
  /**
   * What an event of Tebex says, once its signature has been checked over the raw bytes.
   * @param signature as sent in `X-Signature`.
   */
  isSigned(body: Uint8Array, signature: string): boolean;
};

/** Makes what Tebex says of its packages fit to be shown. */
export type Shopfront = {
  /** One harmless line of plain text. */
  cleanName: (raw: string) => string;
  /** HTML of text, lists, tables and links: nothing in it runs, loads or looks by itself. */
  cleanHtml: (raw: string) => Promise<string>;
  /**
   * The small picture at an address below the configured base.
   * @returns `none` where there is none, `unreachable` where there may be one another time.
   */
  pictureAt: (address: string) => Promise<Uint8Array<ArrayBuffer> | "none" | "unreachable">;
};

/**
 * `unreachable` no or no sensible answer in time; `limit` the buyer may not have more of a package;
 * `sign_in` the buyer has to sign in first; `refused` anything else that Tebex said no to;
 * `missing` it knows no such basket or package.
 */
export const SHOP_FAILURE_REASONS = [
  "unreachable",
  "limit",
  "sign_in",
  "refused",
  "missing",
] as const;
export type ShopFailureReason = (typeof SHOP_FAILURE_REASONS)[number];

/** Why Tebex did not do it. */
export class ShopFailure extends Error {
  override readonly name = "ShopFailure";
  /**
   * @param told Tebex's own sentence for the buyer, cleaned, at most 200 characters; null where
   *   it said none.
   */
  constructor(
    readonly reason: ShopFailureReason,
    readonly detail: string | null = null,
  ) {
    super(`Tebex did not do it: ${reason}.`);
  }
}

/** What one question to a provider has shown. */
export type ProbeAnswer = {
  /** Null where it answered. In a word of ours: nothing that came from outside. */
  failure: "status" | "timeout" | "unreachable" | null;
  /** How far this machine's clock is ahead of the answer's date, in milliseconds; null where it has none. */
  aheadMs: number | null;
};

/** Asks whether anybody answers at an address, whatever the answer is. Never throws. */
export type Probe = (address: string) => Promise<ProbeAnswer>;

/** What came of a trial. */
export type TrialOutcome = {
  /** Null where what is configured was taken. */
  failure: TrialFailure | null;
  /** What was answered, as one harmless line; null where nothing says more. */
  answer: string | null;
};

/** Tries what is configured, as an owner asks for it. Nothing is kept, and nothing throws. */
export type Trials = {
  /** One question of at most 10 s. @returns null where the provider is not configured. */
  provider(provider: TriedProvider): Promise<TrialOutcome | null>;
  /** Hands one mail to the mail server, within 20 s. @returns null where none is configured. */
  mail(mail: OutgoingMail): Promise<TrialOutcome | null>;
};
