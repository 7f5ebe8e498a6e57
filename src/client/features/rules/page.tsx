import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { Tabs, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { cn } from "#client/lib/cn.ts";
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
import { type FoundRules, findRules, holdsAnchor, searchTerms } from "./find.tsx";
import { RulePanel, RuleParts } from "./panel.tsx";
import { RuleSearch, NothingFound } from "./search.tsx";

/** Where a tab's matches begin: no anchor of the rules, for the way there from the row above. */
const matchesId = (tab: RuleTab) => `found-${tab.toLowerCase()}`;

const BUTTON_CLASS =
  "min-h-6 text-amber underline decoration-amber/40 underline-offset-4 hover:text-amber-strong hover:decoration-current";

type MatchesProps = {
  /** What is searched for. */
  query: string;
  /** The tabs in the order in which their matches are shown. */
  tabs: readonly RuleTab[];
  found: Readonly<Record<RuleTab, FoundRules>>;
  onTab: (tab: RuleTab) => void;
  onClear: () => void;
};

/** What a search has found under all tabs, one group for each. */
const Matches = ({ query, tabs, found, onTab, onClear }: MatchesProps) => {
  const groups = tabs.filter((tab) => found[tab].count > 0);
  const count = groups.reduce((sum, tab) => sum + found[tab].count, 0);
  return (
    <div className="max-w-4xl pt-8 lg:pt-0">
      <p className="flex flex-wrap gap-x-3 text-lg text-muted">
        <output className="wrap-anywhere">{RULES.found(count, query)}</output>
        {count > 0 && (
          <button type="button" onClick={onClear} className={BUTTON_CLASS}>
            {RULES.showAll}
          </button>
        )}
      </p>
      {count === 0 && <NothingFound query={query} onClear={onClear} />}
      <div className="mt-8 space-y-20">
        {groups.map((tab) => (
          <section key={tab} aria-labelledby={matchesId(tab)}>
            <h2
              id={matchesId(tab)}
              tabIndex={-1}
              className="headline scroll-mt-[200px] text-4xl outline-none md:text-5xl"
            >
              {RULEBOOKS[tab].heading}
            </h2>
            <p className="mt-2 flex flex-wrap gap-x-3 text-muted">
              {found[tab].count} {RULES.matches(found[tab].count)}
              <button type="button" onClick={() => onTab(tab)} className={BUTTON_CLASS}>
                {RULES.showAllOf(tab)}
              </button>
            </p>
            <div className="mt-8 space-y-12">
              <RuleParts rulebook={RULEBOOKS[tab]} found={found[tab]} headingId={matchesId(tab)} />
            </div>
          </section>
        ))}
      </div>
    </div>
  );
};

const ROW_CLASS =
  "relative mx-[-1.25rem] flex min-w-0 overflow-x-auto pr-14 pl-5 [mask-image:linear-gradient(90deg,#000_calc(100%-3.5rem),transparent)] [scrollbar-width:none] md:-mx-8 md:pl-8 lg:mx-0 lg:[mask-image:none] lg:px-0";
const NAME_CLASS =
  "relative flex h-14 shrink-0 items-center gap-2 px-4 font-display text-xl font-bold tracking-wide text-muted uppercase transition-colors first:pl-0 focus-visible:-outline-offset-2 lg:px-4 xl:text-2xl";

/** One tab per game. They are links as well, so that they work before and without the script. */
const RuleTabs = () => (
  <TabsList look="bare" aria-label={RULES.tabs} className={ROW_CLASS}>
    {RULE_TABS.map((name) => (
      <TabsTrigger
        key={name}
        look="bare"
        value={name}
        href={rulePath(name)}
        className={cn(
          NAME_CLASS,
          "after:absolute after:right-4 after:bottom-0 after:left-4 after:h-[3px] after:bg-amber after:opacity-0 after:transition-opacity first:after:left-0 hover:text-bone hover:after:bg-night-500 hover:after:opacity-100 data-[state=active]:text-amber-strong data-[state=active]:after:bg-amber data-[state=active]:after:opacity-100",
        )}
      >
        {name}
      </TabsTrigger>
    ))}
  </TabsList>
);

type MatchNavProps = {
  matches: Readonly<Record<RuleTab, number>>;
  onGo: (tab: RuleTab) => void;
};

/** Stands in the place of the tabs while somebody searches: how much each has, and the way there. */
const MatchNav = ({ matches, onGo }: MatchNavProps) => (
  <nav aria-label={RULES.matchesByGame} className={ROW_CLASS}>
    {RULE_TABS.map((name) => (
      <button
        key={name}
        type="button"
        aria-disabled={matches[name] === 0 || undefined}
        onClick={() => matches[name] > 0 && onGo(name)}
        className={cn(
          NAME_CLASS,
          "not-aria-disabled:hover:text-bone aria-disabled:cursor-default aria-disabled:opacity-45",
        )}
      >
        {name}
        {matches[name] > 0 && (
          <span className="rounded-full bg-amber/15 px-2 font-sans text-sm font-semibold tracking-normal text-amber-strong normal-case tabular-nums">
            {matches[name]}
            <span className="sr-only"> {RULES.matches(matches[name])}</span>
          </span>
        )}
      </button>
    ))}
  </nav>
);

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

const goToMatches = (of: RuleTab) => {
  scrollToHash(matchesId(of));
  document.querySelector<HTMLElement>(`#${matchesId(of)}`)?.focus({ preventScroll: true });
};

/** The server rules, one tab per game [TEXT-02]. A search shows the matches of all tabs. */
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

  const isHidden = (anchor: string) => {
    const owner = tabOfAnchor(anchor);
    return owner !== null && isSearching && !holdsAnchor(found[owner], anchor);
  };
  // Whoever is led to another tab, or to a rule, wants to see it, and not what a search has found.
  const [shown, setShown] = useState({ tab, target });
  if (shown.tab !== tab || shown.target !== target) {
    setShown({ tab, target });
    if (shown.tab !== tab || isHidden(target)) setQuery("");
  }

  const revealing = useRef("");
  const goTo = (anchor: string) => {
    const owner = tabOfAnchor(anchor);
    if (owner === null) return;
    revealing.current = anchor;
    // An address may name a rule without its tab, or with the wrong one: the rule decides.
    if (owner !== tab) onTab(owner, anchor);
  };
  const onTarget = useEffectEvent((anchor: string) => {
    if (isSearching) return;
    if (tabOfAnchor(anchor) === tab) scrollToHash(anchor);
    else goTo(anchor);
  });
  useEffect(() => onTarget(target), [target]);
  useEffect(() => {
    // Nobody else scrolls there: the anchor in the address has not changed.
    if (isSearching || tabOfAnchor(revealing.current) !== tab) return;
    scrollToHash(revealing.current);
    revealing.current = "";
  }, [tab, isSearching]);

  const context = {
    target,
    terms,
    copyLink: (anchor: string) =>
      onCopyLink(`${site.publicUrl}${rulePath(tabOfAnchor(anchor) ?? tab, anchor)}`),
    reveal: (anchor: string) => {
      if (!isHidden(anchor)) return;
      setQuery("");
      goTo(anchor);
    },
  };

  return (
    <Page>
      <PageHeader eyebrow="Fair play" title="Server Rules">
        <p>{RULES.intro}</p>
      </PageHeader>
      <Tabs value={tab} onValueChange={(name) => onTab(name as RuleTab)} idPrefix="">
        <div className="border-b border-night-700 bg-night-900">
          <div className="shell flex flex-col gap-x-8 lg:flex-row lg:items-center lg:justify-between">
            {isSearching ? <MatchNav matches={matches} onGo={goToMatches} /> : <RuleTabs />}
            <div className="py-3 lg:py-2">
              <RuleSearch query={query} onQuery={setQuery} />
            </div>
          </div>
        </div>
        <RulesContext value={context}>
          <div className="shell pb-24 lg:pt-14">
            {isSearching ? (
              <Matches
                query={query.trim()}
                tabs={[tab, ...RULE_TABS.filter((name) => name !== tab)]}
                found={found}
                onTab={(next) => {
                  setQuery("");
                  onTab(next);
                }}
                onClear={() => setQuery("")}
              />
            ) : (
              RULE_TABS.map((name) => (
                <RulePanel
                  key={name}
                  rulebook={RULEBOOKS[name]}
                  isSelected={name === tab}
                  onTab={onTab}
                />
              ))
            )}
          </div>
        </RulesContext>
      </Tabs>
    </Page>
  );
};
