import { type ExampleTier, HIGH, LOW, MIDDLE } from "#sandbox/community.ts";
import { numberText } from "#shared/rules/format.ts";

/** What imitated Tebex expects of the site, and what it signs with. */
export const TEBEX_ACCESS = {
  publicToken: "lynx-9f3c0d6a51b24e7788c1",
  privateKey: "sandbox-tebex-private-key",
  webhookSecret: "sandbox-tebex-webhook-secret",
} as const;

/** Paths below the sandbox's origin. */
export const TEBEX_PATHS = {
  api: "/tebex/api",
  checkout: "/tebex/checkout",
  pictures: "/tebex/pictures",
  signIn: "/tebex/sign-in",
  widget: "/tebex/zoid.js",
} as const;

export const CURRENCY = "USD";

/** What a site's environment has to say of Tebex. @param url the sandbox's origin. */
export const tebexEnvironment = (url: string): Readonly<Record<string, string>> => ({
  TEBEX_API_BASE: `${url}${TEBEX_PATHS.api}`,
  TEBEX_CHECKOUT_URL: `${url}${TEBEX_PATHS.checkout}`,
  TEBEX_PICTURES_BASE: `${url}${TEBEX_PATHS.pictures}`,
  TEBEX_PUBLIC_TOKEN: TEBEX_ACCESS.publicToken,
  TEBEX_PRIVATE_KEY: TEBEX_ACCESS.privateKey,
  TEBEX_WEBHOOK_SECRET: TEBEX_ACCESS.webhookSecret,
});

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Entity",
};

/** Why Tebex does not do something. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** @param detail a sentence for people. */
  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** A problem as the Headless API tells it: problem details of RFC 9457. */
const problemResponse = ({ status, detail }: Problem, path: string): Response =>
  Response.json(
    { status, type: "about:blank", title: TITLES[status] ?? "Error", detail, instance: path },
    { status, headers: { "content-type": "application/problem+json" } },
  );

/** Does the work; a problem becomes the answer. */
export const answerProblems = async (
  request: Request,
  work: () => Response | Promise<Response>,
): Promise<Response> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemResponse(error, new URL(request.url).pathname);
  }
};

type PackageType = "single" | "subscription";

/** A package that imitated Tebex sells. */
export type SandboxPackage = {
  id: number;
  name: string;
  type: PackageType;
  /** In dollars. */
  price: number;
  /** HTML, as owners of shops write it. */
  description: string;
  hasPicture: boolean;
  /** So many one buyer can have of it, ever; null for any number. */
  userLimit: number | null;
  /** No more than one in a basket. */
  hasNoQuantity: boolean;
  expiresAt: Date | null;
};

const item = (
  given: Pick<SandboxPackage, "id" | "name" | "price" | "description"> & Partial<SandboxPackage>,
): SandboxPackage => ({
  type: "single",
  hasPicture: true,
  userLimit: null,
  hasNoQuantity: given.type === "subscription",
  expiresAt: null,
  ...given,
});

const monthOf = (tier: ExampleTier): SandboxPackage =>
  item({
    id: tier.package,
    name: tier.title,
    type: "subscription",
    price: tier.price,
    description: `<p>One month for <strong>Ark:SE, Ark:SA, Rust and Minecraft</strong>.</p>
<ul><li>${numberText(tier.monthly_points)} ZP every month</li><li>${tier.quarter_hour_points} ZP for every 15 minutes of play</li>
<li>Discord role, shoutout and a private channel</li></ul>
<p>Purchases are donations and are not refundable.</p>`,
  });

/** Pasted out of an office program, with what such text brings along and what an attacker would add. */
const PASTED = `<p class="MsoNormal" style="position:fixed;inset:0;background:url(https://evil.example/x)"
onclick="window.shopMarkupRan='click'"><b>1,200 ZP</b> for a longer stay.</p>
<script>window.shopMarkupRan = "script"</script>
<img src="x" onerror="window.shopMarkupRan='image'">
<style>body { display: none }</style>
<p>See <a href="javascript:window.shopMarkupRan='link'">how to spend them</a> or
<a href="https://wiki.lynxden.example/points" target="_top">the wiki</a>.</p>`;

