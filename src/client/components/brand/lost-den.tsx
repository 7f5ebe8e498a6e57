import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { LYNX_EYES, LYNX_PUPILS } from "#shared/constants/emblems.ts";
import { BrandMark } from "./brand-mark.tsx";

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
