import { useState } from "react";
import { saveCsv } from "#client/components/csv-button.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { PAGED } from "#client/lib/lists.ts";
import { useMay } from "#client/lib/session/may.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import { POINTS } from "#shared/points-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { StatementFilter } from "#shared/schemas/points.ts";

/** What of a statement a page asks for: what was earned by playing on one day is one line of it. */
export const statementInputOf = (filter: StatementFilter) => ({
  ...filter,
  limit: PAGE_SIZE,
  foldsPassive: true,
});

/** The lines that a filter lets through, newest first, page by page. */
export const useEntries = (filter: StatementFilter) =>
  trpc.points.statement.useInfiniteQuery(statementInputOf(filter), {
    ...PAGED,
    retry: (failures, error) => codeOf(error) === null && failures < 1,
    staleTime: LOADED_FRESH_MS,
  });

/**
 * What somebody is called, for whoever may see members.
 * @returns null until it is known, and for an account that was removed.
 */
export const useMemberName = (userId: string | undefined, isWanted: boolean): string | null => {
  const mayAsk = useMay("members");
  const found = trpc.administration.find.useQuery(
    { text: userId ?? "" },
    {
      enabled: isWanted && mayAsk && userId !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const person = found.data?.people.find(({ id }) => id === userId);
  return person === undefined ? null : fullName(person);
};

/** Whose statement it is. */
export type Owner = {
  isOwn: boolean;
  /** What they are called; null for oneself, and until it is known. */
  name: string | null;
  /** Undefined until it is known. */
  points: number | undefined;
};

/** Whether it is one's own statement. */
const useIsOwn = (userId: string | undefined): boolean => {
  const user = useSession();
  return userId === undefined || userId === user?.id;
};

/**
 * @param userId absent for one's own.
 * @param hasFailed whether the lines could not be loaded: whose they are is asked again with them.
 */
export const useOwner = (userId: string | undefined, hasFailed: boolean): Owner => {
  const identity = useIdentity();
  const isOwn = useIsOwn(userId);
  const mayAsk = useMay("points") && !isOwn;
  const newest = trpc.points.statement.useQuery(
    { userId, limit: 1 },
    { enabled: mayAsk && !hasFailed, staleTime: 0 },
  );
  const name = useMemberName(userId, mayAsk && !hasFailed);
  if (isOwn) return { isOwn, name: null, points: identity?.points };
  return {
    isOwn,
    name,
    points: newest.data && (newest.data.items[0]?.balance ?? 0),
  };
};

/** Saves the whole of what is shown as a CSV file. */
export const useDownload = (filter: StatementFilter) => {
  const { points } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const csv = await points.export.fetch(filter, { staleTime: 0, gcTime: 0 });
      saveCsv("points", csv);
    } catch (error) {
      toast("error", messageOf(error) ?? POINTS.exportFailed);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, download: () => void save() };
};
