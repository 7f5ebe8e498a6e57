import { memo } from "react";
import { type RichPart, richText } from "./rich-text.ts";

const Link = ({ part }: { part: RichPart & { kind: "link" } }) => (
  <>
    <a
      href={part.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      title={`Opens ${part.host}`}
      className="rounded-sm text-accent underline decoration-accent/50 underline-offset-3 transition-colors [unicode-bidi:isolate] hover:text-accent-strong hover:decoration-current"
    >
      {part.text}
    </a>
    {/* A finger has no hover: where the text is not what it seems, the true host stands beside it. */}
    {!part.isPlain && (
      <span className="text-sm text-faint [unicode-bidi:isolate]"> (leads to {part.host})</span>
    )}
  </>
);

const Part = ({ part }: { part: RichPart }) => {
  if (part.kind === "link") return <Link part={part} />;
  if (part.kind === "code")
    return (
      <code className="rounded-md border border-ground-600 bg-ground-950/70 px-1.5 py-0.5 font-mono text-[0.86em] [unicode-bidi:isolate]">
        {part.text}
      </code>
    );
  if (part.kind === "block")
    return (
      <pre className="my-2 rounded-lg border border-ground-600 bg-ground-950/70 px-3.5 py-3 font-mono text-[0.84rem] leading-relaxed wrap-anywhere whitespace-pre-wrap first:mt-0 last:mb-0">
        <code>{part.text}</code>
      </pre>
    );
  return part.text;
};

/**
 * What somebody wrote: text, never markup, with clickable addresses and code. It cannot turn around or
 * widen what stands beside it.
 */
export const RichText = memo(({ text }: { text: string }) => (
  <div className="overflow-clip leading-relaxed wrap-anywhere whitespace-pre-wrap [overflow-clip-margin:0.4em] [unicode-bidi:plaintext]">
    {richText(text).map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a text never changes
      <Part key={index} part={part} />
    ))}
  </div>
));
RichText.displayName = "RichText";
