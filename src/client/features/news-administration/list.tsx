import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { ColumnName, ColumnNames, SkeletonRows } from "#client/components/paged-list.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { NEWS_LIST } from "#shared/constants/news.ts";
import { NEWS_ADMIN, NEWS_SCREEN } from "#shared/news-messages.ts";
import type { WrittenNews } from "#shared/schemas/news.ts";

const ROW =
  "relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 @3xl:grid-cols-[minmax(0,1fr)_7rem_12rem_12rem]";

type State = keyof typeof NEWS_ADMIN.states;

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

const Row = ({ post }: { post: WrittenNews }) => {
  const own = useOwnLang();
  const state = stateOf(post, useNow() ?? 0);
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

const NewPost = () => (
  <Button asChild size="sm" className="max-md:h-11">
    <Link to="/member/admin/news/new">
      <Plus aria-hidden />
      {NEWS_ADMIN.add}
    </Link>
  </Button>
);

/** All posts as their writers see them: what waits, what has appeared, what is pinned. */
export const NewsList = () => {
  const list = trpc.news.written.useInfiniteQuery(NEWS_LIST, PAGED);
  return (
    <ListScreen
      eyebrow={ADMIN_SCREENS.eyebrow}
      title={NEWS_SCREEN.title}
      showsCount
      actions={<NewPost />}
      columns={
        <ColumnNames className={ROW}>
          <ColumnName>{NEWS_ADMIN.columns.post}</ColumnName>
          <ColumnName>{NEWS_ADMIN.columns.state}</ColumnName>
          <ColumnName>{NEWS_ADMIN.columns.appears}</ColumnName>
          <ColumnName>{NEWS_ADMIN.columns.pinned}</ColumnName>
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
      empty={
        <EmptyPanel {...NEWS_ADMIN.empty}>
          <NewPost />
        </EmptyPanel>
      }
    >
      {(post) => <Row key={post.id} post={post} />}
    </ListScreen>
  );
};
