import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FilterBar, SelectFilter } from "#client/components/filter-bar.tsx";
import { ListScreen, ScreenHeading } from "#client/components/list-screen.tsx";
import { CsvButton, SortColumn, SortSelect } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import { ColumnName, ColumnNames, SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import type { NewsSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { NEWS_LIST, NEWS_STATES, type NewsState } from "#shared/constants/lists.ts";
import { TITLES } from "#shared/messages.ts";
import { NEWS_ADMIN, NEWS_FORM, NEWS_SCREEN } from "#shared/news-messages.ts";
import type {
  NewsSource,
  PostDraftItem,
  PostDraftState,
  WrittenNews,
} from "#shared/schemas/news.ts";
import { AllPosts, PostForm } from "./form.tsx";
import { MailingPanel } from "./mailing.tsx";

const ROW =
  "relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 @3xl:grid-cols-[minmax(0,1fr)_7rem_12rem_12rem]";

type State = NewsState;

const LOOKS: Readonly<Record<State, string>> = {
  scheduled: "text-muted",
  published: "text-moss",
  pinned: "text-accent-strong",
};
const LIGHTS: Readonly<Record<State, string>> = {
  scheduled: "bg-faint",
  published: "bg-moss",
  pinned: "bg-accent",
};

const stateOf = ({ isPublished, pinnedFrom, pinnedUntil }: WrittenNews, nowMs: number): State => {
  if (!isPublished) return "scheduled";
  const isPinned =
    pinnedFrom !== null &&
    pinnedUntil !== null &&
    Date.parse(pinnedFrom) <= nowMs &&
    nowMs < Date.parse(pinnedUntil);
  return isPinned ? "pinned" : "published";
};

const Row = ({ post, nowMs }: { post: WrittenNews; nowMs: number }) => {
  const own = useOwnLang();
  const state = stateOf(post, nowMs);
  return (
    <li className={cn(ROW, "transition-colors hover:bg-ground-800/60")}>
      <div className="min-w-0">
        <Link
          to="/member/admin/news/$id"
          params={{ id: String(post.id) }}
          title={post.title}
          className="block truncate font-semibold text-ink after:absolute after:inset-0"
        >
          <span {...own}>{post.title}</span>
        </Link>
        <p className="truncate text-sm text-muted">
          <span className="@3xl:hidden">
            <Moment at={post.publishAt} />
          </span>
          <span className="@max-3xl:hidden">/news/{post.slug}</span>
        </p>
      </div>
      <p className={cn("flex items-center gap-2 text-sm font-semibold", LOOKS[state])}>
        <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", LIGHTS[state])} />
        {NEWS_ADMIN.states[state]}
      </p>
      <p className="text-sm text-muted tabular-nums @max-3xl:hidden">
        <Moment at={post.publishAt} />
      </p>
      <p className="text-sm text-muted tabular-nums @max-3xl:hidden">
        {post.pinnedUntil === null ? "–" : <Moment at={post.pinnedUntil} />}
      </p>
    </li>
  );
};

const DraftRow = ({ draft }: { draft: PostDraftItem }) => {
  const own = useOwnLang();
  const look =
    "block truncate font-semibold text-ink after:absolute after:inset-0 focus-visible:-outline-offset-2";
  const title = draft.title.trim() === "" ? NEWS_ADMIN.untitled : draft.title;
  return (
    <li className="relative flex min-h-14 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5 transition-colors hover:bg-ground-800/60">
      {draft.newsId === null ? (
        <Link
          to="/member/admin/news/new"
          search={{ draft: draft.id }}
          {...own}
          className={cn(look, "min-w-0")}
        >
          {title}
        </Link>
      ) : (
        <Link
          to="/member/admin/news/$id"
          params={{ id: String(draft.newsId) }}
          {...own}
          className={cn(look, "min-w-0")}
        >
          {title}
        </Link>
      )}
      <p className="text-sm text-muted">
        {draft.newsId === null ? NEWS_ADMIN.newPost : NEWS_ADMIN.changes}
        {draft.by !== null && ` · ${draft.by}`} · <Moment at={draft.updatedAt} />
      </p>
    </li>
  );
};

/** What is being written, by whomever: nobody sees it but whoever looks after the site. */
const Drafts = () => {
  const { data: drafts = [] } = trpc.news.drafts.useQuery(undefined, { staleTime: 0 });
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="drafts-title" className="mt-8">
      <h2 id="drafts-title" className="font-display text-2xl font-bold tracking-wide">
        {NEWS_ADMIN.drafts}
      </h2>
      <ul aria-labelledby="drafts-title" className="panel mt-3 divide-y divide-ground-700">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  );
};

const NewPost = () => (
  <Button asChild size="sm" className="max-md:h-11">
    <Link to="/member/admin/news/new">
      <Plus aria-hidden />
      {NEWS_ADMIN.add}
    </Link>
  </Button>
);

const cellsOf = (post: WrittenNews): string[] => [
  post.title,
  `/news/${post.slug}`,
  NEWS_ADMIN.states[stateOf(post, Date.now())],
  post.publishAt,
  post.pinnedFrom ?? "",
  post.pinnedUntil ?? "",
  post.summary,
];

/** All posts as their writers see them: what waits, what has appeared, what is pinned. */
const NewsListPage = ({ search, onSearch }: SearchProps<NewsSearch>) => {
  const { state, sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const { news } = trpc.useUtils();
  const list = trpc.news.written.useInfiniteQuery({ ...NEWS_LIST, state, sort }, PAGED);
  // The clock of the page goes by minutes: what was pinned since counts already.
  const nowMs = Math.max(useNow() ?? 0, list.dataUpdatedAt);
  const clear = () => onSearch({ state: undefined });
  return (
    <>
      <ListScreen
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TITLES.news}
        showsCount
        actions={
          <div className="flex items-center gap-2">
            <CsvButton
              name="news"
              columns={NEWS_ADMIN.csv}
              lineOf={cellsOf}
              query={news.written}
              input={{ state, sort }}
            />
            <NewPost />
          </div>
        }
        filters={
          <FilterBar
            lead={
              <SelectFilter
                label={NEWS_ADMIN.columns.state}
                value={state}
                all={NEWS_ADMIN.allStates}
                options={NEWS_STATES}
                names={NEWS_ADMIN.states}
                onChange={(next) => onSearch({ state: NEWS_STATES.find((one) => one === next) })}
              />
            }
            narrowing={[]}
            chips={
              state === undefined
                ? []
                : [
                    {
                      text: `${NEWS_ADMIN.columns.state}: ${NEWS_ADMIN.states[state]}`,
                      onRemove: clear,
                    },
                  ]
            }
          >
            <SortSelect
              {...sorting}
              own={NEWS_ADMIN.sorts["-appears"]}
              names={{
                appears: NEWS_ADMIN.sorts.appears,
                pinned: NEWS_ADMIN.sorts.pinned,
                "-pinned": NEWS_ADMIN.sorts["-pinned"],
              }}
            />
          </FilterBar>
        }
        columns={
          <ColumnNames className={ROW}>
            <ColumnName>{NEWS_ADMIN.columns.post}</ColumnName>
            <ColumnName>{NEWS_ADMIN.columns.state}</ColumnName>
            <SortColumn {...sorting} name="appears" first="-appears" isOwn>
              {NEWS_ADMIN.columns.appears}
            </SortColumn>
            <SortColumn {...sorting} name="pinned" first="pinned">
              {NEWS_ADMIN.columns.pinned}
            </SortColumn>
          </ColumnNames>
        }
        list={list}
        items={itemsOf(list.data)}
        counted={["post", "posts"]}
        failure={NEWS_SCREEN.loadFailed}
        skeletons={
          <SkeletonRows rows={6} className={ROW}>
            <Skeleton className="h-9 w-72 max-w-full" />
            <Skeleton className="h-5 w-20" />
          </SkeletonRows>
        }
        noMatch={isNarrowed({ state }) ? { ...NEWS_ADMIN.noMatch, onClear: clear } : null}
        empty={
          <EmptyPanel {...NEWS_ADMIN.empty}>
            <NewPost />
          </EmptyPanel>
        }
      >
        {(post) => <Row key={post.id} post={post} nowMs={nowMs} />}
      </ListScreen>
      {/* Below the list, so that nothing moves when they are there. */}
      <Drafts />
    </>
  );
};

export const NewsList = withSearch(NewsListPage);

/** Writes a post. */
export const NewPostScreen = (): ReactNode => {
  const user = useSession();
  const { draft } = useSearch({ from: "/_site/member/admin/news_/new" });
  /** The draft that was come for; one that is begun here has its address later. */
  const [wanted] = useState(draft ?? null);
  const [begun, setBegun] = useState<PostDraftState | null>(null);
  const found = trpc.news.draft.useQuery(
    { id: wanted ?? 0 },
    { enabled: wanted !== null && begun === null, staleTime: 0, retry: false },
  );
  if (begun === null && found.isFetchedAfterMount && found.data !== undefined) setBegun(found.data);
  return (
    <>
      <AllPosts />
      <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={NEWS_ADMIN.add} />
      {user != null && (wanted === null || begun !== null) ? (
        <PostForm source={null} draft={begun} userId={user.id} />
      ) : found.isError ? (
        <div className="mt-4">
          <LoadFailed
            message={messageOf(found.error) ?? NEWS_ADMIN.unknownDraft}
            isRetrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : (
        <FormSkeleton />
      )}
    </>
  );
};

const FormSkeleton = () => (
  <div aria-busy className="panel mt-4 space-y-7 p-5 sm:p-8">
    <Skeleton className="h-19" />
    <Skeleton className="h-28" />
    <Skeleton className="h-72" />
  </div>
);

const EditPost = ({ id }: { id: number }) => {
  const user = useSession();
  /** Whoever begins to change it begins with what it says now, and is asked about what comes later. */
  const [begun, setBegun] = useState<NewsSource | null>(null);
  const source = trpc.news.source.useQuery({ id }, { enabled: begun === null, staleTime: 0 });
  if (begun === null && source.isFetchedAfterMount && source.data !== undefined)
    setBegun(source.data);
  return (
    <>
      <AllPosts />
      <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={NEWS_ADMIN.edit} />
      {begun !== null && user != null ? (
        <>
          <PostForm source={begun} draft={begun.draft} userId={user.id} />
          <MailingPanel newsId={id} isPublished={begun.isPublished} />
        </>
      ) : source.isError ? (
        <div className="mt-4">
          <LoadFailed
            message={messageOf(source.error) ?? NEWS_FORM.loadFailed}
            isRetrying={source.isFetching}
            onRetry={() => void source.refetch()}
          />
        </div>
      ) : (
        <FormSkeleton />
      )}
    </>
  );
};

/** Changes a post. */
export const EditPostScreen = () => {
  const { id } = useParams({ from: "/_site/member/admin/news_/$id" });
  // Another post's form begins anew.
  return <EditPost key={id} id={Number(id)} />;
};

export const loadWrittenNews = forThose<NewsSearch>("site", ({ queries, search }) => {
  const { state, sort } = search;
  void queries.news.written.prefetchInfinite({ ...NEWS_LIST, state, sort }, FRESH_PAGES);
});
