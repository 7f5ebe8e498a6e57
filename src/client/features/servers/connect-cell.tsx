import { Check, Copy, LogIn } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { useCopy } from "#client/lib/use-copy.ts";
import { SERVERS } from "#shared/home-messages.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

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
