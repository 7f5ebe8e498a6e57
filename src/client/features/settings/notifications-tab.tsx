import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTICE_SETTINGS } from "#shared/notice-settings-messages.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";
import { ChoicesTable } from "./notice-choices.tsx";
import { Digest, QuietHours } from "./notice-hours.tsx";
import { PushSection } from "./push-section.tsx";
import { SettingsSection } from "./section.tsx";

/** What holds once a change is saved. */
const changed = (known: NoticePreferences, input: PreferencesInput): NoticePreferences => {
  const { choices = {}, ...rest } = input;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...known,
    ...said,
    choices: {
      tickets: { ...known.choices.tickets, ...choices.tickets },
      points: { ...known.choices.points, ...choices.points },
      shop: { ...known.choices.shop, ...choices.shop },
      strikes: { ...known.choices.strikes, ...choices.strikes },
      news: { ...known.choices.news, ...choices.news },
    },
  };
};

/** How one is told, and how that is changed: shown at once, and taken back where it could not be saved. */
const usePreferences = () => {
  const { preferences, notifications } = trpc.useUtils();
  const query = trpc.preferences.read.useQuery();
  const save = trpc.preferences.save.useMutation({
    // One after the other, in the order in which they were chosen.
    scope: { id: "notice-preferences" },
    onMutate: async (input) => {
      await preferences.read.cancel();
      preferences.read.setData(undefined, (known) => known && changed(known, input));
    },
    onSuccess: (_saved, input) => {
      toast("success", NOTICE_SETTINGS.saved, "settings");
      if (input.choices?.news?.bell !== undefined) void notifications.invalidate();
    },
    onError: async () => {
      toast("error", NOTICE_SETTINGS.failed, "settings");
      await preferences.read.invalidate();
    },
  });
  return { query, save: save.mutate };
};

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
