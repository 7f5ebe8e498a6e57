import { useEffect, useMemo, useRef, useState } from "react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { Tabs } from "#client/components/ui/tabs.tsx";
import { scrollToHash } from "#client/lib/scroll.ts";
import {
  RULE_TABS,
  RULEBOOKS,
  type Rulebook,
  type RuleTab,
  tabOfAnchor,
} from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { rulePath, RulesContext, useAnchor } from "./anchor.ts";
import { type FoundRules, findRules, searchTerms } from "./find.tsx";
import { RulePanel } from "./panel.tsx";
import { NothingFound, RuleSearch } from "./search.tsx";
import { RuleTabs } from "./tabs.tsx";

type RulesPageProps = {
  /** The selected tab, from the address. */
  tab: RuleTab;
  /** Puts another tab into the address, with the anchor to go to. */
  onTab: (tab: RuleTab, anchor?: string) => void;
  /** Puts an absolute address on the clipboard and says so. */
  onCopyLink: (url: string) => void;
  site: Pick<SiteConfig, "publicUrl">;
};

const perTab = <T,>(value: (rulebook: Rulebook) => T) =>
  Object.fromEntries(RULE_TABS.map((tab) => [tab, value(RULEBOOKS[tab])])) as Record<RuleTab, T>;

const matchText = (count: number, tab: RuleTab) =>
  RULES.found(count, count === 1 ? "match" : "matches", tab);

/** The server rules, one tab per game [TEXT-02]. */
export const RulesPage = ({ tab, onTab, onCopyLink, site }: RulesPageProps) => {
  const [query, setQuery] = useState("");
  const target = useAnchor();
  const terms = useMemo(() => searchTerms(query), [query]);
  const found = useMemo(
    () => perTab<FoundRules>((rulebook) => findRules(rulebook, terms)),
    [terms],
  );
  const matches = useMemo(() => perTab(({ tab }) => found[tab].count), [found]);
  const isSearching = terms.length > 0;

  // An address may name a rule without its tab, or with the wrong one: the rule decides.
  const revealing = useRef("");
  useEffect(() => {
    const owner = tabOfAnchor(target);
    if (owner === null || owner === tab) return;
    revealing.current = target;
    onTab(owner, target);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- choosing another tab must not lead back
  }, [target]);
  useEffect(() => {
    // Nobody else scrolls there: the anchor in the address has not changed.
    if (tabOfAnchor(revealing.current) !== tab) return;
    scrollToHash(revealing.current);
    revealing.current = "";
  }, [tab]);

  const context = useMemo(
    () => ({
      target,
      terms,
      copyLink: (anchor: string) => onCopyLink(`${site.publicUrl}${rulePath(tab, anchor)}`),
      showAll: () => setQuery(""),
    }),
    [target, terms, tab, onCopyLink, site.publicUrl],
  );

  return (
    <Page>
      <PageHeader eyebrow="Fair play" title="Server Rules">
        <p>{RULES.intro}</p>
      </PageHeader>
      <Tabs value={tab} onValueChange={(name) => onTab(name as RuleTab)} idPrefix="">
        <div className="border-b border-night-700 bg-night-900">
          <div className="shell flex flex-col gap-x-8 lg:flex-row lg:items-center lg:justify-between">
            <RuleTabs matches={isSearching ? matches : null} />
            <div className="py-3 lg:py-2">
              <RuleSearch query={query} onQuery={setQuery} />
            </div>
          </div>
        </div>
        <RulesContext value={context}>
          <div className="shell pb-24 lg:pt-14">
            <output className="sr-only">{isSearching && matchText(matches[tab], tab)}</output>
            {RULE_TABS.map((name) => (
              <RulePanel
                key={name}
                rulebook={RULEBOOKS[name]}
                found={found[name]}
                query={query.trim()}
                isSelected={name === tab}
                onTab={onTab}
                onClear={() => setQuery("")}
                nothingFound={
                  <NothingFound
                    tab={name}
                    query={query.trim()}
                    matches={matches}
                    onTab={onTab}
                    onClear={() => setQuery("")}
                  />
                }
              />
            ))}
          </div>
        </RulesContext>
      </Tabs>
    </Page>
  );
};
