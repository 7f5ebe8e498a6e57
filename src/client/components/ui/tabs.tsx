import { Tabs as TabsPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

export const Tabs = TabsPrimitive.Root;

export const TabsList = ({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) => (
  <TabsPrimitive.List
    className={cn(
      "flex gap-1 overflow-x-auto rounded-xl border border-night-700 bg-night-950/70 p-1 [scrollbar-width:none]",
      className,
    )}
    {...props}
  />
);

export const TabsTrigger = ({
  className,
  ...props
}: ComponentProps<typeof TabsPrimitive.Trigger>) => (
  <TabsPrimitive.Trigger
    className={cn(
      "inline-flex shrink-0 items-center gap-2 rounded-lg px-4 py-2.5 text-sm font-semibold text-muted transition-colors hover:text-bone data-[state=active]:bg-night-700 data-[state=active]:text-amber-strong",
      className,
    )}
    {...props}
  />
);

export const TabsContent = TabsPrimitive.Content;
