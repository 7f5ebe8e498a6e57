import type { ReactNode } from "react";
import { ATTACHMENT_VIEW } from "#shared/attachment-messages.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { useSave } from "./use-fresh.ts";

type SaveLinkProps = {
  attachment: Attachment;
  className?: string;
  children: ReactNode;
};

/** Saves a file on this device; with a modifier, browsers do with its address what they always do. */
export const SaveLink = ({ attachment, className, children }: SaveLinkProps) => {
  const { hasFailed, save } = useSave(attachment);
  return (
    <>
      <a
        href={`${attachment.url}&download=1`}
        className={className}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void save();
        }}
      >
        {children}
      </a>
      {hasFailed && (
        <p role="alert" className="mt-1 text-sm text-ember">
          {ATTACHMENT_VIEW.failed}
        </p>
      )}
    </>
  );
};
