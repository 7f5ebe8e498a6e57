import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
} from "react";
import { cn } from "#client/lib/cn.ts";

/**
 * Keeps the current element of a row in the middle of what is seen of it, where the row has no room
 * for all: the selected tab, or the link that is marked with `aria-current`.
 * @param current which one that is; null while none is.
 */
export const useScrollToCurrent = (row: RefObject<HTMLElement | null>, current: string | null) => {
  useEffect(() => {
    if (current === null) return;
    const element = row.current;
    const marked = element?.querySelector('[aria-selected="true"], [aria-current]');
    if (element === null || marked == null || element.scrollWidth <= element.clientWidth) return;
    const { left, width } = marked.getBoundingClientRect();
    const fromLeftPx = left - element.getBoundingClientRect().left;
    element.scrollTo({ left: element.scrollLeft + fromLeftPx - (element.clientWidth - width) / 2 });
  }, [row, current]);
};

type TabsContextValue = {
  value: string;
  onValueChange: (value: string) => void;
  isVertical: boolean;
  /** Ids that tie a tab and its panel together. */
  tabId: (value: string) => string;
  panelId: (value: string) => string;
};

const TabsContext = createContext<TabsContextValue | null>(null);

const useTabs = (): TabsContextValue => {
  const value = use(TabsContext);
  if (value === null) throw new Error("Tabs are missing around this.");
  return value;
};

type TabsProps = {
  value: string;
  onValueChange: (value: string) => void;
  /** Tabs in a column answer to the vertical arrows, too: a small screen may lay them in a row. */
  orientation?: "horizontal" | "vertical";
  /** Begins the ids of tabs and panels, for pages that are rendered by the server and looked at by id. */
  idPrefix?: string;
  className?: string;
  children: ReactNode;
};

/**
 * Tabs after WAI-ARIA's pattern: arrows, Home and End move the focus and select. Our own: those of
 * Radix focus a tab by script, which shows the focus ring to a mouse, and weigh 5 kB more.
 */
export const Tabs = ({
  value,
  onValueChange,
  orientation = "horizontal",
  idPrefix,
  className,
  children,
}: TabsProps) => {
  const ownId = useId();
  const id = idPrefix ?? ownId;
  const context = useMemo(
    () => ({
      value,
      onValueChange,
      isVertical: orientation === "vertical",
      tabId: (of: string) => `${id}tab-${of.toLowerCase()}`,
      panelId: (of: string) => `${id}panel-${of.toLowerCase()}`,
    }),
    [id, value, onValueChange, orientation],
  );
  return (
    <TabsContext value={context}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
};

type TabsListProps = {
  "aria-label": string;
  /** `bare` leaves the look to the caller. */
  look?: "framed" | "bare";
  className?: string;
  children: ReactNode;
};

export const TabsList = ({ look = "framed", className, ...props }: TabsListProps) => {
  const { value, isVertical } = useTabs();
  const list = useRef<HTMLDivElement>(null);
  useScrollToCurrent(list, value);
  return (
    <div
      ref={list}
      role="tablist"
      aria-orientation={isVertical ? "vertical" : "horizontal"}
      className={cn(
        "relative",
        look === "framed" &&
          "flex gap-1 overflow-x-auto rounded-xl border border-ground-700 bg-ground-950/70 p-1 [scrollbar-width:none]",
        className,
      )}
      {...props}
    />
  );
};

const STEP: Partial<Record<string, { by: number; isVertical: boolean }>> = {
  ArrowLeft: { by: -1, isVertical: false },
  ArrowRight: { by: 1, isVertical: false },
  ArrowUp: { by: -1, isVertical: true },
  ArrowDown: { by: 1, isVertical: true },
};

const onKeyDown = (event: KeyboardEvent<HTMLElement>, isVertical: boolean) => {
  // Alt and an arrow lead back and forward in the browser.
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const tabs = [
    ...(event.currentTarget
      .closest('[role="tablist"]')
      ?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []),
  ];
  const step = STEP[event.key];
  // A link answers to Enter alone.
  if (event.key === " " && event.currentTarget instanceof HTMLAnchorElement) {
    event.preventDefault();
    event.currentTarget.click();
    return;
  }
  const next =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? tabs.length - 1
        : step !== undefined && (isVertical || !step.isVertical)
          ? (tabs.indexOf(event.currentTarget) + step.by + tabs.length) % tabs.length
          : null;
  if (next === null) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
};

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type TabsTriggerProps = Pick<
  ComponentProps<"button">,
  "aria-describedby" | "children" | "className"
> & {
  value: string;
  /** The address of the tab: it is then a link, too, which works before and without the script. */
  href?: string;
  look?: "framed" | "bare";
};

export const TabsTrigger = ({
  value,
  href,
  look = "framed",
  className,
  children,
  ...described
}: TabsTriggerProps) => {
  const tabs = useTabs();
  const isSelected = tabs.value === value;
  const props = {
    ...described,
    role: "tab",
    id: tabs.tabId(value),
    "aria-selected": isSelected,
    "aria-controls": tabs.panelId(value),
    "data-state": isSelected ? "active" : "inactive",
    tabIndex: isSelected ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, tabs.isVertical),
    className: cn(
      look === "framed" &&
        "inline-flex shrink-0 items-center gap-2 rounded-lg px-4 py-2.5 text-sm font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-ground-700 data-[state=active]:text-accent-strong",
      className,
    ),
  };
  if (href === undefined)
    return (
      <button type="button" {...props} onClick={() => tabs.onValueChange(value)}>
        {children}
      </button>
    );
  return (
    <a
      href={href}
      {...props}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        tabs.onValueChange(value);
      }}
    >
      {children}
    </a>
  );
};

type TabsContentProps = {
  value: string;
  /** Leaves the content in the page while another tab is selected, such as for search engines. */
  isKept?: boolean;
  className?: string;
  children: ReactNode;
};

/** The panel of one tab; its content stands in the page while the tab is selected. */
export const TabsContent = ({ value, isKept = false, className, children }: TabsContentProps) => {
  const tabs = useTabs();
  const isSelected = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={tabs.panelId(value)}
      aria-labelledby={tabs.tabId(value)}
      hidden={!isSelected}
      className={className}
    >
      {(isSelected || isKept) && children}
    </div>
  );
};
