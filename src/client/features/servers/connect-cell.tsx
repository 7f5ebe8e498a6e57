import { Check, Copy, LogIn } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { SERVERS } from "#shared/home-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

const CONFIRMED_MS = 2000;

/** Copies a text and says so, or says what to copy by hand. */
export const useCopy = (text: string, what: "address" | "link" = "address") => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) {
      setCopied(true);
      toast("success", MESSAGES.copied);
    } else toast("error", MESSAGES.copyRefused(what, text));
  };
  return { isCopied, copy: () => void copy() };
};

/** How one joins: a link for Steam, or the address to paste. */
export const ConnectCell = ({ row }: { row: ServerRow }) => {
  const { isCopied, copy } = useCopy(row.connectInfo);
  const Icon = isCopied ? Check : Copy;
  if (row.connectUrl === null)
    return (
      <Button variant="outline" size="sm" onClick={copy} aria-label={SERVERS.copyAddress(row.name)}>
        <Icon aria-hidden />
        Copy
      </Button>
    );
  return (
    <div className="flex items-center gap-1">
      <Button asChild variant="outline" size="sm">
        <a href={row.connectUrl} aria-label={`Join ${row.name}`}>
          <LogIn aria-hidden />
          Join
        </a>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        onClick={copy}
        aria-label={SERVERS.copyAddress(row.name)}
        title={`Copy ${row.connectInfo}`}
      >
        <Icon aria-hidden />
      </Button>
    </div>
  );
};
