import { Fingerprint } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import {
  cancelPasskey,
  knowsPasskeys,
  PasskeyFailure,
  signWithPasskey,
} from "#client/lib/passkeys/ceremony.ts";
import { PASSKEY_LOGIN } from "#shared/factor-messages.ts";
import type { PasskeyRequest, SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

const NEVER_CHANGES = () => () => {};

type PasskeyButtonProps = {
  /** What the browser is asked to sign. */
  request: () => Promise<PasskeyRequest>;
  /** The screen is at work with something else. */
  isBusy?: boolean;
  size?: "md" | "lg";
  /** Called while the browser asks, and once it does no more. */
  onAsking?: (isAsking: boolean) => void;
  onSigned: (response: SignedByPasskey) => void;
};

/** Has the browser ask for a passkey, until it is there or somebody has enough of it. */
export const PasskeyButton = ({
  request,
  isBusy = false,
  size = "lg",
  onAsking,
  onSigned,
}: PasskeyButtonProps) => {
  const isKnown = useSyncExternalStore(NEVER_CHANGES, knowsPasskeys, () => true);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Whoever leaves the page is asked no more.
  useEffect(() => cancelPasskey, []);

  const ask = async () => {
    setProblem(null);
    setIsAsking(true);
    onAsking?.(true);
    try {
      onSigned(await signWithPasskey(await request()));
    } catch (error) {
      if (error instanceof PasskeyFailure) setProblem(error.message || null);
      else setProblem(messageOf(error) ?? PASSKEY_LOGIN.failed);
    } finally {
      setIsAsking(false);
      onAsking?.(false);
    }
  };
  if (!isKnown) return null;
  return (
    <div className="grid gap-3">
      <Button
        variant="outline"
        size={size}
        className="w-full"
        isBusy={isAsking}
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) void ask();
        }}
      >
        <Fingerprint aria-hidden />
        {PASSKEY_LOGIN.use}
      </Button>
      {isAsking && (
        <div className="flex items-center justify-between gap-4">
          <output className="text-[0.95rem] text-muted">{PASSKEY_LOGIN.waiting}</output>
          <Button variant="ghost" size="sm" onClick={cancelPasskey}>
            {PASSKEY_LOGIN.cancel}
          </Button>
        </div>
      )}
      {problem !== null && <Alert>{problem}</Alert>}
    </div>
  );
};
