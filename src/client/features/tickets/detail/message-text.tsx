import { memo, useMemo } from "react";
import { RichText } from "#client/components/rich-text-view.tsx";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { onlyMessageTags } from "#shared/rules/message-html.ts";
import { TRUSTED_TYPES } from "#shared/rules/package-html.ts";

const messageHtml = htmlPolicy(TRUSTED_TYPES.messageHtml, onlyMessageTags);

/** What somebody wrote, with its Markdown where the server has rendered it. */
export const MessageText = memo(({ text, html }: { text: string; html: string | null }) => {
  // The same object for the same text: React would else write the markup anew each time.
  const markup = useMemo(() => (html === null ? null : { __html: messageHtml(html) }), [html]);
  return markup === null ? (
    <RichText text={text} />
  ) : (
    <div
      className="message-text"
      // oxlint-disable-next-line react/no-danger -- made of a few tags on the server, and let through tag by tag
      dangerouslySetInnerHTML={markup}
    />
  );
});
MessageText.displayName = "MessageText";
