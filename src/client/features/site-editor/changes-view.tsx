import { cn } from "#client/lib/cn.ts";
import { SITE_PUBLISH } from "#shared/site-messages.ts";
import { lineDiff, withoutFarLines } from "./line-diff.ts";

type Line = { path: string; before: string | null; after: string | null };

/** Texts that are longer, or have several lines, are compared line by line. */
const SHORT = 80;

const isShort = (text: string | null) =>
  text === null || (text.length <= SHORT && !text.includes("\n"));

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const LOOKS = {
  same: "text-muted",
  added: "bg-moss/10 text-moss",
  removed: "bg-ember/10 text-ember",
} as const;

const LongChange = ({ before, after }: Pick<Line, "before" | "after">) => (
  <div className="mt-1.5 overflow-hidden rounded-lg border border-ground-700 bg-ground-950/60 py-1.5 font-mono text-[0.82rem] leading-relaxed">
    {withoutFarLines(lineDiff(before ?? "", after ?? "")).map((line, index) => (
      <div
        // oxlint-disable-next-line react/no-array-index-key -- these lines never change
        key={index}
        className={cn(
          "grid grid-cols-[1.5rem_minmax(0,1fr)] px-2 wrap-anywhere whitespace-pre-wrap",
          line === null ? "text-faint" : LOOKS[line.kind],
        )}
      >
        <span className="select-none">{line === null ? "" : SIGNS[line.kind]}</span>
        <span>{line === null ? "⋯" : line.text}</span>
      </div>
    ))}
  </div>
);

const ShortChange = ({ before, after }: Pick<Line, "before" | "after">) => (
  <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
    {before !== null && (before !== "" || after !== null) && (
      <del className="text-ember decoration-ember/60">
        <span className="sr-only">{SITE_PUBLISH.before}: </span>
        {before === "" ? "“”" : before}
      </del>
    )}
    {before !== null && after !== null && (
      <span aria-hidden className="text-faint">
        →
      </span>
    )}
    {after !== null && (
      <ins className="text-moss no-underline">
        <span className="sr-only">{SITE_PUBLISH.after}: </span>
        {after === "" ? "“”" : after}
      </ins>
    )}
  </p>
);

/** What has changed, in words; long texts line by line. */
export const ChangesView = ({ lines, more = 0 }: { lines: readonly Line[]; more?: number }) => (
  <ul className="grid gap-3">
    {lines.map(({ path, before, after }) => (
      <li key={path} className="min-w-0 text-[0.95rem]">
        <p className="text-sm font-semibold wrap-anywhere text-ink">
          {path}
          {(before === null || after === null) && (
            <span className="ml-2 font-normal text-muted">
              {before === null ? SITE_PUBLISH.added : SITE_PUBLISH.removed}
            </span>
          )}
        </p>
        {isShort(before) && isShort(after) ? (
          <ShortChange before={before} after={after} />
        ) : (
          <LongChange before={before} after={after} />
        )}
      </li>
    ))}
    {more > 0 && <li className="text-sm text-muted">{SITE_PUBLISH.more(more)}</li>}
  </ul>
);
