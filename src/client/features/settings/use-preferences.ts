import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTICE_SETTINGS } from "#shared/notice-settings-messages.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";

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
export const usePreferences = () => {
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
