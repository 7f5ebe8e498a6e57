import { X } from "lucide-react";
import { AlertDialog as AlertDialogPrimitive, Dialog as DialogPrimitive } from "radix-ui";
import { type ComponentProps, type RefObject, useRef } from "react";
import { cn } from "#client/lib/cn.ts";
import { MOBILE_MENU_MS } from "#shared/constants/time.ts";

/**
 * Gives the focus back to whatever had it before a dialog opened. Radix does so only for dialogs with
 * a trigger of its own, and ours are loaded when they are first opened.
 */
const useReturnFocus = () => {
  const opener = useRef<Element | null>(null);
  const neighbour = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      const row = opener.current?.closest("li");
      neighbour.current = row?.nextElementSibling ?? row?.previousElementSibling ?? null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Radix tells of the close a task after the dialog is gone: who pressed a key or a button in
      // between stays where that led to.
      const current = document.activeElement;
      if (current !== null && current !== document.body) return;
      // What opened it may be gone, with the row that it stood in: then it is the next row's turn. Nor
      // is anything gained where nothing had the focus.
      const target =
        opener.current?.isConnected === true && opener.current !== document.body
          ? opener.current
          : ([...(neighbour.current?.querySelectorAll("button") ?? [])].findLast(
              (button) => button.isConnected,
            ) ?? document.querySelector("#main"));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
};

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

export const Dialog = DialogPrimitive.Root;
export const DialogTitle = DialogPrimitive.Title;
export const DialogDescription = DialogPrimitive.Description;
export const DialogClose = DialogPrimitive.Close;

export const DialogContent = ({
  className,
  children,
  isWide = false,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content> & {
  /** Takes as much of a large screen as it needs, as for pictures. */
  isWide?: boolean;
}) => {
  const focus = useReturnFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-ground-950/80 sm:backdrop-blur-sm data-[state=open]:animate-in data-[state=open]:fade-in data-[state=closed]:animate-out data-[state=closed]:fade-out" />
      <DialogPrimitive.Content
        className={cn(
          "panel fixed top-1/2 left-1/2 z-50 flex max-h-[min(54rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-clip data-[state=open]:animate-in data-[state=open]:fade-in data-[state=open]:zoom-in-95 data-[state=closed]:animate-out data-[state=closed]:fade-out",
          isWide ? "max-w-6xl" : "max-w-2xl",
          className,
        )}
        {...focus}
        {...props}
      >
        {children}
        <DialogPrimitive.Close className="absolute top-3.5 right-3.5 grid size-11 place-items-center rounded-lg text-muted transition-colors hover:bg-ground-700 hover:text-ink">
          <X className="size-5" aria-hidden />
          <span className="sr-only">Close dialog</span>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
};
