import { useSite } from "#client/lib/site.ts";
import { HEXAGON, letterOf } from "#shared/constants/emblems.ts";
import { smallAddress } from "#shared/rules/media.ts";
import { LynxMark } from "./lynx-mark.tsx";

/**
 * The sign of the community's emblem, in `currentColor`, for a hexagon in a box of 120 by 120: its lines,
 * or the first letter of the name.
 */
export const EmblemSign = () => {
  const { name, logo } = useSite().brand;
  return logo.lines === undefined ? (
    <text
      x="60"
      y="83"
      fontSize="66"
      textAnchor="middle"
      fill="currentColor"
      className="font-display font-extrabold"
    >
      {letterOf(name)}
    </text>
  ) : (
    <g
      transform="translate(30 30) scale(2.500)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="fill-none stroke-current"
    >
      {logo.lines.map((line) => (
        <path key={line} d={line} />
      ))}
    </g>
  );
};

/** What stands for the community: its picture, or its emblem in `currentColor`. Decoration. */
export const BrandMark = ({ className }: { className: string }) => {
  const { logo } = useSite().brand;
  if (logo.picture !== undefined)
    return (
      <img src={smallAddress(logo.picture)} alt="" className={`${className} object-contain`} />
    );
  if (logo.emblem === "lynx") return <LynxMark className={className} />;
  return (
    <svg className={className} viewBox="0 0 120 120" aria-hidden="true" focusable="false">
      <path d={HEXAGON} fill="currentColor" />
      <g className="text-ground-950">
        <EmblemSign />
      </g>
    </svg>
  );
};

/** The mark, large and faint, in the middle of light: in place of a painted scene. */
export const MarkInLight = ({ className }: { className: string }) => (
  <div
    className={`grid place-items-center bg-[radial-gradient(circle_at_50%_45%,var(--color-glow-strong),var(--color-ground-950)_70%)] ${className}`}
    aria-hidden="true"
  >
    <BrandMark className="size-2/5 text-ink opacity-20" />
  </div>
);
