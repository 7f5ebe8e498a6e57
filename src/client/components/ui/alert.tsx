import { cva, type VariantProps } from "class-variance-authority";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
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

const alertVariants = cva(
  "flex items-start gap-3 rounded-lg border px-4 py-3 text-[0.95rem] leading-relaxed text-pretty text-ink [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0",
  {
    variants: {
      kind: {
        error: "border-ember/50 bg-ember/10 [&>svg]:text-ember",
        success: "border-moss/50 bg-moss/10 [&>svg]:text-moss",
        info: "border-ground-500 bg-ground-800/70 [&>svg]:text-accent",
      },
    },
    defaultVariants: { kind: "error" },
  },
);

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info };

/** A message that stands in the page. An error interrupts whoever listens to the page, others wait. */
export const Alert = ({
  className,
  kind,
  children,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof alertVariants>) => {
  const Icon = ICONS[kind ?? "error"];
  return (
    <div
      role={kind === "error" || kind == null ? "alert" : "status"}
      className={cn(alertVariants({ kind }), className)}
      {...props}
    >
      <Icon aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
};
