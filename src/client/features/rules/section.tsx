import { Fragment, type ReactNode } from "react";
import type { Rule, Rulebook, RuleSection } from "#shared/content/rules/index.ts";
import { useRules } from "./anchor.ts";
import { Marked } from "./find.tsx";
import { CopyLink, SectionHeading } from "./section-heading.tsx";

/** What another rule is called in a "See" line. */
const nameOf = (rulebook: Rulebook, anchor: string): string | null => {
  const list = rulebook.lists.find(({ id }) => id === anchor);
  if (list) return `“${list.title}”`;
  const rule = rulebook.sections.flatMap(({ rules }) => rules).find(({ id }) => id === anchor);
  return rule ? `rule ${rule.number}` : null;
};

const SeeAlso = ({ rulebook, rule }: { rulebook: Rulebook; rule: Rule }) => {
  const { reveal } = useRules();
  return (
    <p className="mt-1.5 text-[0.95rem] text-muted">
      See{" "}
      {rule.see.map((anchor, index) => (
        <Fragment key={anchor}>
          {index > 0 && " and "}
          <a
            href={`#${anchor}`}
            // What a search hides cannot be scrolled to.
            onClick={() => reveal(anchor)}
            className="text-amber underline decoration-amber/40 underline-offset-4 hover:text-amber-strong hover:decoration-current"
          >
            {nameOf(rulebook, anchor)}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
};

const RuleItem = ({ rule, children }: { rule: Rule; children?: ReactNode }) => {
  const { target, terms } = useRules();
  return (
    <li
      id={rule.id}
      data-target={target === rule.id || undefined}
      className="group relative grid scroll-mt-[200px] grid-cols-[3.25rem_1fr] gap-x-2 px-3 py-3.5 transition-colors before:absolute before:inset-y-0 before:left-0 before:w-0.5 target:bg-amber/8 target:before:bg-amber data-target:bg-amber/8 data-target:before:bg-amber sm:grid-cols-[4.5rem_1fr] sm:px-5"
    >
      <CopyLink
        anchor={rule.id}
        what={`rule ${rule.number}`}
        className="-my-1 h-9 self-start font-semibold text-amber tabular-nums"
      >
        <Marked text={rule.number} terms={terms} />
      </CopyLink>
      <div className="max-w-[68ch] text-[1.05rem] leading-relaxed text-pretty">
        <p>
          <Marked text={rule.text} terms={terms} />
        </p>
        {rule.points.length > 0 && (
          <ul className="mt-1.5 space-y-1">
            {rule.points.map((point) => (
              <li key={point} className="flex gap-3">
                <span className="hexagon mt-2.5 h-2 w-[0.45rem] shrink-0 bg-amber-deep" />
                <span>
                  <Marked text={point} terms={terms} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </li>
  );
};

type RuleSectionViewProps = { rulebook: Rulebook; section: RuleSection; headingId: string };

/** One numbered heading with its rules. */
export const RuleSectionView = ({ rulebook, section, headingId }: RuleSectionViewProps) => (
  <section
    id={section.id}
    aria-labelledby={`${headingId} ${section.id}-title`.trim()}
    className="scroll-mt-[200px]"
  >
    <SectionHeading anchor={section.id} number={section.number} title={section.title} />
    <ol className="mt-4 divide-y divide-night-700/70 border-y border-night-700">
      {section.rules.map((rule) => (
        <RuleItem key={rule.id} rule={rule}>
          {rule.see.length > 0 && <SeeAlso rulebook={rulebook} rule={rule} />}
        </RuleItem>
      ))}
    </ol>
  </section>
);
