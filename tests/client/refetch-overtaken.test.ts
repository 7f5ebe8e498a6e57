import { expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { refetchOvertaken } from "#client/lib/queries.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

/** A query on the screen, whose answers come when the test gives them. */
const shownQuery = () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  refetchOvertaken(queryClient);
  const asked: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ["flags"],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  afterThisTest(observer.subscribe(() => {}));
  const shown = () => observer.getCurrentResult().data;
  return { queryClient, asked, shown };
};

test("news that come while a list is fetched for the first time are seen in it", async () => {
  const { queryClient, asked, shown } = shownQuery();
  await until(() => asked.length === 1);
  void queryClient.invalidateQueries();
  asked[0]?.("as it was before the news");
  await until(() => asked.length === 2);
  expect(shown()).toBe("as it was before the news");
  asked[1]?.("as it is");
  await until(() => shown() === "as it is");
  expect(asked).toHaveLength(2);
});

test("without news a list is fetched once", async () => {
  const { queryClient, asked, shown } = shownQuery();
  await until(() => asked.length === 1);
  asked[0]?.("as it is");
  await until(() => shown() === "as it is");
  expect(queryClient.isFetching()).toBe(0);
  expect(asked).toHaveLength(1);
});
