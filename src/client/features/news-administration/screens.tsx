import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { FRESH_PAGES, forAdmins } from "#client/lib/routing/lazy-route.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { NEWS_LIST } from "#shared/constants/news.ts";
import { NEWS_ADMIN, NEWS_FORM } from "#shared/news-messages.ts";
import type { NewsSource } from "#shared/schemas/news.ts";
import { AllPosts, PostForm } from "./form.tsx";

export { NewsList } from "./list.tsx";

/** Writes a post. */
export const NewPostScreen = () => {
  const user = useSession();
  return (
    <>
      <AllPosts />
      <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={NEWS_ADMIN.add} />
      {user != null && <PostForm source={null} userId={user.id} />}
    </>
  );
};

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
        <PostForm source={begun} userId={user.id} />
      ) : source.isError ? (
        <div className="mt-4">
          <LoadFailed
            message={messageOf(source.error) ?? NEWS_FORM.loadFailed}
            isRetrying={source.isFetching}
            onRetry={() => void source.refetch()}
          />
        </div>
      ) : (
        <div aria-busy className="panel mt-4 space-y-7 p-5 sm:p-8">
          <Skeleton className="h-19" />
          <Skeleton className="h-28" />
          <Skeleton className="h-72" />
        </div>
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

export const loadWrittenNews = forAdmins(({ queries }) => {
  void queries.news.written.prefetchInfinite(NEWS_LIST, FRESH_PAGES);
});
