import { Check, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import {
  type ColourName,
  hexOf,
  type MeasuredPair,
  measuredPairs,
  type Palette,
  paletteOf,
  ratioText,
} from "#shared/rules/palette.ts";
import { PALETTE_FIELD } from "#shared/site-messages.ts";
import { pairText } from "#shared/site-publishing-messages.ts";
import { asText, isObject, type Json } from "./context.ts";

/** Those that make a look: grounds, lines, texts, and the accent. */
const SHOWN: readonly ColourName[] = [
  "ground-950",
  "ground-850",
  "ground-800",
  "ground-700",
  "ground-600",
  "faint",
  "muted",
  "ink",
  "accent-deep",
  "accent",
  "accent-strong",
  "accent-ground",
];

const pairName = (pair: MeasuredPair): string => {
  const text = pairText(pair);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** "Quiet text #9db0a8". */
const colourName = (name: ColourName, colours: Palette["colours"]) =>
  `${PALETTE_FIELD.names[name] ?? name} ${colours[name]}`;

const PairRow = ({ pair, colours }: { pair: MeasuredPair; colours: Palette["colours"] }) => {
  const isMet = pair.measured >= pair.ratio;
  return (
    <tr className="border-t border-ground-700">
      <td className="py-1.5 pr-3">
        {/* A drawing: it shows how faint a faint pair is, and is no text to be read. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 48 32"
          className="h-8 w-12 rounded-md border border-ground-600"
          style={{ backgroundColor: colours[pair.ground] }}
        >
          <text
            x="24"
            y="21"
            textAnchor="middle"
            fontSize="15"
            fontWeight="600"
            fill={colours[pair.text]}
          >
            {PALETTE_FIELD.sample}
          </text>
        </svg>
      </td>
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink">
        {pairName(pair)}
      </th>
      <td className="py-1.5 pr-3 text-right tabular-nums">{ratioText(pair.measured)}</td>
      <td className="py-1.5 whitespace-nowrap">
        {isMet ? (
          <span className="flex items-center gap-1 text-moss">
            <Check className="size-4" aria-hidden />
            {PALETTE_FIELD.met}
          </span>
        ) : (
          <span className="flex items-center gap-1 font-semibold text-ember">
            <TriangleAlert className="size-4" aria-hidden />
            {PALETTE_FIELD.below}
          </span>
        )}
      </td>
    </tr>
  );
};

/** The palette of the two colours as they stand in the form, and how well each pair of it is read. */
export const PaletteView = ({ value }: { value: Json | undefined }) => {
  const brand = isObject(value) ? value : {};
  const accent = hexOf(asText(brand["accent"]).trim());
  const background = hexOf(asText(brand["background"]).trim());
  const made = useMemo(() => {
    if (accent === null || background === null) return null;
    const palette = paletteOf({ accent, background });
    const worstFirst = measuredPairs(palette).toSorted((a, b) => a.measured - b.measured);
    return { palette, pairs: worstFirst };
  }, [accent, background]);
  if (made === null) return <p className="text-sm text-muted">{PALETTE_FIELD.wrong}</p>;
  const { colours } = made.palette;
  const unmet = made.pairs.filter(({ measured, ratio }) => measured < ratio).length;
  return (
    <section aria-label={PALETTE_FIELD.title} className="rounded-xl border border-ground-600 p-4">
      <h3 className="text-[0.95rem] font-semibold text-ink">{PALETTE_FIELD.title}</h3>
      <p className="mt-0.5 text-sm text-pretty text-muted">{PALETTE_FIELD.hint}</p>
      <ul
        aria-label={PALETTE_FIELD.swatches}
        className="mt-3 flex overflow-clip rounded-lg border border-ground-600"
      >
        {SHOWN.map((name) => (
          <li
            key={name}
            title={colourName(name, colours)}
            className="h-9 flex-1"
            style={{ backgroundColor: colours[name] }}
          >
            <span className="sr-only">{colourName(name, colours)}</span>
          </li>
        ))}
      </ul>
      <output
        className={`mt-3 block text-sm font-semibold ${unmet === 0 ? "text-moss" : "text-ember"}`}
      >
        {unmet === 0 ? PALETTE_FIELD.allMet : PALETTE_FIELD.unmet(unmet)}
      </output>
      <table className="mt-2 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <td />
            <th scope="col">{PALETTE_FIELD.what}</th>
            <th scope="col">{PALETTE_FIELD.ratio}</th>
            <th scope="col">{PALETTE_FIELD.level}</th>
          </tr>
        </thead>
        <tbody>
          {made.pairs.map((pair) => (
            <PairRow key={`${pair.text} ${pair.ground}`} pair={pair} colours={colours} />
          ))}
        </tbody>
      </table>
    </section>
  );
};
