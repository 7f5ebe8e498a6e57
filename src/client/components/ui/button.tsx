import { cva, type VariantProps } from "class-variance-authority";
import {
  Children,
  cloneElement,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
} from "react";
import { cn } from "#client/lib/cn.ts";

const buttonVariants = cva(
  "inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-lg transition-[background-color,border-color,color,transform,box-shadow] duration-200 active:translate-y-px disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary:
          "border border-transparent bg-accent text-ground-950 shadow-[0_0_0_1px_color-mix(in_srgb,var(--color-accent-strong)_50%,transparent),0_14px_40px_-16px_color-mix(in_srgb,var(--color-accent)_75%,transparent)] hover:bg-accent-strong",
        outline:
          "border border-ground-500 bg-ground-900/60 text-ink hover:border-accent/70 hover:bg-ground-800 hover:text-accent-strong",
        danger:
          "border border-ember/60 bg-ember/10 text-ember hover:border-ember hover:bg-ember hover:text-ground-950",
        /** For what the team writes for itself. */
        note: "border border-laurel bg-laurel text-ground-950 hover:brightness-110",
        ghost: "text-muted hover:bg-ground-800 hover:text-ink",
      },
      size: {
        sm: "h-9 px-3 text-sm font-semibold [&_svg]:size-4",
        md: "h-11 px-5 text-[0.95rem] font-semibold [&_svg]:size-[1.1rem]",
        lg: "h-14 px-3.5 text-base font-semibold sm:px-6 [&_svg]:size-[1.1rem]",
        hero: "h-14 px-3.5 font-display text-2xl font-extrabold display-case tracking-wide sm:px-8 [&_svg]:size-5",
        icon: "size-9 [&_svg]:size-4",
        /** As `md`, for words of the community, which take as many lines as they need. */
        words: "button-words px-5 text-[0.95rem] font-semibold [&_svg]:size-[1.1rem]",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & {
    /** Gives its look to the one child instead of drawing a button. */
    asChild?: boolean;
    /** What it asked for is under way: it turns, keeps the focus, and cannot be pressed again. */
    isBusy?: boolean;
  };

/** Stops a click before it does anything, and a form from being sent with Enter. */
const ignore = (event: MouseEvent) => event.preventDefault();

const Turning = () => (
  <svg viewBox="0 0 24 24" className="animate-spin" aria-hidden="true" focusable="false">
    <path
      d="M12 2.500 20.200 7.200v9.600L12 21.500l-8.200-4.700V7.200z"
      pathLength="6"
      strokeDasharray="4.500 1.500"
      strokeWidth="3"
      strokeLinecap="round"
      className="fill-none stroke-current"
    />
  </svg>
);

type LookProps = Omit<ComponentProps<"button">, "children"> & {
  children: ReactElement<ComponentProps<"button">>;
};

/** Its one child, with these in addition: what it says of itself stays, and both hear of a click. */
const Look = ({ children, className, onClick, ...props }: LookProps) => {
  const { props: own } = children;
  return cloneElement(children, {
    ...props,
    ...own,
    className: cn(className, own.className),
    onClick: (event) => {
      own.onClick?.(event);
      onClick?.(event);
    },
  });
};

/**
 * A button. One that is busy or has nothing to do says so, and does nothing, but keeps the focus: the
 * browser would take it from one that becomes `disabled`, and whoever works by keyboard begins anew.
 */
export const Button = ({
  className,
  variant,
  size,
  asChild = false,
  isBusy = false,
  disabled = false,
  onClick,
  children,
  ...props
}: ButtonProps) => {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild)
    return (
      <Look className={classes} onClick={onClick} {...props}>
        {Children.only(children) as LookProps["children"]}
      </Look>
    );
  return (
    <button
      type="button"
      className={classes}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || disabled || undefined}
      onClick={isBusy || disabled ? ignore : onClick}
      {...props}
    >
      {isBusy && <Turning />}
      {children}
    </button>
  );
};
