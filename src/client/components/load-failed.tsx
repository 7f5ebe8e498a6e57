import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { LISTS } from "#shared/list-messages.ts";

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
