import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

/** The browser's own choice, which phones and screen readers know best. */
export const NativeSelect = ({ className, ...props }: ComponentProps<"select">) => (
  <span className={cn("relative block min-w-0", className)}>
    <select
      className="h-12 w-full min-w-0 appearance-none truncate rounded-lg border border-night-500 bg-night-950/70 pr-11 pl-4 text-base text-bone transition-[border-color,box-shadow] hover:border-faint focus-visible:border-amber focus-visible:shadow-[0_0_0_3px_rgb(245_184_61/0.25)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember [&>option]:bg-night-900"
      {...props}
    />
    <ChevronDown
      className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-faint"
      aria-hidden
    />
  </span>
);
