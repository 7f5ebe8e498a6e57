import { useState } from "react";
import { PasskeyButton } from "#client/components/passkey-button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PASSKEY_LOGIN } from "#shared/passkey-messages.ts";
import type { SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { useFieldPasskeys } from "./use-field-passkeys.ts";

type PasskeyLoginProps = {
  /** The form waits for somebody to log in. */
  isForm: boolean;
  isBusy: boolean;
  onSigned: (response: SignedByPasskey) => void;
};

/** Instead of address and password: by the button, or by what the browser offers in the field. */
export const PasskeyLogin = ({ isForm, isBusy, onSigned }: PasskeyLoginProps) => {
  const { client } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  useFieldPasskeys(isForm && !isAsking, onSigned);
  return (
    <div className="grid gap-5">
      <p
        aria-hidden
        className="flex items-center gap-4 text-sm text-faint before:h-px before:flex-1 before:bg-ground-700 after:h-px after:flex-1 after:bg-ground-700"
      >
        {PASSKEY_LOGIN.or}
      </p>
      <PasskeyButton
        request={() => client.passkeys.requestLogin.mutate()}
        isBusy={isBusy}
        onAsking={setIsAsking}
        onSigned={onSigned}
      />
    </div>
  );
};
