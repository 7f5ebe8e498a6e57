import { Link2, type LucideIcon, MapPinOff } from "lucide-react";
import type { ReactNode } from "react";
import { TextPicture } from "#client/components/page-header.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { RULES } from "#shared/rule-messages.ts";
import type { Rule, RuleSection } from "#shared/schemas/community/rules.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import { Marked, useRules } from "./find.tsx";

type CopyLinkProps = {
  anchor: string;
  /** What the link leads to, as in "rule 3.2". */
  what: string;
  children?: ReactNode;
  className?: string;
};

/** Copies the deep link of a part of the rules; the address bar shows it, too. */
const CopyLink = ({ anchor, what, children, className }: CopyLinkProps) => {
  const { copyLink } = useRules();
  return (
    <a
      href={`#${anchor}`}
      aria-label={RULES.copyLinkTo(what)}
      onClick={() => copyLink(anchor)}
      className={cn(
        "inline-flex items-center gap-1.5 rounded-md transition-colors hover:text-accent-strong [&_svg]:size-4 [&_svg]:shrink-0",
        "[&_svg]:opacity-0 [&_svg]:transition-opacity group-hover:[&_svg]:opacity-100 focus-visible:[&_svg]:opacity-100 pointer-coarse:[&_svg]:opacity-50",
        className,
      )}
    >
      {children}
      <Link2 aria-hidden />
    </a>
  );
};

type SectionHeadingProps = {
  anchor: string;
  title: string;
  /** What stands in the hexagon: the number of the section, or a sign for a list. */
  number?: string;
  icon?: LucideIcon;
};

/** Hexagon, title and deep link of a section, a list or the ladder. */
export const SectionHeading = ({ anchor, title, number, icon: Icon }: SectionHeadingProps) => (
  <div className="group flex items-center gap-3 sm:gap-4">
    <span
      aria-hidden="true"
      className="relative grid h-13 w-12 shrink-0 place-items-center font-display text-2xl font-extrabold text-accent"
    >
      <svg viewBox="0 0 100 100" className="absolute inset-0 size-full" preserveAspectRatio="none">
        <path
          d="M50 2 95 26v48L50 98 5 74V26z"
          vectorEffect="non-scaling-stroke"
          strokeWidth="1.5"
          className="fill-ground-850 stroke-ground-500"
        />
      </svg>
      <span className="relative">{Icon ? <Icon className="size-5" /> : number}</span>
    </span>
    <h3
      id={`${anchor}-title`}
      className="min-w-0 text-[1.65rem] leading-none font-extrabold wrap-anywhere display-case sm:text-3xl"
    >
      {title}
    </h3>
    <CopyLink
      anchor={anchor}
      what={`“${title}”`}
      className="size-9 justify-center shrink-0 text-muted max-sm:-mr-2 max-sm:ml-auto"
    />
  </div>
);

type Group = RuleSection["groups"][number];

const LINK_CLASS =
  "text-accent underline decoration-accent/40 underline-offset-4 hover:text-accent-strong hover:decoration-current";

const RuleLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const { reveal } = useRules();
  if (to.startsWith("#"))
    return (
      // What a search hides cannot be scrolled to.
      <a href={to} onClick={() => reveal(to.slice(1))} className={LINK_CLASS}>
        {children}
      </a>
    );
  return (
    <a
      href={to}
      {...(!to.startsWith("/") && { target: "_blank", rel: "noopener nofollow" })}
      className={LINK_CLASS}
    >
      {children}
    </a>
  );
};

type Run = Exclude<RichLine[number], string>;

/** The runs of a text, and where each begins. */
const placedRuns = (line: RichLine) => {
  const runs: (Run & { offset: number })[] = [];
  let offset = 0;
  for (const run of line) {
    const given: Run = typeof run === "string" ? { text: run, looks: [], to: null } : run;
    runs.push({ ...given, offset });
    // A picture has a place of its own, also where nothing is said of it.
    offset += given.text.length + (given.picture === undefined ? 0 : 1);
  }
  return runs;
};

/** A text as it was written: with what stands out, its links, and the words of the search marked. */
const RichText = ({ line }: { line: RichLine }) => {
  const { terms } = useRules();
  return placedRuns(line).map(({ text, looks, to, picture, offset }) => {
    let shown: ReactNode =
      picture === undefined ? (
        <Marked key={offset} text={text} terms={terms} />
      ) : (
        <TextPicture key={offset} text={text} picture={picture} />
      );
    for (const Look of looks.toReversed()) shown = <Look key={offset}>{shown}</Look>;
    return to === null ? (
      shown
    ) : (
      <RuleLink key={offset} to={to}>
        {shown}
      </RuleLink>
    );
  });
};

