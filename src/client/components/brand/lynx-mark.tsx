/** The lynx of the brand, drawn in a box of 120x120: planes of fur that lie inside HEAD. */

/** The hexagon of the brand: pointy-top, radius 59. */
export const LYNX_HEXAGON = "M60 1l51.1 29.5v59l-51.1 29.5-51.1-29.5v-59z";

/** Outline of the head; its ear tufts break the hexagon. */
export const LYNX_HEAD =
  "M60 39l9.5 3.5 14.5-16 7-3 13-18.5-2.5 22-2.5 25 2 13 7 11.5-8 1.5 4.5 12-12.5-.5-.5 11-11.5-3-3 9.5-9-3.5-8 8.5-8-8.5-9 3.5-3-9.5-11.5 3-.5-11-12.5 .5 4.5-12-8-1.5 7-11.5 2-13-2.5-25-2.5-22 13 18.5 7 3 14.5 16 9.5-3.5z";
export const LYNX_CHEEKS =
  "M99 52l2 13 7 11.5-8 1.5 4.5 12-12.5-.5-.5 11-11.5-3 3-5.5 5-10 5.5-15zM21 52l-2 13-7 11.5 8 1.5-4.5 12 12.5-.5 .5 11 11.5-3-3-5.5-5-10-5.5-15z";
export const LYNX_CROWN = "M60 39l9.5 3.5-5 13.5-4.5 6zM60 39l-9.5 3.5 5 13.5 4.5 6z";
export const LYNX_BROWS =
  "M69.5 42.5l29.5 9.5-4 5.5-18 3.5-10.5 8-2-13zM50.5 42.5l-29.5 9.5 4 5.5 18 3.5 10.5 8 2-13z";
export const LYNX_EARS = "M78 43l9.5-12 5.5-4 .5 21.5zM42 43l-9.5-12-5.5-4-.5 21.5z";
export const LYNX_BRIDGE = "M60 62l4.5-6 2 13 2.5 16h-9zM60 62l-4.5-6-2 13-2.5 16h9z";
export const LYNX_MUZZLE =
  "M69.5 86l11 4-2.5 7-8 3-8.8-3v-3.5zM50.5 86l-11 4 2.5 7 8 3 8.8-3v-3.5z";
export const LYNX_NOSE = "M60 84.5h9l-3.5 5.5-4.3 2.6v3.4h-1.2h-1.2v-3.4l-4.3-2.6-3.5-5.5h9z";
export const LYNX_CHIN = "M70 101.2l7 5.8-9-3.5-8 8.5v-13.4zM50 101.2l-7 5.8 9-3.5 8 8.5v-13.4z";
export const LYNX_EYES =
  "M66.5 74l6.5-7 10-5 12-2.5-4 9-7 6-9 2.5zM53.5 74l-6.5-7-10-5-12-2.5 4 9 7 6 9 2.5z";
export const LYNX_EYE_LIGHT =
  "M73 67l10-5 12-2.5-2.4 5.5-10.1 1.2-8.5 5.3-7.5 2.5zM47 67l-10-5-12-2.5 2.4 5.5 10.1 1.2 8.5 5.3 7.5 2.5z";
export const LYNX_PUPILS = "M81 62.9l3 6.1-2.4 6.2-3-5.7zM39 62.9l-3 6.1 2.4 6.2 3-5.7z";

type LynxMarkProps = {
  className?: string;
  /** Read out in place of the picture; without it the mark is decoration. */
  title?: string;
};

/**
 * The mark: a lynx before a hexagonal moon. The head is a hole in the moon, so it takes the colour
 * of the ground, and the ear tufts turn light where they leave it. Colour is `currentColor` and the
 * amber of the eyes; reads from 16 px up.
 */
export const LynxMark = ({ className, title }: LynxMarkProps) => (
  <svg
    className={className}
    viewBox="0 0 120 120"
    fill="currentColor"
    focusable="false"
    {...(title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title })}
  >
    <path fillRule="evenodd" d={LYNX_HEXAGON + LYNX_HEAD} />
    <path d={LYNX_BROWS} opacity=".11" />
    <path d={LYNX_CHEEKS + LYNX_BRIDGE} opacity=".17" />
    <path d={LYNX_CROWN + LYNX_CHIN} opacity=".24" />
    <path d={LYNX_EARS + LYNX_MUZZLE} opacity=".36" />
    <path d={LYNX_NOSE} opacity=".92" />
    <path d={LYNX_EYES} fill="#f5b83d" />
    <path d={LYNX_EYE_LIGHT} fill="#ffd166" />
    <path d={LYNX_PUPILS} fill="#070b09" />
  </svg>
);
