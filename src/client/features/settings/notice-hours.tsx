import { useEffect, useEffectEvent, useId, useState } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { DAY_MINUTES } from "#shared/constants/notices.ts";
import { PREFERENCES } from "#shared/notice-messages.ts";
import { NOTICE_SETTINGS as WORDS } from "#shared/notice-settings-messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";

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
export const QuietHours = ({ known, onChange }: HoursProps) => {
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
export const Digest = ({ known, onChange }: HoursProps) => {
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
