import { ChevronsUp } from "lucide-react";
import { SectionNav, type SectionNavItem } from "#client/components/page-header.tsx";
import { TabsContent } from "#client/components/ui/tabs.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { RULES } from "#shared/rule-messages.ts";
import type { Ladder, LadderStep, Rulebook } from "#shared/schemas/community/rules.ts";
import { type FoundRules, Marked, rulePath, useRules } from "./find.tsx";
import { RuleSectionView, SectionHeading } from "./section.tsx";

/** From amber to ember: the further up, the hotter. */
const HEAT = ["text-accent-strong", "text-accent", "text-flame", "text-ember"] as const;

type StepProps = { step: LadderStep; isLast: boolean };

const Step = ({ step, isLast }: StepProps) => {
  const { terms } = useRules();
  const index = step.number - 1;
  return (
    <li
      className={cn(
        "relative grid grid-cols-[3.5rem_1fr] gap-x-4 pb-8 xl:block xl:pb-0",
        HEAT[Math.min(index, HEAT.length - 1)],
      )}
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className="absolute top-16 bottom-0 left-7 w-px bg-current opacity-40 xl:top-8 xl:right-2 xl:bottom-auto xl:left-18 xl:h-px xl:w-auto"
        />
      )}
      <span
        aria-hidden="true"
        className="relative grid h-16 w-14 place-items-center font-display text-3xl font-black"
      >
        <svg
          viewBox="0 0 100 100"
          className="absolute inset-0 size-full"
          preserveAspectRatio="none"
        >
          <path
            d="M50 2 95 26v48L50 98 5 74V26z"
            fill="currentColor"
            fillOpacity={0.06 + index * 0.06}
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className="relative">{step.number}</span>
      </span>
      <div className="xl:mt-4 xl:pr-5">
        <p className="text-sm text-muted">
          <Marked text={step.offense} terms={terms} />
        </p>
        <h4 className="mt-0.5 font-display text-2xl leading-tight font-extrabold display-case">
          <Marked text={step.sanction} terms={terms} />
        </h4>
        <p className="mt-2 leading-relaxed text-pretty text-ink">
          <Marked text={step.text} terms={terms} />
        </p>
      </div>
    </li>
  );
};

/** The disciplinary ladder: one step per offense. */
const LadderView = ({ ladder }: { ladder: Ladder }) => (
  <section
    {...useOwnLang()}
    id={ladder.id}
    aria-labelledby={`${ladder.id}-title`}
    className="scroll-mt-[200px]"
  >
    <SectionHeading anchor={ladder.id} title={ladder.title} icon={ChevronsUp} />
    {ladder.intro !== null && (
      <p className="mt-3 max-w-[68ch] text-[1.05rem] text-muted">{ladder.intro}</p>
    )}
    <ol className="panel mt-5 grid p-6 pb-0 sm:p-8 sm:pb-0 xl:grid-cols-4 xl:pb-8">
      {ladder.steps.map((step, index) => (
        <Step key={step.number} step={step} isLast={index === ladder.steps.length - 1} />
      ))}
    </ol>
  </section>
);

type RulePanelProps = {
  rulebook: Rulebook;
  isSelected: boolean;
  /** The rulebook with the ladder, where that is another one. */
  community: Rulebook | null;
  onTab: (tab: string, anchor?: string) => void;
};

type CommunityProps = Pick<RulePanelProps, "onTab"> & { community: Rulebook };

const Community = ({ community: { key, name, ladder }, onTab }: CommunityProps) => (
  <p className="text-muted">
    {RULES.communityRulesUnder}{" "}
    <a
      href={rulePath(key, ladder?.id)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onTab(key, ladder?.id);
      }}
      className="text-accent underline decoration-accent/40 underline-offset-4 hover:text-accent-strong hover:decoration-current"
    >
      {name}
    </a>
    .
  </p>
);

const navItems = ({ sections, ladder }: Rulebook): readonly SectionNavItem[] => [
  ...sections.map(({ id, title, number }) => ({ id, title, ...(number !== null && { number }) })),
  ...(ladder ? [{ id: ladder.id, title: ladder.title }] : []),
];

type RulePartsProps = {
  /** The parts of a rulebook that are shown. */
  found: Omit<FoundRules, "count">;
  /** Id of the heading above them, for their names where parts of other rulebooks stand beside them. */
  headingId?: string;
};

/** Sections and ladder of a rulebook, below its heading. */
export const RuleParts = ({ found: { sections, ladder }, headingId = "" }: RulePartsProps) => (
  <>
    {sections.map((section) => (
      <RuleSectionView key={section.id} section={section} headingId={headingId} />
    ))}
    {ladder && <LadderView ladder={ladder} />}
  </>
);

/** The rules of one tab. Hidden ones stay in the page, so that they can be indexed. */
export const RulePanel = ({ rulebook, isSelected, community, onTab }: RulePanelProps) => {
  const items = navItems(rulebook);
  const hasNav = items.length > 1;
  return (
    <TabsContent
      value={rulebook.key}
      isKept
      className={cn(
        hasNav &&
          "lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14 xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-20",
      )}
    >
      {hasNav && isSelected && (
        <SectionNav label={RULES.sectionsOf(rulebook.title)} items={items} />
      )}
      <div className={cn("min-w-0 pt-8 lg:pt-0", hasNav && "lg:col-start-2")}>
        <h2 className="headline text-5xl md:text-6xl">{rulebook.title}</h2>
        {rulebook.intro !== null && (
          <p className="mt-4 max-w-[62ch] text-lg text-pretty text-muted">{rulebook.intro}</p>
        )}
        <div className="mt-10 space-y-14">
          <RuleParts found={rulebook} />
          {community !== null && <Community community={community} onTab={onTab} />}
        </div>
      </div>
    </TabsContent>
  );
};
