import { useId } from "react";
import { useSite } from "#client/lib/site.ts";
import { ATTACHMENT_SCREEN } from "#shared/attachment-messages.ts";
import { AttachmentButtons, AttachmentTray } from "./tray.tsx";
import type { Attachments } from "./use-attachments.ts";

/** Files of a new ticket, as a field of its form; nothing where this community takes none. */
export const AttachmentField = ({ attachments }: { attachments: Attachments }) => {
  const { uploads } = useSite();
  const id = useId();
  if (uploads === null) return null;
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="mb-2 font-semibold">{ATTACHMENT_SCREEN.label}</legend>
      <AttachmentTray attachments={attachments} />
      <AttachmentButtons attachments={attachments} isWordy />
      <p id={id} className="mt-2 text-sm text-faint">
        {attachments.isBusy ? ATTACHMENT_SCREEN.wait : ATTACHMENT_SCREEN.hint}
      </p>
    </fieldset>
  );
};
