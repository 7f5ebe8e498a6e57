import { AlertDialog as AlertDialogPrimitive } from "radix-ui";
import type { ComponentProps, RefObject } from "react";
import { cn } from "#client/lib/cn.ts";
import { useReturnFocus } from "./use-return-focus.ts";

export const AlertDialog = AlertDialogPrimitive.Root;
/** Gives its behaviour to a `Button` inside, with `asChild`. */
export const AlertDialogCancel = AlertDialogPrimitive.Cancel;

/** A question that has to be answered before anything else. */
export const AlertDialogContent = ({
  className,
  children,
  field,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Content> & {
  /** Has the focus when the dialog opens, before any key can be pressed. Without it Cancel has: that is for questions. */
  field?: RefObject<HTMLElement | null>;
}) => {
  const { onCloseAutoFocus, onOpenAutoFocus } = useReturnFocus();
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay className="fixed inset-0 z-50 bg-ground-950/80 sm:backdrop-blur-sm data-[state=open]:animate-in data-[state=open]:fade-in data-[state=closed]:animate-out data-[state=closed]:fade-out" />
      <AlertDialogPrimitive.Content
        className={cn(
          "panel fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col gap-4 overflow-y-auto p-6 data-[state=open]:animate-in data-[state=open]:fade-in data-[state=open]:zoom-in-95 data-[state=closed]:animate-out data-[state=closed]:fade-out md:p-8",
          className,
        )}
        onOpenAutoFocus={(event) => {
          onOpenAutoFocus();
          if (field?.current == null) return;
          event.preventDefault();
          field.current.focus();
        }}
        onCloseAutoFocus={onCloseAutoFocus}
        {...props}
      >
        {children}
      </AlertDialogPrimitive.Content>
    </AlertDialogPrimitive.Portal>
  );
};

export const AlertDialogTitle = ({
  className,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Title>) => (
  <AlertDialogPrimitive.Title className={cn("headline text-4xl", className)} {...props} />
);

export const AlertDialogDescription = ({
  className,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Description>) => (
  <AlertDialogPrimitive.Description
    className={cn("leading-relaxed text-pretty text-muted", className)}
    {...props}
  />
);

/** The answers, side by side where there is room. */
export const AlertDialogFooter = ({ className, ...props }: ComponentProps<"div">) => (
  <div
    className={cn("mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end", className)}
    {...props}
  />
);
