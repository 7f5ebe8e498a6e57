import { useEffect, useEffectEvent } from "react";
import {
  offersPasskeysInFields,
  PasskeyFailure,
  signFromField,
} from "#client/lib/passkeys/ceremony.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";

/** Nobody chooses in a tab that is not seen, and what it asked for would run out again and again. */
const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (document.visibilityState === "visible") {
      resolve();
      return;
    }
    const done = () => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    document.addEventListener("visibilitychange", done);
    signal.addEventListener("abort", done);
  });

/**
 * Has the browser offer passkeys among what it fills the field of the address with.
 * @param isOn false while that field is not shown, or the page asks for a passkey in another way.
 * @param onSigned what becomes of the one that was chosen.
 */
export const useFieldPasskeys = (
  isOn: boolean,
  onSigned: (response: SignedByPasskey) => void,
): void => {
  const { client } = trpc.useUtils();
  const taken = useEffectEvent(onSigned);
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    if (!(await offersPasskeysInFields())) return;
    for (;;) {
      await untilSeen(signal);
      if (signal.aborted) return;
      try {
        const response = await signFromField(await client.passkeys.requestLogin.mutate(), signal);
        if (!signal.aborted) taken(response);
        return;
      } catch (error) {
        // Whoever does not choose one here has the button, which says what is wrong.
        if (!(error instanceof PasskeyFailure) || error.reason !== "late") return;
      }
    }
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const leaving = new AbortController();
    void offer(leaving.signal);
    return () => leaving.abort();
  }, [isOn]);
};
