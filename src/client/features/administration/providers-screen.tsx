import { ListScreen } from "#client/components/list-screen.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ADMIN_SCREENS,
  ADMINISTRATION,
  failureText,
  PROVIDER_LABELS,
} from "#shared/admin-messages.ts";
import type { BreakerState } from "#shared/constants/providers.ts";
import { PROVIDERS_POLL_MS } from "#shared/constants/timings.ts";
import type { ProviderList } from "#shared/schemas/administration.ts";

const TEXTS = ADMIN_SCREENS.providers;

type ProviderReport = ProviderList["providers"][number];

type Look = BreakerState | "refused";
const LOOKS: Record<Look, { light: string; text: string }> = {
  closed: { light: "bg-moss", text: "text-moss" },
  open: { light: "bg-ember", text: "text-ember" },
  "half-open": { light: "bg-accent", text: "text-accent-strong" },
  refused: { light: "bg-ember", text: "text-ember" },
};

const lookOf = ({ state, refusedSince }: ProviderReport): Look =>
  state === "closed" && refusedSince !== null ? "refused" : state;

const ROW = "grid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-[11rem_minmax(0,1fr)] @2xl:px-5";

/** What is known of its failures, in a line or two. */
const Troubles = ({
  provider,
  since,
  state,
  lastFailure,
  failures,
  retryAt,
  refusedSince,
}: ProviderReport) => (
  <>
    {(retryAt ?? refusedSince) !== null && (
      <p className="text-ink">{PROVIDER_LABELS[provider].waits}</p>
    )}
    {refusedSince !== null && (
      <p>
        {TEXTS.refusesSince} <TimeAgo at={refusedSince} />. {TEXTS.compare}
      </p>
    )}
    {since !== null && (
      <p>
        {state === "closed" ? TEXTS.worksSince : TEXTS.failsSince} <TimeAgo at={since} />.
      </p>
    )}
    {lastFailure === null ? (
      <p>{TEXTS.neverFailed}</p>
    ) : (
      <p>
        {TEXTS.failed(failures)} <TimeAgo at={lastFailure.at} />: {failureText(lastFailure.reason)}
      </p>
    )}
  </>
);

const Row = (report: ProviderReport) => {
  const look = lookOf(report);
  const { light, text } = LOOKS[look];
  return (
    <li className={ROW}>
      <div>
        <p className="font-semibold text-ink">{PROVIDER_LABELS[report.provider].name}</p>
        <p className="mt-1 flex items-center gap-2">
          <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", light)} />
          <span className={cn("text-sm font-semibold", text)}>{TEXTS.label[look]}</span>
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
      <ListScreen
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TEXTS.title}
        intro={TEXTS.intro}
        list={list}
        items={list.data?.providers}
        counted={["provider", "providers"]}
        failure={ADMINISTRATION.providersFailed}
        skeletons={
          <SkeletonRows rows={4} className={ROW}>
            <Skeleton className="h-10 w-full sm:col-span-2" />
          </SkeletonRows>
        }
        empty={null}
      >
        {(report) => <Row key={report.provider} {...report} />}
      </ListScreen>
      <p className="mt-4 max-w-[75ch] text-sm text-pretty text-faint">{TEXTS.hint}</p>
    </>
  );
};
