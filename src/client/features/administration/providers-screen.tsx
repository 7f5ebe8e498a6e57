import { LoadFailed } from "#client/components/load-failed.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION, failureText, PROVIDER_WORDS } from "#shared/admin-messages.ts";
import type { BreakerState } from "#shared/constants/providers.ts";
import { PROVIDERS_POLL_MS } from "#shared/constants/timings.ts";
import type { ProviderList } from "#shared/schemas/administration.ts";

type ProviderReport = ProviderList["providers"][number];

const LOOKS: Record<BreakerState, { label: string; light: string; text: string }> = {
  closed: { label: "Works", light: "bg-moss", text: "text-moss" },
  open: { label: "Paused", light: "bg-ember", text: "text-ember" },
  "half-open": { label: "Being tried", light: "bg-amber", text: "text-amber-strong" },
};

const ROW = "grid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-[11rem_minmax(0,1fr)] @2xl:px-5";

/** What is known of its failures, in a line or two. */
const Troubles = ({ provider, since, state, lastFailure, failures, retryAt }: ProviderReport) => (
  <>
    {retryAt !== null && <p className="text-bone">{PROVIDER_WORDS[provider].waits}</p>}
    {since !== null && (
      <p>
        {state === "closed" ? "Works again since" : "Failing since"} <TimeAgo at={since} />.
      </p>
    )}
    {lastFailure === null ? (
      <p>No call has failed.</p>
    ) : (
      <p>
        {failures === 1 ? "One call" : `${failures} calls`} failed, the last one{" "}
        <TimeAgo at={lastFailure.at} />: {failureText(lastFailure.reason)}
      </p>
    )}
  </>
);

const Row = (report: ProviderReport) => {
  const { label, light, text } = LOOKS[report.state];
  return (
    <li className={ROW}>
      <div>
        <p className="font-semibold text-bone">{PROVIDER_WORDS[report.provider].name}</p>
        <p className="mt-1 flex items-center gap-2">
          <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", light)} />
          <span className={cn("text-sm font-semibold", text)}>{label}</span>
        </p>
      </div>
      <div className="text-sm text-pretty text-muted">
        <Troubles {...report} />
      </div>
    </li>
  );
};

/** How the services are that the site depends on, as the instance that answers has found them. */
export const ProvidersScreen = () => {
  const list = trpc.administration.providers.useQuery(undefined, {
    refetchInterval: PROVIDERS_POLL_MS,
  });
  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">Providers</h1>
      <p className="mt-4 max-w-[62ch] text-pretty text-muted">
        The services that the site asks. One that fails five times in a row is paused: people are
        told at once, and it is tried again every half minute. With several instances, this is what
        the one that answers you has found since it started.
      </p>
      <div className="mt-6">
        {list.data !== undefined && (
          <ul aria-label="Providers" className="panel @container divide-y divide-night-700">
            {list.data.providers.map((report) => (
              <Row key={report.provider} {...report} />
            ))}
          </ul>
        )}
        {list.data === undefined && list.isError && (
          <LoadFailed
            message={ADMINISTRATION.providersFailed}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data === undefined && !list.isError && (
          <div aria-hidden className="panel space-y-4 p-5">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} className="h-10 w-full" />
            ))}
          </div>
        )}
      </div>
    </>
  );
};
