import type { ComponentProps, ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { usePageMark } from "#client/lib/page-marks.ts";
import { useProgramLang } from "#client/lib/site.ts";
import type { DocumentBlock, DocumentSection } from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import { TextPicture } from "./page-header.tsx";

/** Stands where a whole page will be, so that the footer is out of sight until then. */
export const Placeholder = ({ className, ...props }: ComponentProps<"div">) => {
  usePageMark("has-placeholder");
  return <div {...props} className={cn("fills-screen", className)} />;
};

type Run = RichLine[number];

const Run = ({ run }: { run: Run }) => {
  if (typeof run === "string") return run;
  const { text, looks, to, picture } = run;
  let shown: ReactNode =
    picture === undefined ? text : <TextPicture text={text} picture={picture} />;
  for (const Look of looks.toReversed())
    shown =
      Look === "code" ? (
        <code className="box-decoration-clone rounded-sm border border-ground-600 bg-ground-850 px-1.5 py-0.5 font-mono text-[0.82em] font-normal text-accent-strong">
          {shown}
        </code>
      ) : (
        <Look>{shown}</Look>
      );
  if (to === null) return shown;
  return (
    <a
      href={to}
      {...(to.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
      className="text-accent underline decoration-accent/40 underline-offset-4 hover:text-accent-strong hover:decoration-current"
    >
      {shown}
    </a>
  );
};

// Runs of one text, as blocks of one section, never change places, so that their place is a good key.
const withKeys = <T,>(items: readonly T[]) => items.map((item, key) => ({ item, key }));

const Words = ({ line }: { line: RichLine }) =>
  withKeys(line).map(({ item, key }) => <Run key={key} run={item} />);

/** One heading, paragraph, list or table of terms. */
const BlockView = ({ block }: { block: DocumentBlock }) => {
  if (block.kind === "heading")
    return (
      <h3 id={block.id} className="scroll-mt-[200px] pt-5 text-2xl leading-tight font-bold">
        {block.title}
      </h3>
    );
  if (block.kind === "paragraph")
    return (
      <p className="whitespace-pre-line">
        <Words line={block.text} />
      </p>
    );
  if (block.kind === "list")
    return (
      <ul className="space-y-2">
        {withKeys(block.items).map(({ item, key }) => (
          <li key={key} className="flex gap-3.5">
            <span className="hexagon mt-[0.65rem] h-2 w-[0.45rem] shrink-0 bg-accent-deep" />
            <span>
              <Words line={item} />
            </span>
          </li>
        ))}
      </ul>
    );
  if (block.kind === "steps")
    return (
      <ol
        start={block.start}
        className="list-decimal space-y-2 pl-6 marker:font-semibold marker:text-accent marker:tabular-nums"
      >
        {withKeys(block.items).map(({ item, key }) => (
          <li key={key} className="pl-1.5">
            <Words line={item} />
          </li>
        ))}
      </ol>
    );
  return (
    <dl className="divide-y divide-ground-700 border-y border-ground-700">
      {withKeys(block.items).map(({ item: { term, text }, key }) => (
        <div key={key} className="py-3.5 sm:grid sm:grid-cols-[13rem_1fr] sm:gap-x-6">
          <dt className="font-semibold break-words text-ink">
            <Words line={term} />
          </dt>
          <dd className="mt-1 text-muted sm:mt-0">
            <Words line={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** Paragraphs, lists and headings in their order. */
export const Blocks = ({ blocks }: { blocks: readonly DocumentBlock[] }) => {
  const program = useProgramLang();
  return (
    <div className="space-y-4">
      {withKeys(blocks).map(({ item, key }) =>
        item.lang === undefined ? (
          <BlockView key={key} block={item} />
        ) : (
          <div key={key} {...program}>
            <BlockView block={item} />
          </div>
        ),
      )}
    </div>
  );
};

type SectionsProps = {
  sections: readonly DocumentSection[];
  /** The table of contents; a text without it is short. */
  contents?: ReactNode;
  /** Whether it stands within something else, without a frame of its own. */
  isInside?: boolean;
  /** What stands before the first section. */
  children: ReactNode;
};

/** Anchors have no underscores: ids with one are the page's own. */
const titleId = (id: string) => `${id}_title`;

/** A text in sections, with or without a table of contents beside it. */
export const Sections = ({ sections, contents, isInside = false, children }: SectionsProps) => {
  const text = (
    <div
      className={cn(
        "max-w-[68ch] min-w-0 space-y-14 wrap-anywhere pt-8 text-[1.05rem] leading-relaxed text-pretty",
        contents !== undefined ? "lg:pt-0" : !isInside && "lg:pt-14",
      )}
    >
      {children}
      {sections.map(({ id, number, title, blocks }) => (
        <section key={id} id={id} aria-labelledby={titleId(id)} className="scroll-mt-[200px]">
          <h2
            id={titleId(id)}
            className="mb-5 flex gap-4 text-4xl leading-none font-extrabold display-case"
          >
            {number !== undefined && (
              <span className="wrap-normal text-accent tabular-nums">{number}</span>
            )}
            {title}
          </h2>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </div>
  );
  if (isInside) return text;
  if (contents === undefined) return <div className="shell pb-24">{text}</div>;
  return (
    <div className="shell pb-24 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14 lg:pt-14 xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-20">
      {contents}
      {text}
    </div>
  );
};
