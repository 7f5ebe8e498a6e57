import { LinkifyIt } from "linkify-it";
import { memo, useLayoutEffect, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { CONSENT_LIST, CONSENT_NAMES, CONSENT_WAY_NAMES } from "#shared/consent-messages.ts";
import { TRUSTED_TYPES } from "#shared/rules/package-html.ts";
import type { ConsentEntry } from "#shared/schemas/consents.ts";
import { Moment } from "./marks.tsx";

const wordOf = ({ kind, isGiven }: ConsentEntry): string => {
  if (isGiven) return CONSENT_LIST.given;
  return kind === "marketing" ? CONSENT_LIST.withdrawn : CONSENT_LIST.refused;
};

/** One thing that somebody agreed to, refused or withdrew: what, when, and how. */
export const ConsentLine = ({ entry, className }: { entry: ConsentEntry; className?: string }) => (
  <span className={cn("flex flex-wrap items-center gap-x-3 gap-y-0.5", className)}>
    <span className="min-w-0 grow basis-48">
      <span className="font-semibold">{CONSENT_NAMES[entry.kind]}</span>{" "}
      <span className={entry.isGiven ? "text-moss" : "text-muted"}>{wordOf(entry)}</span>{" "}
      <span className="text-muted">{CONSENT_WAY_NAMES[entry.way]}</span>
      {entry.version > 0 && (
        <span className="text-faint">, {CONSENT_LIST.version(entry.version)}</span>
      )}
    </span>
    <Moment at={entry.at} className="whitespace-nowrap text-faint tabular-nums" />
  </span>
);

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

/** A part of a text, as it is shown. */
export type RichPart =
  | { kind: "text" | "code" | "block"; text: string }
  | {
      kind: "link";
      /** As it was written. */
      text: string;
      /** An http or https address without credentials. */
      href: string;
      /** Where it leads, as the browser reads it: `xn--…` where letters of other scripts pose as ours. */
      host: string;
      /** True where the text says as much at first sight. */
      isPlain: boolean;
    };

// Addresses with credentials are recognised as a whole: half of one would lead somewhere else.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/** Fenced blocks with what they are fenced with, and the name of a language, left out. */
const BLOCK = /\n?```(?:[\w+#-]*\n)?([\s\S]+?)\n?```\n?/;
const CODE = /`([^`\n]+)`/;

/** Splits a text at every match: what stands between goes to `rest`, the match's group to `found`. */
const splitBy = (
  pattern: RegExp,
  text: string,
  found: (group: string) => RichPart,
  rest: (between: string) => RichPart[],
): RichPart[] =>
  text
    .split(pattern)
    .flatMap((piece, index) =>
      index % 2 === 1 ? [found(piece)] : piece === "" ? [] : rest(piece),
    );

/** Where an address leads; null where a browser would follow it nowhere, or out of the web. */
const linkTo = (raw: string): RichPart | null => {
  const url = URL.parse(raw);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  // A name before an @ may begin with the host's, and go on as another one's.
  const isPlain =
    url.username === "" && raw.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`);
  url.username = "";
  url.password = "";
  return { kind: "link", text: raw, href: url.href, host: url.host, isPlain };
};

const withLinks = (text: string): RichPart[] => {
  const parts: RichPart[] = [];
  let end = 0;
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    const link = linkTo(raw);
    if (link === null) continue;
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push(link);
    end = lastIndex;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
};

const withCode = (text: string) =>
  splitBy(CODE, text, (code) => ({ kind: "code", text: code }), withLinks);

/**
 * What somebody wrote, in parts: http and https addresses as links, `code` between backticks, blocks
 * between three of them. Everything else stays the text that it is; nothing of it is ever markup.
 */
export const richText = (text: string): RichPart[] =>
  splitBy(BLOCK, text, (block) => ({ kind: "block", text: block }), withCode);

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
      <code className="box-decoration-clone rounded-md border border-ground-600 bg-ground-950/70 px-1.5 py-0.5 font-mono text-[0.86em] [unicode-bidi:isolate]">
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
