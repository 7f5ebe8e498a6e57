/** What Tebex.js 1.7.0 takes [SHOP-16]. */
export type WidgetOptions = {
  ident: string;
  locale?: string;
  theme?: (typeof THEMES)[number];
  colors?: { name: (typeof COLORS)[number]; color: string }[];
  closeOnClickOutside?: boolean;
  closeOnEsc?: boolean;
  defaultPaymentMethod?: string;
  popupOnMobile?: boolean;
  endpoint?: string;
};

const THEMES = ["auto", "default", "light", "dark"] as const;
const COLORS = ["primary", "secondary"] as const;

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isOneOf =
  <T extends string>(names: readonly T[]) =>
  (value: unknown): value is T =>
    names.some((name) => name === value);
const isColor = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  isOneOf(COLORS)(value.name) &&
  "color" in value &&
  isFilled(value.color) &&
  !value.color.includes("var(");

/** Every option but the ident: what it may be, and how that is said to whoever looks for a mistake. */
const RULES: Readonly<
  Record<Exclude<keyof WidgetOptions, "ident">, [(value: unknown) => boolean, string]>
> = {
  locale: [isFilled, "a non-empty string"],
  theme: [isOneOf(THEMES), `one of ${THEMES.join(", ")}`],
  colors: [
    (value) => Array.isArray(value) && value.every(isColor),
    `an array of { name: ${COLORS.join(" or ")}, color } without CSS variables`,
  ],
  closeOnClickOutside: [isBoolean, "a boolean"],
  closeOnEsc: [isBoolean, "a boolean"],
  defaultPaymentMethod: [isFilled, "a non-empty string"],
  popupOnMobile: [isBoolean, "a boolean"],
  endpoint: [isFilled, "a non-empty string"],
};

/**
 * The options that are what they should be; others are logged and left out [SHOP-16]. One that is
 * undefined or null counts as not given.
 * @throws {Error} without an ident: no basket can be shown.
 */
export const checkedOptions = (
  given: Readonly<Record<string, unknown>> & { ident: unknown },
): WidgetOptions => {
  const { ident, ...rest } = given;
  if (!isFilled(ident)) throw new Error("The checkout needs the ident of a basket.");
  const checked: Record<string, unknown> = { ident };
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue;
    const [isValid, rule] = Object.hasOwn(RULES, name)
      ? RULES[name as keyof typeof RULES]
      : [() => false, "left out: the checkout has no such option"];
    if (isValid(value)) checked[name] = value;
    else console.warn(`The checkout's option "${name}" is ignored: it must be ${rule}.`);
  }
  return checked as WidgetOptions;
};
