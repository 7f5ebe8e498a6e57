import { type ReactNode, useEffect, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { PAGE_FADE_IN_MS } from "#shared/constants/timings.ts";

let hasShownAPage = false;

/**
 * The main landmark of a screen. Fades in when the person came from another screen; the first one is
 * there at once, since what starts invisible is no largest paint.
 */
export const Page = ({ children, className }: { children: ReactNode; className?: string }) => {
  const [isFirst] = useState(() => !hasShownAPage);
  useEffect(() => {
    hasShownAPage = true;
  }, []);
  return (
    <main
      id="main"
      tabIndex={-1}
      style={isFirst ? undefined : { animationDelay: `${PAGE_FADE_IN_MS}ms` }}
      className={cn("flex-1 outline-none", !isFirst && "animate-page-in", className)}
    >
      {children}
    </main>
  );
};
