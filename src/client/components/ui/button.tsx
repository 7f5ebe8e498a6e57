import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "#client/lib/cn.ts";

const buttonVariants = cva(
  "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-lg transition-[background-color,border-color,color,transform,box-shadow] duration-200 active:translate-y-px disabled:pointer-events-none disabled:opacity-50 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "border border-transparent bg-amber text-night-950 shadow-[0_0_0_1px_rgb(255_209_102/0.5),0_14px_40px_-16px_rgb(245_184_61/0.75)] hover:bg-amber-strong",
        outline:
          "border border-night-500 bg-night-900/60 text-bone hover:border-amber/70 hover:bg-night-800 hover:text-amber-strong",
        ghost: "text-muted hover:bg-night-800 hover:text-bone",
      },
      size: {
        sm: "h-9 px-3 text-sm font-semibold [&_svg]:size-4",
        md: "h-11 px-5 text-[0.95rem] font-semibold [&_svg]:size-[1.1rem]",
        lg: "h-14 px-4 text-base font-semibold sm:px-6 [&_svg]:size-[1.1rem]",
        hero: "h-14 px-4 font-display text-2xl font-extrabold uppercase tracking-wide sm:px-8 [&_svg]:size-5",
        icon: "size-9 [&_svg]:size-4",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Gives its look to the one child instead of drawing a button. */
    asChild?: boolean;
  };

export const Button = ({ className, variant, size, asChild = false, ...props }: ButtonProps) => {
  const Component = asChild ? Slot.Root : "button";
  return (
    <Component
      {...(asChild ? {} : { type: "button" as const })}
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
};
