import { Copy } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useCopy } from "#client/lib/use-copy.ts";
import { TOTP_DIGITS } from "#shared/constants/factors.ts";
import { AUTHENTICATOR } from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AppSetup } from "#shared/schemas/factors.ts";
import { QrCode } from "./qr-code.tsx";

/** In groups of four, as people type it. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

type AppSetupFormProps = {
  setup: AppSetup;
  /** Called with the new recovery codes; null where the ones before stay. */
  onDone: (codes: string[] | null) => void;
  onCancel: () => void;
};

/** Shows an app its secret, and asks for its first code. */
export const AppSetupForm = ({ setup, onDone, onCancel }: AppSetupFormProps) => {
  const [code, setCode] = useState("");
  const utils = trpc.useUtils();
  const { copy } = useCopy(setup.secret, "address", {
    copied: AUTHENTICATOR.keyCopied,
    refused: AUTHENTICATOR.keyCopyRefused,
    area: "settings",
  });
  const add = trpc.factors.addApp.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      void utils.factors.read.invalidate();
      void utils.accounts.me.invalidate();
    },
  });
  const send = (digits: string) => {
    if (!add.isPending) add.mutate({ setup: setup.setup, code: digits });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") send(code);
  };
  const problem = add.isError ? sendProblem(add.error, MESSAGES.unexpected).sentence : null;
  return (
    <ol className="grid gap-8">
      <li className="grid gap-4">
        <h3 ref={takeFocus} tabIndex={-1} className="font-display text-2xl font-bold outline-none">
          {AUTHENTICATOR.scanTitle}
        </h3>
        <p className="max-w-[58ch] text-muted">{AUTHENTICATOR.scanText}</p>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
          <QrCode text={setup.address} label={AUTHENTICATOR.picture} />
          <div className="min-w-0 flex-1 basis-60">
            <p className="text-sm text-muted">{AUTHENTICATOR.keyText}</p>
            <p className="mt-2 font-mono text-lg wrap-anywhere">{grouped(setup.secret)}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button variant="outline" size="sm" onClick={copy}>
                <Copy aria-hidden />
                {AUTHENTICATOR.copyKey}
              </Button>
              <Button asChild variant="outline" size="sm">
                <a href={setup.address}>{AUTHENTICATOR.openApp}</a>
              </Button>
            </div>
          </div>
        </div>
      </li>
      <li className="grid gap-4">
        <h3 className="font-display text-2xl font-bold">{AUTHENTICATOR.codeTitle}</h3>
        <form method="post" noValidate onSubmit={submit} className="grid max-w-sm gap-4">
          <Field label={AUTHENTICATOR.codeLabel} hint={AUTHENTICATOR.codeHint}>
            {(control) => (
              <Input
                {...control}
                name="code"
                value={code}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                className="font-mono text-xl tracking-[0.2em]"
                onChange={({ target: { value } }) => {
                  setCode(value);
                  const digits = value.replace(/\D/g, "");
                  if (digits.length === TOTP_DIGITS) send(digits);
                }}
              />
            )}
          </Field>
          {problem !== null && <Alert kind="error">{problem}</Alert>}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={add.isPending}>
              {AUTHENTICATOR.confirm}
            </Button>
            <Button variant="outline" onClick={onCancel} disabled={add.isPending}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    </ol>
  );
};