/** What Tebex sells. The ids are those of the example community. */
export const PACKAGES: readonly SandboxPackage[] = [
  monthOf(LOW),
  monthOf(MIDDLE),
  monthOf(HIGH),
  item({
    id: 6_036_704,
    name: "Monthly Gift",
    price: 0,
    description: "<p><strong>200 ZP</strong> on the house, once every 31 days.</p>",
    hasNoQuantity: true,
  }),
  item({
    id: 6_036_711,
    name: "500 Points",
    price: 4.99,
    description: "<p><strong>500 ZP</strong> to start with.</p>",
  }),
  item({ id: 6_036_712, name: "1,200 Points", price: 9.99, description: PASTED }),
  item({
    id: 6_036_713,
    name: "2,600 Points",
    price: 19.99,
    description: "<p><strong>2,600 ZP</strong>, of which <em>100 are a bonus</em>.</p>",
  }),
  item({
    id: 6_036_714,
    name: "7,000 Points",
    price: 49.99,
    description: "<p><strong>7,000 ZP</strong>, of which <em>2,000 are a bonus</em>.</p>",
  }),
  item({
    id: 6_036_715,
    name: "Founder Pack",
    price: 14.99,
    description:
      "<p><strong>1,000 ZP</strong> and the founder kit on Ark:SE and Minecraft.</p><p>One for each founder.</p>",
    userLimit: 1,
  }),
  item({
    id: 6_036_716,
    name: "Winter Bundle",
    price: 2.99,
    description: "<p><strong>300 ZP</strong> from last winter.</p>",
    hasPicture: false,
    expiresAt: new Date("2025-03-01T00:00:00Z"),
  }),
];

export const findPackage = (id: number): SandboxPackage | undefined =>
  PACKAGES.find((one) => one.id === id);

/** Dollars as the API writes them: never 9.98000001. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

const CATEGORIES = [
  { id: 2_814_001, name: "Subscriptions", slug: "subscriptions", type: "subscription" },
  { id: 2_814_002, name: "Points", slug: "points", type: "single" },
] as const;

const categoryOf = ({ type }: SandboxPackage) =>
  CATEGORIES.find((category) => category.type === type) ?? CATEGORIES[1];

/** Address of a package's picture. @param origin the sandbox's. */
export const pictureOf = ({ id, hasPicture }: SandboxPackage, origin: string): string | null =>
  hasPicture ? `${origin}${TEBEX_PATHS.pictures}/${id}.png` : null;

/** A package as the Headless API tells it [SAND-02]. */
export const packageWire = (one: SandboxPackage, origin: string) => {
  const { id, name, slug } = categoryOf(one);
  return {
    id: one.id,
    name: one.name,
    description: one.description,
    image: pictureOf(one, origin),
    type: one.type,
    category: { id, name, slug },
    base_price: one.price,
    sales_tax: 0,
    total_price: one.price,
    currency: CURRENCY,
    prorate_price: null,
    discount: 0,
    disable_quantity: one.hasNoQuantity,
    disable_gifting: true,
    expiration_date: one.expiresAt?.toISOString() ?? null,
    media: [],
    order: PACKAGES.indexOf(one),
    slug: one.name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-"),
    user_limit: one.userLimit,
    options: [],
    variables: [],
    created_at: "2024-11-10T12:00:00+00:00",
    updated_at: "2024-11-10T12:00:00+00:00",
  };
};

/** The categories as the Headless API tells them. */
export const categoriesWire = (origin: string, hasPackages: boolean) =>
  CATEGORIES.map(({ id, name, slug, type }, order) => ({
    id,
    name,
    slug,
    parent: null,
    description: "",
    packages: hasPackages
      ? PACKAGES.filter((one) => one.type === type).map((one) => packageWire(one, origin))
      : [],
    order,
    display_type: "grid",
    image_url: null,
    tiered: false,
    active_tier: null,
    dynamic: false,
  }));
