import { LoadFailed } from "#client/components/load-failed.tsx";
import { Button } from "#client/components/ui/button.tsx";

type ListEndProps = {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** What is said where the next page could not be loaded. */
  failure: string;
  /** Of `useLoadMore`, which looks after the focus. */
  loadMore: () => void;
};

/** Stands under a list that comes in pages: the way to the next one, or why it is not there. */
export const ListEnd = ({ list, failure, loadMore }: ListEndProps) =>
  list.isFetchNextPageError ? (
    <div className="mt-6">
      <LoadFailed
        message={failure}
        isRetrying={list.isFetchingNextPage}
        onRetry={() => void list.fetchNextPage()}
      />
    </div>
  ) : (
    list.hasNextPage && (
      <div className="mt-6 flex justify-center">
        <Button variant="outline" isBusy={list.isFetchingNextPage} onClick={loadMore}>
          Load more
        </Button>
      </div>
    )
  );
