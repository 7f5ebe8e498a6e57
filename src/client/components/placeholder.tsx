import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";
import { usePageMark } from "#client/lib/page-marks.ts";

/** Stands where a whole page will be, so that the footer is out of sight until then. */
export const Placeholder = ({ className, ...props }: ComponentProps<"div">) => {
  usePageMark("has-placeholder");
  return <div {...props} className={cn("fills-screen", className)} />;
};
