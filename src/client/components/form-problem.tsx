import type { ReactNode } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { SendProblem } from "#client/lib/api-error.ts";

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
