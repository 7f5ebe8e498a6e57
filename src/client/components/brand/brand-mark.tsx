import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import {
  HEXAGON,
  letterOf,
  LYNX_BRIDGE,
  LYNX_BROWS,
  LYNX_CHEEKS,
  LYNX_CHIN,
  LYNX_CROWN,
  LYNX_EARS,
  LYNX_EYE_LIGHT,
  LYNX_EYES,
  LYNX_HEAD,
  LYNX_MUZZLE,
  LYNX_NOSE,
  LYNX_PUPILS,
} from "#shared/constants/brand.ts";
import { smallAddress } from "#shared/rules/community.ts";

type LynxMarkProps = {
  className?: string;
  /** Read out in place of the picture; without it the mark is decoration. */
  title?: string;
};

/**
 * The mark: a lynx before a hexagonal moon. The head is a hole in the moon, so it takes the colour
 * of the ground, and the ear tufts turn light where they leave it. Colour is `currentColor` and the
 * accent of the eyes; reads from 16 px up.
 */
export const LynxMark = ({ className, title }: LynxMarkProps) => (
  <svg
    className={className}
    viewBox="0 0 120 120"
    fill="currentColor"
    focusable="false"
    {...(title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title })}
  >
    <path fillRule="evenodd" d={HEXAGON + LYNX_HEAD} />
    <path d={LYNX_BROWS} opacity=".11" />
    <path d={LYNX_CHEEKS + LYNX_BRIDGE} opacity=".17" />
    <path d={LYNX_CROWN + LYNX_CHIN} opacity=".24" />
    <path d={LYNX_EARS + LYNX_MUZZLE} opacity=".36" />
    <path d={LYNX_NOSE} opacity=".92" />
    <path d={LYNX_EYES} fill="var(--color-accent)" />
    <path d={LYNX_EYE_LIGHT} fill="var(--color-accent-strong)" />
    <path d={LYNX_PUPILS} fill="var(--color-ground-950)" />
  </svg>
);

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

type LostDenProps = { className: string };

/**
 * A den at night, somebody at home, and tracks that lead elsewhere: for pages that do not exist
 * and lists that are empty. Fades into the ground of the page. Decoration. Box 8:5. Drawn by
 * scripts/art/lost-den.tsx; only the eyes stand in the page, since a picture would blink for those
 * too who want no motion.
 */
const Den = ({ className }: LostDenProps) => (
  <div className={cn("relative aspect-[8/5]", className)} aria-hidden="true">
    <img src="/art/lost-den.svg" alt="" className="absolute inset-0 size-full" />
    <svg viewBox="0 0 480 300" className="absolute inset-0 size-full" focusable="false">
      <g transform="translate(176 162) scale(.64)">
        <g className="lost-den-eyes">
          <path d={LYNX_EYES} fill="#ffc94d" />
          <path d={LYNX_PUPILS} fill="#050907" />
        </g>
      </g>
    </svg>
  </div>
);

/** Stands for nothing: for pages that do not exist and lists that are empty. Decoration. */
export const LostDen = ({ className }: LostDenProps) =>
  useSite().brand.scene === "den" ? (
    <Den className={className} />
  ) : (
    <div className={cn("grid aspect-[8/5] place-items-center", className)} aria-hidden="true">
      <BrandMark className="h-3/5 text-muted opacity-40" />
    </div>
  );
