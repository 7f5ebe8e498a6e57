import { Dialog as DialogPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";
import { MOBILE_MENU_MS } from "#shared/constants/timings.ts";
import { useReturnFocus } from "./use-return-focus.ts";

const duration = { animationDuration: `${MOBILE_MENU_MS}ms` };

export const Sheet = DialogPrimitive.Root;
export const SheetClose = DialogPrimitive.Close;
export const SheetTitle = DialogPrimitive.Title;

const SIDES = {
  right:
    "inset-y-0 right-0 w-[min(22rem,88vw)] border-l data-[state=open]:slide-in-from-right data-[state=closed]:slide-out-to-right",
  /** From below on a phone, from the right where there is room. */
  wide: "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-2xl border-t data-[state=open]:slide-in-from-bottom data-[state=closed]:slide-out-to-bottom sm:inset-x-auto sm:inset-y-0 sm:right-0 sm:max-h-none sm:w-[34rem] sm:rounded-none sm:border-t-0 sm:border-l sm:data-[state=open]:slide-in-from-right",
};

/** A panel that slides in; it takes 300 ms to leave. */
export const SheetContent = ({
  side = "right",
  className,
  children,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & { side?: keyof typeof SIDES }) => {
  const focus = useReturnFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay
        className="fixed inset-0 z-50 bg-ground-950/80 sm:bg-ground-950/75 sm:backdrop-blur-sm data-[state=open]:animate-in data-[state=open]:fade-in data-[state=closed]:animate-out data-[state=closed]:fade-out"
        style={duration}
      />
      <DialogPrimitive.Content
        aria-describedby={undefined}
        className={cn(
          "fixed z-50 flex flex-col overflow-y-auto border-ground-700 bg-ground-900 shadow-2xl ease-den data-[state=open]:animate-in data-[state=closed]:animate-out",
          SIDES[side],
          className,
        )}
        style={duration}
        {...focus}
        {...props}
      >
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
};
