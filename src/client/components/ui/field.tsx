import { Check, ChevronDown, Eye, EyeOff } from "lucide-react";
import { Checkbox as CheckboxPrimitive, Label as LabelPrimitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cn } from "#client/lib/cn.ts";

export const Checkbox = ({
  className,
  ...props
}: ComponentProps<typeof CheckboxPrimitive.Root>) => (
  <CheckboxPrimitive.Root
    className={cn(
      "grid size-6 shrink-0 place-items-center rounded-md border border-faint bg-ground-950/70 text-ground-950 transition-colors hover:border-accent disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
      className,
    )}
    {...props}
  >
    <CheckboxPrimitive.Indicator>
      <Check className="size-4" strokeWidth={3.5} aria-hidden />
    </CheckboxPrimitive.Indicator>
  </CheckboxPrimitive.Root>
);

/** A line to write in. Where `aria-invalid` is set, its frame says so. */
export const Input = ({ className, ...props }: ComponentProps<"input">) => (
  <input
    className={cn(
      "h-12 w-full min-w-0 rounded-lg border border-ground-500 bg-ground-950/70 px-4 text-base text-ink transition-[border-color,box-shadow] placeholder:text-faint hover:border-faint focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_color-mix(in_srgb,var(--color-accent)_25%,transparent)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember",
      className,
    )}
    {...props}
  />
);

/** A password, hidden until its writer wants to see it. */
export const PasswordInput = ({
  className,
  disabled,
  ...props
}: Omit<ComponentProps<"input">, "type">) => {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={cn("relative", className)}>
      <Input
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
        style={{ paddingRight: "3.25rem" }}
        {...props}
      />
      <button
        type="button"
        aria-label={isShown ? "Hide password" : "Show password"}
        aria-pressed={isShown}
        disabled={disabled}
        onClick={() => setIsShown((shown) => !shown)}
        className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-lg text-muted transition-colors hover:text-ink"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    </div>
  );
};

export const Label = ({ className, ...props }: ComponentProps<typeof LabelPrimitive.Root>) => (
  <LabelPrimitive.Root
    className={cn("text-[0.95rem] font-semibold text-ink select-none", className)}
    {...props}
  />
);

/** Lines to write in; it grows with what is written. Where `aria-invalid` is set, its frame says so. */
export const Textarea = ({
  className,
  isCompact = false,
  ...props
}: ComponentProps<"textarea"> & {
  /** Begins with one line, and leaves most of the screen to what stands around it. */
  isCompact?: boolean;
}) => (
  <textarea
    className={cn(
      "field-sizing-content w-full min-w-0 rounded-lg border border-ground-500 bg-ground-950/70 px-4 py-3 text-base leading-relaxed text-ink transition-[border-color,box-shadow] placeholder:text-faint hover:border-faint focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_color-mix(in_srgb,var(--color-accent)_25%,transparent)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember",
      isCompact ? "min-h-12 max-h-[35dvh] resize-none" : "min-h-32 resize-y",
      className,
    )}
    {...props}
  />
);

/** The browser's own choice, which phones and screen readers know best. */
export const NativeSelect = ({ className, ...props }: ComponentProps<"select">) => (
  <span className={cn("relative block min-w-0", className)}>
    <select
      className="h-12 w-full min-w-0 appearance-none truncate rounded-lg border border-ground-500 bg-ground-950/70 pr-11 pl-4 text-base text-ink transition-[border-color,box-shadow] hover:border-faint focus-visible:border-accent focus-visible:shadow-[0_0_0_3px_color-mix(in_srgb,var(--color-accent)_25%,transparent)] focus-visible:outline-none disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-ember [&>option]:bg-ground-900"
      {...props}
    />
    <ChevronDown
      className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-faint"
      aria-hidden
    />
  </span>
);

/** What a field's control is given, so that it belongs to its label, hint and error. */
type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  /** What is wrong; null or absent while all is well. */
  error?: string | null;
  hint?: ReactNode;
  /** The label stands within the box, above what is chosen: for what has to fit into a line. */
  isCompact?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** A control and its label, which stands within it. */
export const COMPACT_FIELD = {
  frame:
    "relative min-w-0 [&_input]:pr-2 [&_:is(input,select)]:pl-3 [&_:is(input,select)]:pt-4 [&>label]:text-xs [&>label]:leading-3 [&>label]:font-medium [&>label]:text-muted",
  label: "pointer-events-none absolute top-1.5 left-3.25 z-1",
} as const;

/** A control with its label above and its hint or error below. */
export const Field = ({
  label,
  error = null,
  hint,
  isCompact = false,
  className,
  children,
}: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint !== undefined && hintId, error !== null && errorId].filter(Boolean);
  return (
    <div className={cn(isCompact ? COMPACT_FIELD.frame : "flex flex-col gap-2", className)}>
      <Label htmlFor={id} className={cn(isCompact && COMPACT_FIELD.label)}>
        {label}
      </Label>
      {children({
        id,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
        "aria-invalid": error === null ? undefined : true,
      })}
      {hint !== undefined && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
      {error !== null && (
        <p id={errorId} className="text-sm font-medium text-ember">
          {error}
        </p>
      )}
    </div>
  );
};
