import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSite } from "#client/lib/site.ts";
import { NOTICE_SETTINGS } from "#shared/notice-settings-messages.ts";
import { ChoicesTable } from "./notice-choices.tsx";
import { Digest, QuietHours } from "./notice-hours.tsx";
import { PushSection } from "./push-section.tsx";
import { SettingsSection } from "./section.tsx";
import { usePreferences } from "./use-preferences.ts";

/** How one is told of what concerns one [PUSH-01]. */
export const NotificationsTab = () => {
  const { query, save } = usePreferences();
  const { hasMail } = useSite();
  const { data } = query;
  return (
    <div className="space-y-6">
      <SettingsSection title={NOTICE_SETTINGS.title} text={NOTICE_SETTINGS.intro}>
        {data !== undefined ? (
          <ChoicesTable choices={data.choices} onChange={save} />
        ) : query.isError ? (
          <LoadFailed
            message={NOTICE_SETTINGS.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton className="h-72" />
        )}
      </SettingsSection>
      <PushSection />
      {data !== undefined && (
        <SettingsSection title={NOTICE_SETTINGS.quiet.title} text={NOTICE_SETTINGS.quiet.text}>
          <QuietHours known={data} onChange={save} />
        </SettingsSection>
      )}
      {data !== undefined && hasMail && (
        <SettingsSection title={NOTICE_SETTINGS.digest.title} text={NOTICE_SETTINGS.digest.text}>
          <Digest known={data} onChange={save} />
        </SettingsSection>
      )}
    </div>
  );
};
