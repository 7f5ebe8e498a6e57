import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Checkbox, Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  DAY_MINUTES,
  NOTICE_CHANNELS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeTopic,
} from "#shared/constants/notices.ts";
import {
  NOTICE_SETTINGS,
  NOTICE_SETTINGS as WORDS,
  PREFERENCES,
} from "#shared/notification-messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";
import { PushSection } from "./push-section.tsx";
import { SettingsSection } from "./section.tsx";

type ChoicesTableProps = {
  choices: NoticePreferences["choices"];
  onChange: (input: PreferencesInput) => void;
};

const NewsByMail = () => (
  <Link
    to="/member/accountsettings"
    search={{ tab: "Privacy" }}
    aria-label={NOTICE_SETTINGS.newsByMailLabel}
    className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
  >
    {NOTICE_SETTINGS.newsByMail}
  </Link>
);

const Always = () => (
  <span className="text-sm text-muted">
    <span aria-hidden>{NOTICE_SETTINGS.always}</span>
    <span className="sr-only">{NOTICE_SETTINGS.alwaysLabel}</span>
  </span>
);

type CellProps = {
  topic: NoticeTopic;
  channel: NoticeChannel;
  choices: Partial<Readonly<Record<NoticeChannel, boolean>>>;
  isDisabled: boolean;
  onChange: ChoicesTableProps["onChange"];
};

const Cell = ({ topic, channel, choices, isDisabled, onChange }: CellProps) => {
  const known = choices[channel];
  if (known === undefined) return channel === "bell" ? <Always /> : <NewsByMail />;
  return (
    <span className="inline-grid size-11 place-items-center">
      <Checkbox
        aria-label={NOTICE_SETTINGS.choice(topic, channel)}
        className="relative before:absolute before:-inset-2.5"
        checked={known}
        disabled={isDisabled}
        onCheckedChange={(checked) =>
          onChange({ choices: { [topic]: { [channel]: checked === true } } })
        }
      />
    </span>
  );
};

