import { DropdownMenu as DropdownMenuPrimitive } from "radix-ui";
import { type ComponentProps, startTransition, useState } from "react";
import { cn } from "#client/lib/cn.ts";

/** Its entries are drawn in slices: the page answers to the tap meanwhile, however long the list behind it is. */
export const DropdownMenu = ({
  onOpen,
  ...props
}: Pick<ComponentProps<typeof DropdownMenuPrimitive.Root>, "modal" | "children"> & {
  onOpen?: (() => void) | undefined;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropdownMenuPrimitive.Root
      {...props}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) {
          setOpen(false);
          return;
        }
        startTransition(() => setOpen(true));
        onOpen?.();
      }}
    />
  );
};
export const DropdownMenuTrigger = DropdownMenuPrimitive.Trigger;

/** Not moved to the end of the page: its entries belong to the landmark that they are written in. */
export const DropdownMenuContent = ({
  className,
  sideOffset = 8,
  ...props
}: ComponentProps<typeof DropdownMenuPrimitive.Content>) => (
  <DropdownMenuPrimitive.Content
    sideOffset={sideOffset}
    collisionPadding={12}
    className={cn(
      "panel z-50 min-w-56 origin-(--radix-dropdown-menu-content-transform-origin) overflow-hidden p-1.5 data-[state=open]:animate-in data-[state=open]:fade-in data-[state=open]:zoom-in-95 data-[state=closed]:animate-out data-[state=closed]:fade-out",
      className,
    )}
    {...props}
  />
);

export const DropdownMenuItem = ({
  className,
  ...props
}: ComponentProps<typeof DropdownMenuPrimitive.Item>) => (
  <DropdownMenuPrimitive.Item
    className={cn(
      "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-[0.95rem] text-ink outline-none select-none data-[disabled]:pointer-events-none data-[disabled]:opacity-50 data-[highlighted]:bg-ground-700 data-[highlighted]:text-accent-strong [&_svg]:size-[1.1rem] [&_svg]:shrink-0 [&_svg]:text-faint",
      className,
    )}
    {...props}
  />
);

export const DropdownMenuSeparator = ({
  className,
  ...props
}: ComponentProps<typeof DropdownMenuPrimitive.Separator>) => (
  <DropdownMenuPrimitive.Separator
    className={cn("mx-1.5 my-1.5 h-px bg-ground-700", className)}
    {...props}
  />
);
