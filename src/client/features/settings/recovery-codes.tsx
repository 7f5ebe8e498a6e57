import { Check, Copy, Download, Printer } from "lucide-react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { takeFocus } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { useCopy } from "#client/lib/use-copy.ts";
import { RECOVERY_CODES } from "#shared/factor-messages.ts";
import { slugOf } from "#shared/rules/slug.ts";

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
