import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import { saveFile } from "#client/lib/save-file.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { LISTS } from "#shared/list-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/csv.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { Button } from "./ui/button.tsx";

/** A file holds so many pages at most: whoever needs more narrows the list. */
const PAGES_MAX = 25;

/** Has the browser save a CSV file, as if it had been downloaded. @param name before the day in the file's name. */
export const saveCsv = (name: string, csv: string): void => {
  saveFile(
    `${name}-${localTime(new Date()).day}.csv`,
    new Blob([csv], { type: "text/csv;charset=utf-8" }),
  );
};

/** An answer that is taken away, not shown: always a new one, and none is kept. */
const UNCACHED = { staleTime: 0, gcTime: 0 };

type PageAsked = { cursor: string | null; limit: number };

type CsvButtonProps<Item, Input extends object> = {
  /** Before the day in the file's name. */
  name: string;
  /** What the columns are called. */
  columns: readonly string[];
  /** A line, one cell for each column. */
  lineOf: (item: Item) => (string | number)[];
  /** The query of the list, as `useUtils` gives it. */
  query: { fetch: (input: Input & PageAsked, options: typeof UNCACHED) => Promise<Page<Item>> };
  /** By what the list is narrowed now. */
  input: Input;
  /** What the button says, where that is not CSV alone. */
  label?: string;
  pagesMax?: number;
};

/**
 * What is asked before a file with data of others is made: whoever makes it has proven who they are a short while
 * ago [STEP-01].
 */
export const useFileGuard = (): (() => Promise<void>) => {
  const { mutateAsync } = trpc.accounts.requireConfirmed.useMutation();
  return async () => {
    await mutateAsync();
  };
};

/** Saves what a list shows, all of its pages, as a CSV file; up to 5,000 lines unless more are allowed. */
export const CsvButton = <Item, Input extends object>({
  name,
  columns,
  lineOf,
  query,
  input,
  label,
  pagesMax = PAGES_MAX,
}: CsvButtonProps<Item, Input>) => {
  const [isBusy, setIsBusy] = useState(false);
  const assertConfirmed = useFileGuard();
  const save = async () => {
    setIsBusy(true);
    try {
      await assertConfirmed();
      const lines = [BYTE_ORDER_MARK, csvLine(columns)];
      let cursor: string | null = null;
      for (let page = 0; page < pagesMax; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one begins.
        const { items, nextCursor }: Page<Item> = await query.fetch(
          { ...input, cursor, limit: PAGE_SIZE_MAX },
          UNCACHED,
        );
        lines.push(...items.map((item) => csvLine(lineOf(item))));
        cursor = nextCursor;
        if (cursor === null) break;
      }
      saveCsv(name, lines.join(""));
      if (cursor !== null) toast("info", LISTS.csvCut(pagesMax * PAGE_SIZE_MAX), "admin");
    } catch (error) {
      toast("error", messageOf(error) ?? LISTS.csvFailed, "admin");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      className="shrink-0 max-md:h-11"
      title={label === undefined ? LISTS.csv : undefined}
      isBusy={isBusy}
      onClick={() => void save()}
    >
      {!isBusy && <Download aria-hidden className="max-sm:hidden" />}
      {label === undefined ? "CSV" : `${label} (CSV)`}
    </Button>
  );
};
