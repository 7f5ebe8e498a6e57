import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { cn } from "#client/lib/cn.ts";
import { RULE_TABS, type RuleTab } from "#shared/content/rules/index.ts";
import { rulePath } from "./anchor.ts";

/** Ids that tie a tab and its panel together. */
export const tabId = (tab: RuleTab) => `tab-${tab.toLowerCase()}`;
export const panelId = (tab: RuleTab) => `panel-${tab.toLowerCase()}`;

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const STEP: Partial<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % RULE_TABS.length,
  ArrowLeft: (index) => (index + RULE_TABS.length - 1) % RULE_TABS.length,
  Home: () => 0,
  End: () => RULE_TABS.length - 1,
};

type RuleTabsProps = {
  tab: RuleTab;
  onTab: (tab: RuleTab) => void;
  /** Matches per tab while somebody searches, else null. */
  matches: Readonly<Record<RuleTab, number>> | null;
};

/** One tab per game. They are links as well, so that they work before and without the script. */
export const RuleTabs = ({ tab, onTab, matches }: RuleTabsProps) => {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const row = list.current;
    const selected = row?.querySelector<HTMLElement>(`#${tabId(tab)}`);
    if (row && selected)
      row.scrollTo({ left: selected.offsetLeft - (row.clientWidth - selected.clientWidth) / 2 });
  }, [tab]);

  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key === " ") {
      event.preventDefault();
      event.currentTarget.click();
      return;
    }
    // Alt and an arrow lead back and forward in the browser.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = STEP[event.key]?.(RULE_TABS.indexOf(tab));
    const nextTab = next === undefined ? undefined : RULE_TABS[next];
    if (nextTab === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(nextTab)}`)?.focus();
    onTab(nextTab);
  };

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Rules by game"
      className="relative -mx-5 flex min-w-0 overflow-x-auto pr-14 pl-5 [mask-image:linear-gradient(90deg,#000_calc(100%-3.5rem),transparent)] [scrollbar-width:none] md:-mx-8 md:pl-8 lg:mx-0 lg:[mask-image:none] lg:px-0"
    >
      {RULE_TABS.map((name) => {
        const count = matches?.[name];
        return (
          <a
            key={name}
            role="tab"
            id={tabId(name)}
            href={rulePath(name)}
            aria-selected={name === tab}
            aria-controls={panelId(name)}
            tabIndex={name === tab ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onTab(name);
            }}
            className={cn(
              "relative flex h-14 shrink-0 items-center gap-2 px-4 font-display text-xl font-bold tracking-wide uppercase transition-colors focus-visible:-outline-offset-2 first:pl-0 lg:px-4 xl:text-2xl",
              "after:absolute after:right-4 after:bottom-0 after:left-4 after:h-[3px] after:bg-amber after:opacity-0 after:transition-opacity first:after:left-0",
              name === tab
                ? "text-amber-strong after:opacity-100"
                : "text-muted hover:text-bone hover:after:bg-night-500 hover:after:opacity-100",
            )}
          >
            {name}
            {count !== undefined && count > 0 && (
              <span className="rounded-full bg-amber/15 px-2 font-sans text-sm font-semibold tracking-normal text-amber-strong normal-case tabular-nums">
                {count}
                <span className="sr-only">{count === 1 ? " match" : " matches"}</span>
              </span>
            )}
          </a>
        );
      })}
    </div>
  );
};
