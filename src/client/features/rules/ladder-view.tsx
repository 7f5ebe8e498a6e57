import { ChevronsUp } from "lucide-react";
import { cn } from "#client/lib/cn.ts";
import type { Ladder, LadderStep } from "#shared/content/rules/index.ts";
import { useRules } from "./anchor.ts";
import { Marked } from "./find.tsx";
import { SectionHeading } from "./section-heading.tsx";

/** From amber to ember: the further up, the hotter. */
const HEAT = ["text-amber-strong", "text-amber", "text-[#fb9a4b]", "text-ember"] as const;

type StepProps = { step: LadderStep; index: number; isLast: boolean };

const Step = ({ step, index, isLast }: StepProps) => {
  const { terms } = useRules();
  return (
    <li
      className={cn(
        "relative grid grid-cols-[3.5rem_1fr] gap-x-4 pb-8 xl:block xl:pb-0",
        HEAT[index],
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
        <span className="relative">{index + 1}</span>
      </span>
      <div className="xl:mt-4 xl:pr-5">
        <p className="text-sm text-muted">
          <Marked text={step.offense} terms={terms} />
        </p>
        <h4 className="mt-0.5 font-display text-2xl leading-tight font-extrabold uppercase">
          <Marked text={step.sanction} terms={terms} />
        </h4>
        <p className="mt-2 leading-relaxed text-pretty text-bone">
          <Marked text={step.text} terms={terms} />
        </p>
      </div>
    </li>
  );
};

type LadderViewProps = {
  ladder: Ladder;
  /** Every step of the ladder, so that a search does not renumber what it leaves over. */
  allSteps: readonly LadderStep[];
};

/** The disciplinary ladder: one step per offense. */
export const LadderView = ({ ladder, allSteps }: LadderViewProps) => (
  <section id={ladder.id} aria-labelledby={`${ladder.id}-title`} className="scroll-mt-[200px]">
    <SectionHeading anchor={ladder.id} title={ladder.title} icon={ChevronsUp} />
    <p className="mt-3 max-w-[68ch] text-[1.05rem] text-muted">{ladder.intro}</p>
    <ol className="panel mt-5 grid p-6 pb-0 sm:p-8 sm:pb-0 xl:grid-cols-4 xl:pb-8">
      {ladder.steps.map((step, index) => (
        <Step
          key={step.offense}
          step={step}
          index={allSteps.findIndex(({ offense }) => offense === step.offense)}
          isLast={index === ladder.steps.length - 1}
        />
      ))}
    </ol>
  </section>
);
