import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { BrandMark } from "#client/components/brand/brand-mark.tsx";
import { PageReady } from "#client/components/page.tsx";
import { StillSwitch } from "#client/components/still-switch.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { useStartQueries } from "#client/lib/queries.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { browserStorage, onStoredElsewhere } from "#client/lib/storage.ts";
import { useAfter } from "#client/lib/time.ts";
import { DAY_MS, PINNED_AFTER_MS } from "#shared/constants/time.ts";
import type { NewsItem } from "#shared/schemas/news.ts";
import { Bar } from "./bar.tsx";
import { entryKey, MenuLink } from "./entries.tsx";

/** Under it stand the numbers of the announcements that were closed here, the last ones last. */
export const CLOSED_NEWS_KEY = "closedNews";
/** So many are remembered: nobody pins as many at a time. */
const CLOSED_MAX = 50;

const changes = createEmitter();
const read = () => browserStorage.getItem(CLOSED_NEWS_KEY) ?? "";
const idsIn = (text: string) => text.split(" ").filter(Boolean);

/** Which announcements were closed in this browser, in whatever tab. */
const closedNews = {
  read,
  /** @param text what `read` gave. */
  has: (text: string, id: number): boolean => idsIn(text).includes(String(id)),
  close: (id: number) => {
    const ids = [...idsIn(read()), String(id)].slice(-CLOSED_MAX);
    browserStorage.setItem(CLOSED_NEWS_KEY, ids.join(" "));
    changes.emit();
  },
  subscribe: (onChange: () => void) => {
    const leave = changes.subscribe(onChange);
    const end = onStoredElsewhere((key) => {
      if (key === CLOSED_NEWS_KEY || key === null) onChange();
    });
    return () => {
      leave();
      end();
    };
  },
};

const PinnedBar = lazyPart(() => import("./pinned-bar.tsx"));

/** Asked for when the page is there, whenever news come, and when it changes by itself; null for none. */
const usePinned = (): NewsItem | null => {
  const [isAsked, setAsked] = useState(false);
  useAfter(PINNED_AFTER_MS, () => setAsked(true));
  const { news } = useStartQueries();
  const { data } = useQuery({
    ...news.pinned.queryOptions(),
    enabled: isAsked,
    retry: false,
    refetchInterval: ({ state }) => Math.min(state.data?.changesInMs ?? DAY_MS, DAY_MS),
    refetchIntervalInBackground: true,
  });
  return data?.post ?? null;
};

/** The post that is pinned, on every page but its own until it is closed. It lies over the page and moves nothing. */
const PinnedNews = () => {
  const post = usePinned();
  const closed = useSyncExternalStore(closedNews.subscribe, closedNews.read, () => "");
  const { pathname } = useLocation();
  if (post === null || closedNews.has(closed, post.id) || pathname === `/news/${post.slug}`)
    return null;
  return (
    <Suspense>
      <PinnedBar post={post} onClose={() => closedNews.close(post.id)} />
    </Suspense>
  );
};

const linkClass =
  "inline-flex min-h-11 items-center text-muted underline-offset-4 transition-colors hover:text-accent-strong hover:underline";

export const Footer = () => {
  const {
    brand,
    menu: { footer, motto },
  } = useSite();
  const own = useOwnLang();
  return (
    <footer data-site className="mt-auto border-t border-ground-700 bg-ground-950">
      <div className="shell flex flex-col gap-6 py-10 md:flex-row md:items-center">
        <div className="flex items-center gap-3">
          <BrandMark className="size-9 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="font-display text-xl font-extrabold display-case leading-none tracking-wide wrap-anywhere">
              {brand.name}
            </p>
            {motto !== undefined && (
              <p {...own} className="mt-1 text-sm text-faint">
                {motto}
              </p>
            )}
          </div>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-7 md:ml-auto">
          {footer.map((entry) => (
            <MenuLink key={entryKey(entry)} entry={entry} className={linkClass}>
              {entry.title}
            </MenuLink>
          ))}
        </nav>
        <StillSwitch />
      </div>
    </footer>
  );
};

const BackToTop = lazyPart(() => import("#client/components/back-to-top.tsx"));

/** Offers the way back once one is two screens down. */
const FarDown = () => {
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > 2 * window.innerHeight);
    // An address may have led far down before this listens.
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return (
    isFar && (
      <Suspense>
        <BackToTop />
      </Suspense>
    )
  );
};

/** The frame of every screen that shows the navigation bar. */
export const SiteLayout = () => (
  <>
    <Bar />
    <Outlet />
    <Footer />
    <FarDown />
    <PinnedNews />
    <PageReady />
  </>
);
