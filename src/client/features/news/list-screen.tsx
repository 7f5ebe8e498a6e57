import { Link } from "@tanstack/react-router";
import { Rss } from "lucide-react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { dayText, exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_FEEDS, NEWS_LIST } from "#shared/constants/lists.ts";
import { TITLES } from "#shared/messages.ts";
import { NEWS_SCREEN } from "#shared/news-messages.ts";
import type { NewsItem } from "#shared/schemas/news.ts";

const ROW =
  "relative px-5 py-6 transition-colors sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 sm:px-7";

const Row = ({ slug, title, summary, publishedAt }: NewsItem) => {
  const own = useOwnLang();
  const date = new Date(publishedAt);
  return (
    <li className={`${ROW} hover:bg-ground-800/60`}>
      <p className="text-sm text-muted tabular-nums sm:pt-1.5">
        <time dateTime={publishedAt} title={exactTime(date)}>
          {dayText(date)}
        </time>
      </p>
      <article className="min-w-0 max-sm:mt-1">
        <h2 {...own} className="font-display text-3xl leading-tight font-bold wrap-anywhere">
          <Link
            to="/news/$slug"
            params={{ slug }}
            className="transition-colors after:absolute after:inset-0 hover:text-accent-strong"
          >
            {title}
          </Link>
        </h2>
        <p {...own} className="mt-1.5 max-w-[68ch] text-pretty wrap-anywhere text-muted">
          {summary}
        </p>
      </article>
    </li>
  );
};

const Feeds = () => (
  <nav aria-label={NEWS_SCREEN.feeds} className="mt-8 flex flex-wrap items-center gap-x-6">
    {Object.values(NEWS_FEEDS).map(({ path, type, name }) => (
      <a
        key={path}
        href={path}
        type={type}
        className="inline-flex min-h-11 items-center gap-2 text-sm text-muted underline-offset-4 transition-colors hover:text-accent-strong hover:underline"
      >
        <Rss className="size-4" aria-hidden />
        {NEWS_SCREEN.feed(name)}
      </a>
    ))}
  </nav>
);

/** What the community tells everybody, the newest first. */
export const NewsScreen = () => {
  const { brand } = useSite();
  const list = trpc.news.list.useInfiniteQuery(NEWS_LIST, PAGED);
  return (
    <Page>
      <PageHeader eyebrow={brand.name} title={TITLES.news}>
        <p>{NEWS_SCREEN.intro}</p>
      </PageHeader>
      <div className="shell pt-8 pb-20 md:pt-12">
        <PagedList
          list={list}
          items={itemsOf(list.data)}
          label={TITLES.news}
          counted={["post", "posts"]}
          failure={NEWS_SCREEN.loadFailed}
          skeletons={
            <SkeletonRows rows={6} className={ROW}>
              <Skeleton className="h-5 w-28 sm:mt-1.5" />
              <div className="max-sm:mt-2">
                <Skeleton className="h-8 w-80 max-w-full" />
                <Skeleton className="mt-2.5 h-5 w-[34rem] max-w-full" />
              </div>
            </SkeletonRows>
          }
          empty={<EmptyPanel {...NEWS_SCREEN.empty} />}
        >
          {(item) => <Row key={item.id} {...item} />}
        </PagedList>
        <Feeds />
      </div>
    </Page>
  );
};
