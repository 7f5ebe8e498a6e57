import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarPlus, Check, Copy } from "lucide-react";
import { Occurrences, serversByGame, useUpcoming } from "#client/components/occurrences.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, NativeSelect } from "#client/components/ui/field.tsx";
import { useCopy } from "#client/lib/clipboard.ts";
import { useSite } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { CALENDAR_SCREEN } from "#shared/calendar-messages.ts";
import { TITLES } from "#shared/messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";

/** Leads to the calendar's file, which calendar programs subscribe to. */
const Subscribe = ({ server }: { server: string | undefined }) => {
  const { publicUrl } = useSite();
  const query = server === undefined ? "" : `?server=${encodeURIComponent(server)}`;
  const address = `${publicUrl}/calendar.ics${query}`;
  const { isCopied, copy } = useCopy(address);
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3">
      <Button asChild variant="outline">
        <a href={address.replace(/^https?:/, "webcal:")}>
          <CalendarPlus aria-hidden />
          {CALENDAR_SCREEN.subscribe}
        </a>
      </Button>
      <Button variant="ghost" onClick={copy}>
        <Icon aria-hidden />
        {CALENDAR_SCREEN.copy}
      </Button>
      <p className="basis-full text-sm text-muted">{CALENDAR_SCREEN.subscribeText}</p>
    </div>
  );
};

/** What happens when, for everybody. */
export const CalendarScreen = () => {
  const { games, servers } = useSite();
  const { server } = useSearch({ from: "/_site/calendar" });
  const navigate = useNavigate();
  const query = useUpcoming(server);
  // The server does not know the reader's time zone.
  const isThere = useNow() !== null;
  const { data } = query;
  const choose = (key: string) =>
    void navigate({
      to: "/calendar",
      search: key === "" ? {} : { server: key },
      replace: true,
      resetScroll: false,
    });
  return (
    <Page>
      <PageHeader eyebrow={CALENDAR_SCREEN.eyebrow} title={TITLES.calendar}>
        <p className="min-h-14 sm:min-h-7">{isThere && CALENDAR_SCREEN.intro(ownTimeZone())}</p>
      </PageHeader>
      <div className="shell py-8 md:py-12">
        <div className="max-w-4xl">
          {servers.length > 1 && (
            <Field label={CALENDAR_SCREEN.server} className="mb-6 max-w-sm">
              {(control) => (
                <NativeSelect
                  {...control}
                  value={server ?? ""}
                  onChange={({ target }) => choose(target.value)}
                >
                  <option value="">{CALENDAR_SCREEN.allServers}</option>
                  {serversByGame(games, servers).map(({ game, name: of, servers: own }) => (
                    <optgroup key={game} label={of}>
                      {own.map(({ key, name }) => (
                        <option key={key} value={key}>
                          {name}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </NativeSelect>
              )}
            </Field>
          )}
          {data === undefined && query.isError && (
            <LoadFailed
              message={CALENDAR_SCREEN.loadFailed}
              isRetrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          )}
          {data === undefined && !query.isError && (
            <div className="grid gap-2" aria-busy="true">
              <Skeleton className="h-24" />
              <Skeleton className="h-24" />
              <Skeleton className="h-24" />
            </div>
          )}
          {data?.length === 0 && (
            <EmptyPanel title={CALENDAR_SCREEN.empty.title} text={CALENDAR_SCREEN.empty.text} />
          )}
          {data !== undefined && data.length > 0 && (
            <Occurrences label={CALENDAR_SCREEN.label} items={data} />
          )}
          <Subscribe server={server} />
        </div>
      </div>
    </Page>
  );
};
