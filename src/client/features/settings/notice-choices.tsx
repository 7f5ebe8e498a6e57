import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { useSite } from "#client/lib/site.ts";
import {
  NOTICE_CHANNELS,
  NOTICE_TOPICS,
  type NoticeChannel,
  type NoticeTopic,
} from "#shared/constants/notices.ts";
import { NOTICE_SETTINGS } from "#shared/notice-settings-messages.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";

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
export const ChoicesTable = ({ choices, onChange }: ChoicesTableProps) => {
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
