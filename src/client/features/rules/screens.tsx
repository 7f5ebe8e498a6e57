import { useLoaderData, useNavigate, useSearch } from "@tanstack/react-router";
import { Search, SearchX, X } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Tabs, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { copyAndSay } from "#client/lib/clipboard.ts";
import { cn } from "#client/lib/cn.ts";
import { scrollToHash } from "#client/lib/scroll.ts";
import { useSite } from "#client/lib/site.ts";
import { RULES } from "#shared/rule-messages.ts";
import type { Rulebook } from "#shared/schemas/community/rules.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import {
  findRules,
  type FoundRules,
  holdsAnchor,
  rulePath,
  RulesContext,
  searchTerms,
  tabOfAnchor,
  useAnchor,
} from "./find.tsx";
import { RulePanel, RuleParts } from "./panel.tsx";

/** Where a tab's matches begin: no anchor of the rules, for the way there from the row above. */
const matchesId = (tab: string) => `found-${tab.toLowerCase()}`;

const BUTTON_CLASS =
  "min-h-6 text-accent underline decoration-accent/40 underline-offset-4 hover:text-accent-strong hover:decoration-current";

type RuleSearchProps = { query: string; onQuery: (query: string) => void };

/** The field that narrows the rules down while somebody types. */
const RuleSearch = ({ query, onQuery }: RuleSearchProps) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative block w-full lg:w-72">
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-[1.15rem] -translate-y-1/2 text-faint"
        aria-hidden
      />
      <input
        ref={field}
        type="search"
        aria-label={RULES.search}
        placeholder={RULES.search}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onQuery("");
        }}
        className="h-11 w-full rounded-lg border border-ground-500 bg-ground-950/70 pr-11 pl-11 text-base placeholder:text-faint hover:border-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {query !== "" && (
        <button
          type="button"
          aria-label={RULES.clearSearch}
          onClick={() => {
            onQuery("");
            field.current?.focus();
          }}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-lg text-muted hover:text-ink"
        >
          <X className="size-[1.15rem]" aria-hidden />
        </button>
      )}
    </search>
  );
};

type NothingFoundProps = { query: string; onClear: () => void };

/** What a search without a match shows: why, and what to do next. */
const NothingFound = ({ query, onClear }: NothingFoundProps) => (
  <div className="flex flex-col items-center px-4 py-16 text-center">
    <span className="hexagon grid h-24 w-[5.5rem] place-items-center bg-ground-700 p-px">
      <span className="hexagon grid size-full place-items-center bg-ground-900">
        <SearchX className="size-8 text-accent" aria-hidden />
      </span>
    </span>
    <p className="mt-6 max-w-full font-display text-3xl font-extrabold break-words display-case">
      {RULES.nothingFound(query)}
    </p>
    <p className="mt-2 max-w-md text-lg text-muted">{RULES.nothingFoundHint}</p>
    <Button variant="outline" className="mt-6" onClick={onClear}>
      {RULES.showAll}
    </Button>
  </div>
);

/** What a search leaves of a rulebook. */
type Found = { rulebook: Rulebook; found: FoundRules };

type MatchesProps = {
  /** What is searched for. */
  query: string;
  /** In the order in which they are shown. */
  all: readonly Found[];
  onTab: (tab: string) => void;
  onClear: () => void;
};

