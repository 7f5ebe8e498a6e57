import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { SendProblem } from "#client/lib/api-error.ts";

/** A link within a sentence, or alone below a form. */
export const TEXT_LINK =
  "font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline";

/** Stands where a form was that has been sent, and takes over the focus that its button had. */
export const Outcome = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {children}
    </div>
  );
};

type FormProblemProps = {
  /** What became of the last attempt; null while all is well. */
  problem: SendProblem | null;
  /** Stands before the sentence. */
  title?: string;
  /** What else the person can do. */
  children?: ReactNode;
};

/** Why a form was not taken. Where nothing was answered, its button sends the form once more. */
export const FormProblem = ({ problem, title, children }: FormProblemProps) =>
  problem !== null && (
    <div className="grid justify-items-start gap-3">
      <Alert kind="error" className="w-full">
        {title !== undefined && <p className="font-bold text-ember">{title}</p>}
        <p>{problem.sentence}</p>
      </Alert>
      {children}
      {problem.isUnanswered && (
        <Button type="submit" variant="outline">
          Try again
        </Button>
      )}
    </div>
  );
