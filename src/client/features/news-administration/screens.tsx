import { useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { FRESH_PAGES, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { NEWS_LIST } from "#shared/constants/news.ts";
import { NEWS_ADMIN, NEWS_FORM } from "#shared/news-messages.ts";
import type { NewsSource, PostDraftState } from "#shared/schemas/news.ts";
import { AllPosts, PostForm } from "./form.tsx";
import type { NewsSearch } from "./list-search.ts";
import { NewsListPage } from "./list.tsx";
import { MailingPanel } from "./mailing.tsx";

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
