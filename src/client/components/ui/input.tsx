import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

/** A line to write in. Where `aria-invalid` is set, its frame says so. */
export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input
    className={cn(
      "h-12 w-full min-w-0 rounded-lg border border-night-500 bg-night-950/70 px-4 text-base text-bone transition-[border-color,box-shadow] placeholder:text-faint hover:border-faint focus-visible:border-amber focus-visible:shadow-[0_0_0_3px_rgb(245_184_61/0.25)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember",
      className,
    )}
    {...props}
  />
);