/** What reaches one, by topic and channel. */
const ChoicesTable = ({ choices, onChange }: ChoicesTableProps) => {
  const id = useId();
  const { hasMail } = useSite();
  return (
    <>
      <table aria-label={NOTICE_SETTINGS.tableLabel} className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-ground-600 text-sm text-muted">
            <th scope="col" className="py-2 pr-2 font-semibold">
              {NOTICE_SETTINGS.topic}
            </th>
            {NOTICE_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-16 py-2 text-center font-semibold sm:w-28">
                {NOTICE_SETTINGS.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-ground-700">
          {NOTICE_TOPICS.map((topic) => {
            const { title, text } = NOTICE_SETTINGS.topics[topic];
            return (
              <tr key={topic}>
                <th
                  scope="row"
                  aria-describedby={`${id}-${topic}`}
                  className="py-3 pr-2 font-normal"
                >
                  <span className="block font-semibold">{title}</span>
                  <span id={`${id}-${topic}`} className="mt-0.5 block text-sm text-muted">
                    {text}
                  </span>
                </th>
                {NOTICE_CHANNELS.map((channel) => (
                  <td key={channel} className="py-1 text-center">
                    <Cell
                      topic={topic}
                      channel={channel}
                      choices={choices[topic]}
                      isDisabled={channel === "mail" && !hasMail}
                      onChange={onChange}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <ul className="mt-5 max-w-[68ch] space-y-1.5 text-sm text-muted">
        <li>{NOTICE_SETTINGS.bellHint}</li>
        <li>{hasMail ? NOTICE_SETTINGS.mailHint : NOTICE_SETTINGS.withoutMail}</li>
        <li>{NOTICE_SETTINGS.pushHint}</li>
      </ul>
    </>
  );
};

type HoursProps = {
  known: NoticePreferences;
  onChange: (input: PreferencesInput) => void;
};

/** What is proposed: the night. */
const NIGHT = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
const COMMUNITY = "";

const two = (value: number) => String(value).padStart(2, "0");
const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const minuteOf = (time: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return minute >= 0 && minute < DAY_MINUTES ? minute : null;
};

const ZoneSelect = ({ known: { timeZone, communityTimeZone }, onChange }: HoursProps) => {
  const own = ownTimeZone();
  const others = [...new Set([own, ...(timeZone === null ? [] : [timeZone])])];
  return (
    <Field label={WORDS.quiet.zone} className="min-w-0 flex-1 basis-64">
      {(control) => (
        <NativeSelect
          {...control}
          value={timeZone ?? COMMUNITY}
          onChange={({ target: { value } }) =>
            onChange({ timeZone: value === COMMUNITY ? null : value })
          }
        >
          <option value={COMMUNITY}>{WORDS.quiet.ofCommunity(communityTimeZone)}</option>
          {others.map((zone) => (
            <option key={zone} value={zone}>
              {zone === own ? WORDS.quiet.ofBrowser(zone) : zone}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
};

type Quiet = NonNullable<NoticePreferences["quiet"]>;

/** Browsers report every digit: a time is saved once nobody types. */
const TYPED_MS = 800;

/** Both times of quiet hours. */
const Times = ({ quiet, onChange }: { quiet: Quiet; onChange: HoursProps["onChange"] }) => {
  const [from, setFrom] = useState(timeOf(quiet.fromMinute));
  const [until, setUntil] = useState(timeOf(quiet.untilMinute));
  const [fromMinute, untilMinute] = [minuteOf(from), minuteOf(until)];
  const isIncomplete = fromMinute === null || untilMinute === null;
  const error = isIncomplete
    ? WORDS.quiet.incomplete
    : fromMinute === untilMinute
      ? PREFERENCES.sameTime
      : null;
  const save = useEffectEvent((fromTyped: number | null, untilTyped: number | null) => {
    if (fromTyped === null || untilTyped === null || fromTyped === untilTyped) return;
    if (fromTyped !== quiet.fromMinute || untilTyped !== quiet.untilMinute)
      onChange({ quiet: { fromMinute: fromTyped, untilMinute: untilTyped } });
  });
  useEffect(() => {
    const timer = setTimeout(() => save(fromMinute, untilMinute), TYPED_MS);
    return () => clearTimeout(timer);
  }, [fromMinute, untilMinute]);
  return (
    <>
      <Field label={WORDS.quiet.from} className="w-36" error={error}>
        {(control) => (
          <Input
            {...control}
            type="time"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
      </Field>
      <Field label={WORDS.quiet.until} className="w-36">
        {(control) => (
          <Input
            {...control}
            type="time"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        )}
      </Field>
    </>
  );
};

/** When nothing may disturb one [PUSH-03]. */
const QuietHours = ({ known, onChange }: HoursProps) => {
  const id = useId();
  const { quiet } = known;
  return (
    <>
      <div className="flex min-h-11 items-center gap-4">
        <Checkbox
          id={id}
          checked={quiet !== null}
          onCheckedChange={(checked) => onChange({ quiet: checked === true ? NIGHT : null })}
        />
        <label htmlFor={id} className="font-semibold">
          {WORDS.quiet.switch}
        </label>
      </div>
      {quiet !== null && (
        <div className="mt-4 flex flex-wrap items-start gap-4">
          <Times quiet={quiet} onChange={onChange} />
          <ZoneSelect known={known} onChange={onChange} />
        </div>
      )}
    </>
  );
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const OFF = "off";

/** Whether the mails of a day come as one, and when [PUSH-04]. */
const Digest = ({ known, onChange }: HoursProps) => {
  const { digestHour } = known;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Field label={WORDS.digest.label} className="min-w-0 flex-1 basis-64">
        {(control) => (
          <NativeSelect
            {...control}
            value={digestHour ?? OFF}
            onChange={({ target: { value } }) =>
              onChange({ digestHour: value === OFF ? null : Number(value) })
            }
          >
            <option value={OFF}>{WORDS.digest.off}</option>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {WORDS.digest.at(timeOf(hour * 60))}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {digestHour !== null && known.quiet === null && (
        <ZoneSelect known={known} onChange={onChange} />
      )}
    </div>
  );
};

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
