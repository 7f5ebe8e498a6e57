import { TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { RULE_TABS, type RuleTab } from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";
import { rulePath } from "./anchor.ts";

type RuleTabsProps = {
  /** Matches per tab while somebody searches, else null. */
  matches: Readonly<Record<RuleTab, number>> | null;
};

/** One tab per game. They are links as well, so that they work before and without the script. */
export const RuleTabs = ({ matches }: RuleTabsProps) => (
  <TabsList
    look="bare"
    aria-label={RULES.tabs}
    className="relative -mx-5 flex min-w-0 overflow-x-auto pr-14 pl-5 [mask-image:linear-gradient(90deg,#000_calc(100%-3.5rem),transparent)] [scrollbar-width:none] md:-mx-8 md:pl-8 lg:mx-0 lg:[mask-image:none] lg:px-0"
  >
    {RULE_TABS.map((name) => {
      const count = matches?.[name];
      return (
        <TabsTrigger
          key={name}
          look="bare"
          value={name}
          href={rulePath(name)}
          className="relative flex h-14 shrink-0 items-center gap-2 px-4 font-display text-xl font-bold tracking-wide text-muted uppercase transition-colors first:pl-0 after:absolute after:right-4 after:bottom-0 after:left-4 after:h-[3px] after:bg-amber after:opacity-0 after:transition-opacity first:after:left-0 hover:text-bone hover:after:bg-night-500 hover:after:opacity-100 focus-visible:-outline-offset-2 data-[state=active]:text-amber-strong data-[state=active]:after:bg-amber data-[state=active]:after:opacity-100 lg:px-4 xl:text-2xl"
        >
          {name}
          {count !== undefined && count > 0 && (
            <span className="rounded-full bg-amber/15 px-2 font-sans text-sm font-semibold tracking-normal text-amber-strong normal-case tabular-nums">
              {count}
              <span className="sr-only">{count === 1 ? " match" : " matches"}</span>
            </span>
          )}
        </TabsTrigger>
      );
    })}
  </TabsList>
);
