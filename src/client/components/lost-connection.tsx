import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { missingParts } from "#client/lib/chunks.ts";
import { MESSAGES } from "#shared/messages.ts";

/** Says that a part of the page is waited for, without taking away what is there. */
export const LostConnection = () => {
  const isAny = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false);
  return (
    isAny && (
      <div
        role="alert"
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-60 mx-auto flex w-fit max-w-full items-center gap-4 rounded-lg border border-ember/50 bg-night-850 py-3 pr-3 pl-4 text-bone shadow-2xl"
      >
        <WifiOff className="size-5 shrink-0 text-ember" aria-hidden />
        <span>{MESSAGES.networkError}</span>
        <Button variant="outline" size="sm" onClick={missingParts.tryAgain}>
          Try again
        </Button>
      </div>
    )
  );
};
