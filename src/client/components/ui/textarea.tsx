import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

/** Lines to write in; it grows with what is written. Where `aria-invalid` is set, its frame says so. */
export const Textarea = ({
  className,
  isCompact = false,
  ...props
}: ComponentProps<"textarea"> & {
  /** Begins with one line, and leaves most of the screen to what stands around it. */
  isCompact?: boolean;
}) => (
  <textarea
    className={cn(
      "field-sizing-content w-full min-w-0 rounded-lg border border-night-500 bg-night-950/70 px-4 py-3 text-base leading-relaxed text-bone transition-[border-color,box-shadow] placeholder:text-faint hover:border-faint focus-visible:border-amber focus-visible:shadow-[0_0_0_3px_rgb(245_184_61/0.25)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember",
      isCompact ? "min-h-12 max-h-[35dvh] resize-none" : "min-h-32 resize-y",
      className,
    )}
    {...props}
  />
);
