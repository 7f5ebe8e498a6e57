import { useLayoutEffect, useRef, useState } from "react";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { TRUSTED_TYPES } from "#shared/rules/package-html.ts";

const mailHtml = htmlPolicy(TRUSTED_TYPES.mail, (html) => html);

/** Before a mail is there, and where its height is not known. */
const HEIGHT_PX = 640;

/**
 * A mail in a frame of its own, as a mail client would show it: no script, and no link leads anywhere.
 * @param props.title names the frame.
 */
export const HtmlMail = ({ html, title }: { html: string; title: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(HEIGHT_PX);
  useLayoutEffect(() => {
    if (frame.current !== null) Object.assign(frame.current, { srcdoc: mailHtml(html) });
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={title}
      // Its links lead nowhere, by mouse or keyboard: the plain text says where they would.
      inert
      // So that its height can be read; scripts it has none.
      sandbox="allow-same-origin"
      className="block w-full border-0"
      style={{ height }}
      onLoad={() => {
        const shown = frame.current?.contentDocument?.documentElement;
        if (shown !== undefined) setHeight(shown.scrollHeight);
      }}
    />
  );
};
