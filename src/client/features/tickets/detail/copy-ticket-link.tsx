import { useRouter } from "@tanstack/react-router";
import { Check, Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { MESSAGES } from "#shared/messages.ts";
import { TICKET_SCREEN } from "#shared/ticket-messages.ts";

const CONFIRMED_MS = 2000;

/** Puts the address of a ticket on the clipboard. */
export const CopyTicketLink = ({ ticketId }: { ticketId: number }) => {
  const [isCopied, setCopied] = useState(false);
  const router = useRouter();
  useAfter(isCopied ? CONFIRMED_MS : null, () => setCopied(false));
  const copy = async () => {
    const { href } = router.buildLocation({
      to: "/member/tickets/ticket/$ticketId",
      params: { ticketId: String(ticketId) },
    });
    const address = new URL(href, window.location.origin).href;
    if (await copyText(address)) {
      setCopied(true);
      toast("success", MESSAGES.copied);
    } else toast("error", TICKET_SCREEN.copyRefused(address));
  };
  const Icon = isCopied ? Check : Link2;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={TICKET_SCREEN.copyLink(ticketId)}
      title="Copy link"
      onClick={() => void copy()}
    >
      <Icon aria-hidden />
    </Button>
  );
};
