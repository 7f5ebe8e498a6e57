import type { ReactNode } from "react";
import { LISTS } from "#shared/list-messages.ts";
import { LostDen } from "./brand/lost-den.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

/** Stands where a list has nothing: what that means, and what to do next. */
export const EmptyPanel = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  /** The button or link that leads on. */
  children?: ReactNode;
}) => (
  <div className="panel flex flex-col items-center px-5 pt-6 pb-10 text-center">
    <LostDen className="w-full max-w-xs" />
    <h2 className="headline mt-4 text-3xl md:text-4xl">{title}</h2>
    <p className="mt-3 max-w-[52ch] text-pretty text-muted">{text}</p>
    {children !== undefined && <div className="mt-6">{children}</div>}
  </div>
);

type LoadFailedProps = {
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
};

/** Stands where something could not be loaded. */
export const LoadFailed = ({ message, isRetrying, onRetry }: LoadFailedProps) => (
  <div className="flex flex-col items-start gap-4">
    <Alert className="w-full">{message}</Alert>
    <Button variant="outline" isBusy={isRetrying} onClick={onRetry}>
      {LISTS.tryAgain}
    </Button>
  </div>
);
