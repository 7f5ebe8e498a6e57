import { MapPinOff } from "lucide-react";
import { SectionNav, type SectionNavItem } from "#client/components/section-nav.tsx";
import { TabsContent } from "#client/components/ui/tabs.tsx";
import { cn } from "#client/lib/cn.ts";
import type { Rulebook, RuleTab, PlaceList } from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";
import { rulePath, useRules } from "./anchor.ts";
import { type FoundRules, Marked } from "./find.tsx";
import { LadderView } from "./ladder-view.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { RuleSectionView } from "./section.tsx";

const Place = ({ name, terms }: { name: string; terms: readonly string[] }) => (
  <span className="flex gap-2.5">
    <span className="hexagon mt-2 h-2 w-[0.45rem] shrink-0 bg-ember" />
    <span>
      <Marked text={name} terms={terms} />
    </span>
  </span>
);

/** Places in which something is forbidden: one cell per map, then what holds on all of them. */
const PlaceListView = ({ list, headingId }: { list: PlaceList; headingId: string }) => {
  const { terms } = useRules();
  return (
    <section
      id={list.id}
      aria-labelledby={`${headingId} ${list.id}-title`.trim()}
      className="scroll-mt-[200px]"
    >
      <SectionHeading anchor={list.id} title={list.title} icon={MapPinOff} />
      <p className="mt-3 max-w-[68ch] text-[1.05rem] text-muted">{list.intro}</p>
      <div className="panel mt-5 overflow-hidden">
        {list.maps.length > 0 && (
          <dl className="-mr-px -mb-px grid sm:grid-cols-2 xl:grid-cols-3">
            {list.maps.map(({ map, places }) => (
              <div key={map} className="border-r border-b border-night-700 px-5 py-4">
                <dt className="font-display text-xl font-bold uppercase">
                  <Marked text={map} terms={terms} />
                </dt>
                {places.map((place) => (
                  <dd key={place} className="mt-1 text-muted">
                    <Place name={place} terms={terms} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        )}
        {list.onEveryMap.length > 0 && (
          <div
            className={list.maps.length > 0 ? "border-t border-night-700 px-5 py-4" : "px-5 py-5"}
          >
            {list.maps.length > 0 && (
              <h4 className="font-display text-xl font-bold uppercase">{RULES.onEveryMap}</h4>
            )}
            <ul className="mt-1 grid gap-x-6 gap-y-1.5 text-muted sm:grid-cols-2 xl:grid-cols-3">
              {list.onEveryMap.map((place) => (
                <li key={place}>
                  <Place name={place} terms={terms} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
};

const LADDER_ANCHOR = "discord-ladder";

type RulePanelProps = {
  rulebook: Rulebook;
  isSelected: boolean;
  onTab: (tab: RuleTab, anchor?: string) => void;
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

const navItems = ({ sections, lists, ladder }: Rulebook): readonly SectionNavItem[] => [
  ...sections,
  ...lists.map(({ id, title }) => ({ id, title })),
  ...(ladder ? [{ id: ladder.id, title: ladder.title }] : []),
];

type RulePartsProps = {
  rulebook: Rulebook;
  /** The parts of it that are shown. */
  found: Omit<FoundRules, "count">;
  /** Id of the heading above them, for their names where parts of other rulebooks stand beside them. */
  headingId?: string;
};

/** Sections, lists and ladder of a rulebook, below its heading. */
export const RuleParts = ({
  rulebook,
  found: { sections, lists, ladder },
  headingId = "",
}: RulePartsProps) => (
  <>
    {sections.map((section) => (
      <RuleSectionView
        key={section.id}
        rulebook={rulebook}
        section={section}
        headingId={headingId}
      />
    ))}
    {lists.map((list) => (
      <PlaceListView key={list.id} list={list} headingId={headingId} />
    ))}
    {ladder && <LadderView ladder={ladder} allSteps={rulebook.ladder?.steps ?? []} />}
  </>
);

/** The rules of one tab. Hidden ones stay in the page, so that they can be indexed. */
export const RulePanel = ({ rulebook, isSelected, onTab }: RulePanelProps) => {
  const items = navItems(rulebook);
  const hasNav = items.length > 1;
  return (
    <TabsContent
      value={rulebook.tab}
      isKept
      className={cn(
        hasNav &&
          "lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14 xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-20",
      )}
    >
      {hasNav && isSelected && (
        <SectionNav label={RULES.sectionsOf(rulebook.heading)} items={items} />
      )}
      <div className={cn("min-w-0 pt-8 lg:pt-0", hasNav && "lg:col-start-2")}>
        <h2 className="headline text-5xl md:text-6xl">{rulebook.heading}</h2>
        <p className="mt-4 max-w-[62ch] text-lg text-pretty text-muted">{rulebook.intro}</p>
        <div className="mt-10 space-y-14">
          <RuleParts rulebook={rulebook} found={rulebook} />
          {rulebook.ladder === null && <Community onTab={onTab} />}
        </div>
      </div>
    </TabsContent>
  );
};
