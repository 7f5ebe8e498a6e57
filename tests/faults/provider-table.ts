import type { OutageMode } from "#sandbox/outages.ts";
import type { TemplateName } from "#server/modules/mail/templates.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import type { Provider } from "#shared/constants/health.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** What can be wrong with a provider. */
export type Fault = Exclude<OutageMode, "up">;

/** What a person sees while it is wrong, and what of theirs, or of the site's, is kept. */
export type Cell = {
  /** The sentence, or the words of a mark; null where nobody waits for an answer. */
  sentence: string | null;
  keeps: Kept;
};
export type Kept =
  | "nothing is proven"
  | "proven without a picture"
  | "no order stays open"
  | "the order stays open"
  | "the last catalogue is shown"
  | "the catalogue is shown without pictures"
  | "the mail waits in the outbox"
  | "the last figures are shown";

type Row = Readonly<Record<Fault, Cell>>;

const NOTHING_PROVEN = "nothing is proven";

/** A sign-in window: what is no data at all is told apart from no answer. */
const proof = (platform: Platform): Row => {
  const { unavailable, garbage } = PROOF_SENTENCES[platform];
  const silent: Cell = { sentence: unavailable, keeps: NOTHING_PROVEN };
  const odd: Cell = { sentence: garbage, keeps: NOTHING_PROVEN };
  return {
    down: silent,
    slow: silent,
    garbage: odd,
    truncated: silent,
    "wrong-type": odd,
    redirect: silent,
  };
};

/** Where it makes no difference in what way it fails. */
const always = (cell: Cell): Row => ({
  down: cell,
  slow: cell,
  garbage: cell,
  truncated: cell,
  "wrong-type": cell,
  redirect: cell,
});

/** A picture is no reason to fail. */
const picture = (platform: Platform): Row =>
  always({ sentence: PROOF_SENTENCES[platform].confirmed, keeps: "proven without a picture" });
const order = always({ sentence: SHOP.unreachable, keeps: "the order stays open" });
const mail = always({ sentence: null, keeps: "the mail waits in the outbox" });
/** After the second miss; the first changes nothing. */
const status = always({ sentence: "offline", keeps: "the last figures are shown" });

/** Every provider, and game servers by their protocols, with everything that the site asks them for. */
type Table = {
  discord: Record<`${"register" | "link"}: ${"token" | "profile"}` | "link: picture", Row>;
  steam: Record<`link: ${"confirmation" | "profile" | "picture"}`, Row>;
  epic: Record<
    `link: ${"token" | "profile"}` | `status: ${"matchmaking-token" | "matchmaking-sessions"}`,
    Row
  >;
  microsoft: Record<`link: ${"token" | "xbox" | "xsts" | "login" | "profile" | "picture"}`, Row>;
  tebex: Record<
    | "catalogue"
    | "pictures"
    | "new basket"
    | "sign-in links"
    | "add a package"
    | "read a basket"
    | "change a basket"
    | "close a basket"
    | "check of open orders",
    Row
  >;
  smtp: Record<TemplateName, Row>;
  games: Record<"A2S" | "A2S in parts" | "Minecraft" | "Eco", Row>;
};
/** A provider that is new does not compile before it stands here. */
type Complete = Record<Provider | "games", Readonly<Record<string, Row>>>;

/** What a person sees and what is kept, whatever fails in whatever way. */
export const FAULT_TABLE = {
  discord: {
    "register: token": proof("discord"),
    "register: profile": proof("discord"),
    "link: token": proof("discord"),
    "link: profile": proof("discord"),
    "link: picture": picture("discord"),
  },
  steam: {
    "link: confirmation": proof("steam"),
    "link: profile": proof("steam"),
    "link: picture": picture("steam"),
  },
  epic: {
    "link: token": proof("epic"),
    "link: profile": proof("epic"),
    "status: matchmaking-token": status,
    "status: matchmaking-sessions": status,
  },
  microsoft: {
    "link: token": proof("minecraft"),
    "link: xbox": proof("minecraft"),
    "link: xsts": proof("minecraft"),
    "link: login": proof("minecraft"),
    "link: profile": proof("minecraft"),
    "link: picture": picture("minecraft"),
  },
  tebex: {
    catalogue: always({ sentence: null, keeps: "the last catalogue is shown" }),
    pictures: always({ sentence: null, keeps: "the catalogue is shown without pictures" }),
    "new basket": always({ sentence: SHOP.unreachable, keeps: "no order stays open" }),
    "sign-in links": order,
    "add a package": order,
    "read a basket": order,
    "change a basket": order,
    "close a basket": order,
    "check of open orders": always({ sentence: null, keeps: "the order stays open" }),
  },
  smtp: {
    verify: mail,
    reset: mail,
    claim: mail,
    browser: mail,
    guessed: mail,
    goodbye: mail,
    "password-changed": mail,
    security: mail,
    receipt: mail,
    archive: mail,
    erased: mail,
    "merge-code": mail,
    merged: mail,
    "confirm-address": mail,
    "address-taken": mail,
    "address-changed": mail,
    "address-reverted": mail,
    "lost-factor": mail,
    "factor-reset": mail,
    strike: mail,
    news: mail,
    answer: mail,
    notice: mail,
    digest: mail,
  },
  games: {
    A2S: status,
    "A2S in parts": status,
    Minecraft: status,
    Eco: status,
  },
} as const satisfies Table & Complete;
