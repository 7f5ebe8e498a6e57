import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

/** Holds the place of what is on its way. */
export const Skeleton = ({ className, ...props }: ComponentProps<"div">) => (
  <div
    aria-hidden
    className={cn("animate-pulse rounded-md bg-ground-700/70", className)}
    {...props}
  />
);
