import type { ReactNode } from "react";
import { SectionNav, type SectionNavItem } from "#client/components/section-nav.tsx";
import { TabsContent } from "#client/components/ui/tabs.tsx";
import { cn } from "#client/lib/cn.ts";
import type { Rulebook, RuleTab } from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";
import { rulePath } from "./anchor.ts";
import type { FoundRules } from "./find.tsx";
import { LadderView } from "./ladder-view.tsx";
import { PlaceListView } from "./place-list-view.tsx";
import { RuleSectionView } from "./section.tsx";

const LADDER_ANCHOR = "discord-ladder";

type RulePanelProps = {
  rulebook: Rulebook;
  found: FoundRules;
  /** What is searched for, empty without a search. */
  query: string;
  isSelected: boolean;
  onTab: (tab: RuleTab, anchor?: string) => void;
  onClear: () => void;
  /** Stands instead of the rules where a search found none. */
  nothingFound: ReactNode;
};

const Community = ({ onTab }: Pick<RulePanelProps, "onTab">) => (
  <p className="text-muted">
    {RULES.communityRulesUnder}{" "}
    <a
      href={rulePath("Discord", LADDER_ANCHOR)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onTab("Discord", LADDER_ANCHOR);
      }}
      className="text-amber underline decoration-amber/40 underline-offset-4 hover:text-amber-strong hover:decoration-current"
    >
      Discord
    </a>
    .
  </p>
);

const navItems = ({
  sections,
  lists,
  ladder,
}: Omit<FoundRules, "count">): readonly SectionNavItem[] => [
  ...sections,
  ...lists.map(({ id, title }) => ({ id, title })),
  ...(ladder ? [{ id: ladder.id, title: ladder.title }] : []),
];

/** The rules of one tab. Hidden ones stay in the page, so that they can be indexed. */
export const RulePanel = ({
  rulebook,
  found,
  isSelected,
  onTab,
  query,
  onClear,
  nothingFound,
}: RulePanelProps) => {
  const items = navItems(found);
  const hasNav = navItems(rulebook).length > 1;
  return (
    <TabsContent
      value={rulebook.tab}
      isKept
      className={cn(
        hasNav &&
          "lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14 xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-20",
      )}
    >
      {hasNav && isSelected && items.length > 0 && (
        <SectionNav label={RULES.sectionsOf(rulebook.heading)} items={items} />
      )}
      <div className={cn("min-w-0 pt-8 lg:pt-0", hasNav && "lg:col-start-2")}>
        <h2 className="headline text-5xl md:text-6xl">{rulebook.heading}</h2>
        <p className="mt-4 max-w-[62ch] text-lg text-pretty text-muted">
          {query === "" || found.count === 0 ? (
            rulebook.intro
          ) : (
            <>
              {found.count} {found.count === 1 ? "match" : "matches"} for “{query}”.{" "}
              <button
                type="button"
                onClick={onClear}
                className="text-amber underline decoration-amber/40 underline-offset-4 hover:text-amber-strong hover:decoration-current"
              >
                Show all
              </button>
            </>
          )}
        </p>
        {found.count === 0 ? (
          nothingFound
        ) : (
          <div className="mt-10 space-y-14">
            {found.sections.map((section) => (
              <RuleSectionView key={section.id} rulebook={rulebook} section={section} />
            ))}
            {found.lists.map((list) => (
              <PlaceListView key={list.id} list={list} />
            ))}
            {found.ladder && (
              <LadderView ladder={found.ladder} allSteps={rulebook.ladder?.steps ?? []} />
            )}
            {rulebook.ladder === null && <Community onTab={onTab} />}
          </div>
        )}
      </div>
    </TabsContent>
  );
};
