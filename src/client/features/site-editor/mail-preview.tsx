import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { HtmlMail } from "#client/components/html-mail.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { MAIL_NAMES, type MailName } from "#shared/schemas/community/mails.ts";
import { MAILS_FORM } from "#shared/site-forms/words.ts";
import { MAIL_PREVIEW } from "#shared/site-messages.ts";

const nameOf = (mail: MailName): string =>
  MAILS_FORM.fields.find(({ key }) => key === mail)?.label ?? mail;

const FORMS = ["html", "text"] as const;

/**
 * Each mail as it will be sent, with all drafts and sample values.
 * @param props.edited key of the field that is being written: the mail that is shown first.
 */
export const MailPreview = ({ edited }: { edited: string | null }) => {
  const [chosen, setChosen] = useState<{ beside: string | null; mail: MailName } | null>(null);
  const written = MAIL_NAMES.find((one) => one === edited) ?? MAIL_NAMES[0];
  const mail = chosen?.beside === edited ? chosen.mail : written;
  const [form, setForm] = useState<(typeof FORMS)[number]>("html");
  const { data, isError, isFetching, refetch } = trpc.site.previewMail.useQuery(
    { mail },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  return (
    <section aria-label={MAIL_PREVIEW.title} className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1.5">
        <NativeSelect
          aria-label={MAIL_PREVIEW.which}
          className="min-w-0 flex-1"
          value={mail}
          onChange={({ currentTarget: { value } }) =>
            setChosen({ beside: edited, mail: MAIL_NAMES.find((one) => one === value) ?? mail })
          }
        >
          {MAIL_NAMES.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </NativeSelect>
        <fieldset
          aria-label={MAIL_PREVIEW.form}
          className="flex shrink-0 rounded-lg border border-ground-600 p-0.5"
        >
          {FORMS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={form === one}
              onClick={() => setForm(one)}
              className="h-10 rounded-md px-3 text-sm font-semibold text-muted hover:text-ink aria-pressed:bg-ground-700 aria-pressed:text-accent-strong"
            >
              {MAIL_PREVIEW[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-clip rounded-xl border border-ground-600 bg-ground-950">
        {data !== undefined ? (
          <>
            <p className="border-b border-ground-700 px-4 py-3 wrap-anywhere">
              <span className="mr-2 text-sm text-faint">{MAIL_PREVIEW.subject}</span>
              <span className="font-semibold">{data.subject}</span>
            </p>
            <section
              aria-label={MAIL_PREVIEW[form]}
              className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
              // What scrolls can be reached by keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
            >
              {form === "html" ? (
                <HtmlMail html={data.html} title={MAIL_PREVIEW.title} />
              ) : (
                <pre className="p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
                  {data.text}
                </pre>
              )}
            </section>
          </>
        ) : isError ? (
          <div className="p-4">
            <LoadFailed
              message={MAIL_PREVIEW.failed}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        ) : (
          <Skeleton className="h-full" />
        )}
      </div>
      <p className="text-sm text-faint">{MAIL_PREVIEW.sample}</p>
    </section>
  );
};
