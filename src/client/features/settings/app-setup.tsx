import { Check, Copy, Download, Printer } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useCopy } from "#client/lib/clipboard.ts";
import { takeFocus } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TOTP_DIGITS } from "#shared/constants/factors.ts";
import { AUTHENTICATOR, RECOVERY_CODES } from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { slugOf } from "#shared/rules/written-text.ts";
import type { AppSetup } from "#shared/schemas/factors.ts";

const saveText = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** Of the brand, in the name of a file. */
const SLUG_MAX = 40;

const PRINT_STYLE = "body{font:16px/1.8 monospace;padding:2rem}h1{font-size:18px}";

/** Prints the codes alone, in a frame of their own. */
const print = (title: string, codes: readonly string[]) => {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (page === null || view === null) return;
  const style = page.createElement("style");
  style.textContent = PRINT_STYLE;
  const heading = page.createElement("h1");
  heading.textContent = title;
  page.head.append(style);
  page.body.append(heading);
  for (const code of codes) {
    const line = page.createElement("div");
    line.textContent = code;
    page.body.append(line);
  }
  view.addEventListener("afterprint", () => frame.remove(), { once: true });
  view.print();
};

type NewCodesProps = { codes: readonly string[]; onDone: () => void };

/** New recovery codes, shown this once, with what it takes to keep them. */
export const NewCodes = ({ codes, onDone }: NewCodesProps) => {
  const { brand } = useSite();
  const title = RECOVERY_CODES.sheet(brand.name);
  const { isCopied, copy } = useCopy(codes.join("\n"), "address", {
    copied: RECOVERY_CODES.copied,
    refused: RECOVERY_CODES.copyRefused,
    area: "settings",
  });
  return (
    <div className="grid gap-5">
      <h3 ref={takeFocus} tabIndex={-1} className="font-display text-2xl font-bold outline-none">
        {RECOVERY_CODES.newTitle}
      </h3>
      <Alert kind="info">{RECOVERY_CODES.once}</Alert>
      <ul className="grid max-w-md gap-y-2 rounded-lg border border-ground-600 bg-ground-950/50 p-4 font-mono text-sm whitespace-nowrap tabular-nums min-[24rem]:text-base sm:p-5 sm:text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={copy}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {RECOVERY_CODES.copy}
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            saveText(
              `${slugOf(brand.name, SLUG_MAX)}-recovery-codes.txt`,
              `${title}\n\n${codes.join("\n")}\n`,
            )
          }
        >
          <Download aria-hidden />
          {RECOVERY_CODES.download}
        </Button>
        <Button variant="outline" onClick={() => print(title, codes)}>
          <Printer aria-hidden />
          {RECOVERY_CODES.print}
        </Button>
      </div>
      <Button size="lg" className="w-full sm:w-auto sm:justify-self-start" onClick={onDone}>
        {RECOVERY_CODES.kept}
      </Button>
    </div>
  );
};

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