const RuleItem = ({ rule }: { rule: Rule }) => {
  const { target, terms } = useRules();
  return (
    <li
      id={rule.id}
      data-target={target === rule.id || undefined}
      className="group relative grid scroll-mt-[200px] grid-cols-[3.25rem_1fr] gap-x-2 px-3 py-3.5 transition-colors before:absolute before:inset-y-0 before:left-0 before:w-0.5 target:bg-accent/8 target:before:bg-accent data-target:bg-accent/8 data-target:before:bg-accent sm:grid-cols-[4.5rem_1fr] sm:px-5"
    >
      <CopyLink
        anchor={rule.id}
        what={`rule ${rule.number}`}
        className="-my-1 h-9 self-start font-semibold text-accent tabular-nums"
      >
        <Marked text={rule.number} terms={terms} />
      </CopyLink>
      <div className="max-w-[68ch] text-[1.05rem] leading-relaxed text-pretty">
        <p>
          <RichText line={rule.text} />
        </p>
        {rule.more.map((block) =>
          "note" in block ? (
            <p key={JSON.stringify(block)} className="mt-1.5 text-[0.95rem] text-muted">
              <RichText line={block.note} />
            </p>
          ) : (
            <ul key={JSON.stringify(block)} className="mt-1.5 space-y-1">
              {block.points.map((point) => (
                <li key={JSON.stringify(point)} className="flex gap-3">
                  <span className="hexagon mt-2.5 h-2 w-[0.45rem] shrink-0 bg-accent-deep" />
                  <span>
                    <RichText line={point} />
                  </span>
                </li>
              ))}
            </ul>
          ),
        )}
      </div>
    </li>
  );
};

const Place = ({ line }: { line: Group["items"][number] }) => (
  <span className="flex gap-2.5">
    <span className="hexagon mt-2 h-2 w-[0.45rem] shrink-0 bg-ember" />
    <span>
      <RichText line={line} />
    </span>
  </span>
);

/** One cell for each group of a section, then those that take the whole width. */
const Groups = ({ groups }: { groups: readonly Group[] }) => {
  const { terms } = useRules();
  const cells = groups.filter(({ isWide }) => !isWide);
  return (
    <div className="panel mt-5 overflow-hidden wrap-anywhere">
      {cells.length > 0 && (
        <dl className="-mr-px -mb-px grid sm:grid-cols-2 xl:grid-cols-3">
          {cells.map(({ title, items }) => (
            <div key={title} className="border-r border-b border-ground-700 px-5 py-4">
              <dt className="font-display text-xl font-bold display-case">
                <Marked text={title ?? ""} terms={terms} />
              </dt>
              {items.map((item) => (
                <dd key={JSON.stringify(item)} className="mt-1 text-muted">
                  <Place line={item} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {groups
        .filter(({ isWide }) => isWide)
        .map(({ title, items }, index) => (
          <div
            key={title}
            className={
              cells.length > 0 || index > 0 ? "border-t border-ground-700 px-5 py-4" : "px-5 py-5"
            }
          >
            {title !== null && (
              <h4 className="font-display text-xl font-bold display-case">
                <Marked text={title} terms={terms} />
              </h4>
            )}
            <ul className="mt-1 grid gap-x-6 gap-y-1.5 text-muted sm:grid-cols-2 xl:grid-cols-3">
              {items.map((item) => (
                <li key={JSON.stringify(item)}>
                  <Place line={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
};

type RuleSectionViewProps = { section: RuleSection; headingId: string };

/** One heading with its rules, or with its lists. */
export const RuleSectionView = ({
  section: { id, number, title, intro, rules, groups },
  headingId,
}: RuleSectionViewProps) => (
  <section
    {...useOwnLang()}
    id={id}
    aria-labelledby={`${headingId} ${id}-title`.trim()}
    className="scroll-mt-[200px]"
  >
    <SectionHeading
      anchor={id}
      title={title}
      {...(number === null ? { icon: MapPinOff } : { number })}
    />
    {intro.map((line) => (
      <p key={JSON.stringify(line)} className="mt-3 max-w-[68ch] text-[1.05rem] text-muted">
        <RichText line={line} />
      </p>
    ))}
    {rules.length > 0 && (
      <ol className="mt-4 divide-y divide-ground-700/70 border-y border-ground-700">
        {rules.map((rule) => (
          <RuleItem key={rule.id} rule={rule} />
        ))}
      </ol>
    )}
    {groups.length > 0 && <Groups groups={groups} />}
  </section>
);
