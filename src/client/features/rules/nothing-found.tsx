import { SearchX } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { RULE_TABS, type RuleTab } from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";

type NothingFoundProps = {
  tab: RuleTab;
  query: string;
  matches: Readonly<Record<RuleTab, number>>;
  onTab: (tab: RuleTab) => void;
  onClear: () => void;
};

/** What a search without a match shows: why, and what to do next. */
export const NothingFound = ({ tab, query, matches, onTab, onClear }: NothingFoundProps) => {
  const others = RULE_TABS.filter((name) => name !== tab && matches[name] > 0);
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center">
      <span className="hexagon grid h-24 w-[5.5rem] place-items-center bg-night-700 p-px">
        <span className="hexagon grid size-full place-items-center bg-night-900">
          <SearchX className="size-8 text-amber" aria-hidden />
        </span>
      </span>
      <p className="mt-6 max-w-full font-display text-3xl font-extrabold break-words uppercase">
        {RULES.nothingFound(tab, query)}
      </p>
      <p className="mt-2 max-w-md text-lg text-muted">
        {others.length > 0 ? RULES.foundElsewhere : RULES.foundNowhere}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {others.map((name) => (
          <Button key={name} variant="outline" onClick={() => onTab(name)}>
            {name} ({matches[name]})
          </Button>
        ))}
        <Button variant={others.length > 0 ? "ghost" : "outline"} onClick={onClear}>
          {RULES.showAllOf(tab)}
        </Button>
      </div>
    </div>
  );
};
