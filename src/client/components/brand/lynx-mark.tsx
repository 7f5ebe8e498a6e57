import {
  HEXAGON,
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
} from "#shared/constants/emblems.ts";

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
