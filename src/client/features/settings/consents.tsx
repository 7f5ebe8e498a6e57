import { ConsentLine } from "#client/components/consent-entries.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CONSENT_LIST, CONSENT_NAMES } from "#shared/consent-messages.ts";
import type { MemberConsents } from "#shared/schemas/consents.ts";
import { SettingsSection } from "./section.tsx";

const ROW = "py-3 text-[0.95rem]";

/** The policies of which nothing was written down: they were agreed to with the account. */
const Unwritten = ({ policies, joinedAt, entries }: MemberConsents) =>
  policies
    .filter(({ kind }) => entries.every((entry) => entry.kind !== kind))
    .map(({ kind }) => (
      <li key={kind} className={ROW}>
        <span className="font-semibold">{CONSENT_NAMES[kind]}</span>{" "}
        <span className="text-muted">{CONSENT_LIST.joined(exactTime(new Date(joinedAt)))}</span>
      </li>
    ));

/** What one agreed to, and when [CONSENT-01]. */
export const OwnConsents = () => {
  const { data, isError, isFetching, refetch } = trpc.consents.mine.useQuery(undefined, {
    staleTime: 0,
  });
  return (
    <SettingsSection title={CONSENT_LIST.title}>
      <p className="text-muted">{CONSENT_LIST.intro}</p>
      {data !== undefined ? (
        <ul aria-label={CONSENT_LIST.title} className="mt-2 divide-y divide-ground-700">
          {data.entries.map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.way}`} className={ROW}>
              <ConsentLine entry={entry} />
            </li>
          ))}
          <Unwritten {...data} />
        </ul>
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed
            message={CONSENT_LIST.loadFailed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </SettingsSection>
  );
};