/** What a search has found under all tabs, one group for each. */
const Matches = ({ query, all, onTab, onClear }: MatchesProps) => {
  const groups = all.filter(({ found }) => found.count > 0);
  const count = groups.reduce((sum, { found }) => sum + found.count, 0);
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
        {groups.map(({ rulebook: { key, name, title }, found }) => (
          <section key={key} aria-labelledby={matchesId(key)}>
            <h2
              id={matchesId(key)}
              tabIndex={-1}
              className="headline scroll-mt-[200px] text-4xl outline-none md:text-5xl"
            >
              {title}
            </h2>
            <p className="mt-2 flex flex-wrap gap-x-3 text-muted">
              {found.count} {RULES.matches(found.count)}
              <button type="button" onClick={() => onTab(key)} className={BUTTON_CLASS}>
                {RULES.showAllOf(name)}
              </button>
            </p>
            <div className="mt-8 space-y-12">
              <RuleParts found={found} headingId={matchesId(key)} />
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
  "relative flex h-14 shrink-0 items-center gap-2 px-4 font-display text-xl font-bold tracking-wide text-muted display-case transition-colors first:pl-0 focus-visible:-outline-offset-2 lg:px-4 xl:text-2xl";

/** One tab per game. They are links as well, so that they work before and without the script. */
const RuleTabs = ({ rules }: { rules: readonly Rulebook[] }) => (
  <TabsList look="bare" aria-label={RULES.tabs} className={ROW_CLASS}>
    {rules.map(({ key, name }) => (
      <TabsTrigger
        key={key}
        look="bare"
        value={key}
        href={rulePath(key)}
        className={cn(
          NAME_CLASS,
          "after:absolute after:right-4 after:bottom-0 after:left-4 after:h-[3px] after:bg-accent after:opacity-0 after:transition-opacity first:after:left-0 hover:text-ink hover:after:bg-ground-500 hover:after:opacity-100 data-[state=active]:text-accent-strong data-[state=active]:after:bg-accent data-[state=active]:after:opacity-100",
        )}
      >
        {name}
      </TabsTrigger>
    ))}
  </TabsList>
);

type MatchNavProps = { all: readonly Found[]; onGo: (tab: string) => void };

/** Stands in the place of the tabs while somebody searches: how much each has, and the way there. */
const MatchNav = ({ all, onGo }: MatchNavProps) => (
  <nav aria-label={RULES.matchesByGame} className={ROW_CLASS}>
    {all.map(({ rulebook: { key, name }, found: { count } }) => (
      <button
        key={key}
        type="button"
        aria-disabled={count === 0 || undefined}
        onClick={() => count > 0 && onGo(key)}
        className={cn(
          NAME_CLASS,
          "not-aria-disabled:hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-45",
        )}
      >
        {name}
        {count > 0 && (
          <span className="rounded-full bg-accent/15 px-2 font-sans text-sm font-semibold tracking-normal text-accent-strong normal-case tabular-nums">
            {count}
            <span className="sr-only"> {RULES.matches(count)}</span>
          </span>
        )}
      </button>
    ))}
  </nav>
);

type RulesPageProps = {
  /** One for each tab. */
  rules: readonly Rulebook[];
  /** The key of the selected tab, from the address. */
  tab: string;
  /** Puts another tab into the address, with the anchor to go to. */
  onTab: (tab: string, anchor?: string) => void;
  /** Puts an absolute address on the clipboard and says so. */
  onCopyLink: (url: string) => void;
  site: Pick<SiteConfig, "publicUrl">;
};

const goToMatches = (of: string) => {
  scrollToHash(matchesId(of));
  document.querySelector<HTMLElement>(`#${matchesId(of)}`)?.focus({ preventScroll: true });
};

/** The rules, one tab for each part of the community [TEXT-02]. A search shows the matches of all tabs. */
export const RulesPage = ({ rules, tab, onTab, onCopyLink, site }: RulesPageProps) => {
  const [query, setQuery] = useState("");
  const target = useAnchor();
  const terms = useMemo(() => searchTerms(query), [query]);
  const all = useMemo(
    () => rules.map((rulebook): Found => ({ rulebook, found: findRules(rulebook, terms) })),
    [rules, terms],
  );
  const community = rules.find(({ ladder }) => ladder !== null) ?? null;
  const isSearching = terms.length > 0;
  const ownerOf = (anchor: string) => tabOfAnchor(rules, anchor);

  const isHidden = (anchor: string) => {
    const owner = ownerOf(anchor);
    const isOwners = ({ rulebook, found }: Found) =>
      rulebook.key === owner && !holdsAnchor(found, anchor);
    return isSearching && all.some(isOwners);
  };
  // Whoever is led to another tab, or to a rule, wants to see it, and not what a search has found.
  const [shown, setShown] = useState({ tab, target });
  if (shown.tab !== tab || shown.target !== target) {
    setShown({ tab, target });
    if (shown.tab !== tab || isHidden(target)) setQuery("");
  }

  const revealing = useRef("");
  const goTo = (anchor: string) => {
    const owner = ownerOf(anchor);
    if (owner === null) return;
    revealing.current = anchor;
    // An address may name a rule without its tab, or with the wrong one: the rule decides.
    if (owner !== tab) onTab(owner, anchor);
  };
  const onTarget = useEffectEvent((anchor: string) => {
    if (isSearching) return;
    if (ownerOf(anchor) === tab) scrollToHash(anchor);
    else goTo(anchor);
  });
  useEffect(() => onTarget(target), [target]);
  useEffect(() => {
    // Nobody else scrolls there: the anchor in the address has not changed.
    if (isSearching || tabOfAnchor(rules, revealing.current) !== tab) return;
    scrollToHash(revealing.current);
    revealing.current = "";
  }, [rules, tab, isSearching]);

  const context = {
    target,
    terms,
    copyLink: (anchor: string) =>
      onCopyLink(`${site.publicUrl}${rulePath(ownerOf(anchor) ?? tab, anchor)}`),
    reveal: (anchor: string) => {
      if (!isHidden(anchor)) return;
      setQuery("");
      goTo(anchor);
    },
  };

  return (
    <Page>
      <PageHeader eyebrow={RULES.eyebrow} title={RULES.title}>
        <p>{RULES.intro}</p>
      </PageHeader>
      <Tabs value={tab} onValueChange={(name) => onTab(name)} idPrefix="">
        <div className="border-b border-ground-700 bg-ground-900">
          <div className="shell flex flex-col gap-x-8 lg:flex-row lg:items-center lg:justify-between">
            {isSearching ? <MatchNav all={all} onGo={goToMatches} /> : <RuleTabs rules={rules} />}
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
                all={[
                  ...all.filter(({ rulebook }) => rulebook.key === tab),
                  ...all.filter(({ rulebook }) => rulebook.key !== tab),
                ]}
                onTab={(next) => {
                  setQuery("");
                  onTab(next);
                }}
                onClear={() => setQuery("")}
              />
            ) : (
              rules.map((rulebook) => (
                <RulePanel
                  key={rulebook.key}
                  rulebook={rulebook}
                  isSelected={rulebook.key === tab}
                  community={rulebook === community ? null : community}
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

export const Rules = () => {
  const site = useSite();
  const { tab = site.ruleTabs[0]?.key ?? "" } = useSearch({ from: "/_site/rules" });
  const navigate = useNavigate({ from: "/rules" });
  return (
    <RulesPage
      rules={useLoaderData({ from: "/_site/rules" })}
      tab={tab}
      onTab={(next, anchor) =>
        void navigate({ search: { tab: next }, hash: anchor, replace: true, resetScroll: false })
      }
      onCopyLink={(url) => void copyAndSay(url, "link")}
      site={site}
    />
  );
};
