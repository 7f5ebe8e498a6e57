/**
 * How the site writes numbers, money and dates: in its own locale, whoever reads and wherever it is
 * written, so that one page never mixes two.
 */
const site = { locale: "en-US" };

/** Decides the locale, at the start. @param locale a tag of BCP 47, such as "de-DE". */
export const setLocale = (locale: string): void => {
  site.locale = locale;
};

/** A format of the present locale; `make` is asked once for each locale. */
const inLocale = <Format>(make: (locale: string) => Format) => {
  let made: { locale: string; format: Format } | null = null;
  return (): Format => {
    if (made?.locale !== site.locale) made = { locale: site.locale, format: make(site.locale) };
    return made.format;
  };
};

/** @returns what writes numbers like that. */
export const numberFormat = (options: Intl.NumberFormatOptions = {}) => {
  const format = inLocale((locale) => new Intl.NumberFormat(locale, options));
  return (value: number | bigint): string => format().format(value);
};

/** @returns what writes dates like that, in the reader's time zone unless `options` names another. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = inLocale((locale) => new Intl.DateTimeFormat(locale, options));
  return (at: Date | number): string => format().format(at);
};

/** The reader's time zone as it is called, such as "Europe/Berlin". */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "12,345": a number with the locale's separators. */
export const numberText = numberFormat();

const inCurrency = new Map<string, (amount: number) => string>();

/** An amount with two decimals and the sign of its currency: "$9.99". @param currency three letters. */
export const moneyText = (amount: number, currency: string): string => {
  const format = inCurrency.get(currency) ?? numberFormat({ style: "currency", currency });
  inCurrency.set(currency, format);
  return format(amount);
};

/** What costs nothing. */
export const FREE = "Free";

/** What something costs: "$9.99", or that it is free. */
export const priceText = (amount: number, currency: string): string =>
  amount === 0 ? FREE : moneyText(amount, currency);

/** Points as they are shown; what is no number shows as 0 [POINTS-11]. */
export const pointsText = (points: unknown): string =>
  numberText(typeof points === "number" && Number.isFinite(points) ? points : 0);

const megabytes = numberFormat({ maximumFractionDigits: 1 });

/** The size of a file, as in "318 kB" and "2.4 MB"; of a small one it is a kilobyte. */
export const byteText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${numberText(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${megabytes(bytes / 1_000_000)} MB`;
