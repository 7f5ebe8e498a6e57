import { type ReactNode, useId } from "react";
import { cn } from "#client/lib/cn.ts";
import { Label } from "./label.tsx";

/** What a field's control is given, so that it belongs to its label, hint and error. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  /** What is wrong; null or absent while all is well. */
  error?: string | null;
  hint?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** A control with its label above and its hint or error below. */
export const Field = ({ label, error = null, hint, className, children }: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [hint !== undefined && hintId, error !== null && errorId].filter(Boolean);
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <Label htmlFor={id}>{label}</Label>
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
