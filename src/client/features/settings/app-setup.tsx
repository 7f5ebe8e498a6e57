import { Copy } from "lucide-react";
import { type FormEvent, useState, useEffect } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useCopy } from "#client/lib/use-copy.ts";
import { TOTP_DIGITS } from "#shared/constants/factors.ts";
import { AUTHENTICATOR } from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AppSetup } from "#shared/schemas/factors.ts";

/** Empty modules around the picture, without which cameras do not find it. */
const QUIET_MODULES = 4;

type Drawn = { path: string; size: number };

const draw = async (text: string): Promise<Drawn> => {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { path, size };
};

type QrCodeProps = {
  text: string;
  /** What it is, for whoever does not see it. */
  label: string;
};

/** A text as a picture for cameras: dark on light, whatever the site's colours are. */
const QrCode = ({ text, label }: QrCodeProps) => {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      // Whoever cannot load it types the key, which stands beside it.
      const next = await draw(text).catch(() => null);
      if (!isGone) setDrawn(next);
    };
    void show();
    return () => {
      isGone = true;
    };
  }, [text]);
  if (drawn === null) return <Skeleton className="aspect-square w-56 max-w-full rounded-lg" />;
  return (
    <svg
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="aspect-square w-56 max-w-full rounded-lg bg-white"
    >
      <path d={drawn.path} fill="#000" />
    </svg>
  );
};

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
