import { Link } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Moment } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { HtmlMail } from "#client/components/rich-text-view.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MAILING_POLL_MS } from "#shared/constants/time.ts";
import { MAILING, NEWSLETTER } from "#shared/newsletter-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import type { Mailing } from "#shared/schemas/newsletters.ts";

type Running = NonNullable<Mailing["mailing"]>;

const SHOWN = ["sent", "queued", "failed", "skipped"] as const;

/** How far it has come, and what went wrong. */
const Progress = ({ mailing }: { mailing: Running }) => {
  const id = useId();
  const { state, recipients, startedAt, endedAt, by, failures } = mailing;
  const done = mailing.sent + mailing.failed + mailing.skipped;
  const left = state === "done" ? 0 : Math.max(0, recipients - done - mailing.queued);
  return (
    <div className="mt-4">
      <p id={id} className="font-semibold">
        {MAILING.states[state]}
        <span className="font-normal text-muted">
          {" · "}
          <Moment at={endedAt ?? startedAt} />
          {by !== null && ` · ${by}`}
        </span>
      </p>
      <progress
        aria-labelledby={id}
        value={state === "done" ? Math.max(1, recipients) : done}
        max={Math.max(1, recipients)}
        className="mt-2 h-2 w-full appearance-none overflow-hidden rounded-full bg-ground-700 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-ground-700 [&::-webkit-progress-value]:bg-accent"
      />
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-5">
        {SHOWN.map((name) => (
          <div key={name}>
            <dt className="text-sm text-faint">{MAILING.counts[name]}</dt>
            <dd className="text-lg font-semibold tabular-nums">{numberText(mailing[name])}</dd>
          </div>
        ))}
        <div>
          <dt className="text-sm text-faint">{MAILING.counts.left}</dt>
          <dd className="text-lg font-semibold tabular-nums">{numberText(left)}</dd>
        </div>
      </dl>
      {mailing.skipped > 0 && <p className="mt-2 text-sm text-muted">{MAILING.skippedHint}</p>}
      {failures.length > 0 && (
        <Alert className="mt-3">
          <p className="font-semibold">{MAILING.failures}</p>
          <ul className="mt-1">
            {failures.map(({ error, mails }) => (
              <li key={error}>
                {numberText(mails)} × {error === "uncertain" ? MAILING.unknownError : error}
              </li>
            ))}
          </ul>
          <Link
            to="/member/admin/health"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {MAILING.failedMails}
          </Link>
        </Alert>
      )}
    </div>
  );
};

/** The mail as it will arrive. */
const Preview = ({ newsId }: { newsId: number }) => {
  const { data, isError, isFetching, refetch } = trpc.newsletters.preview.useQuery(
    { newsId },
    { staleTime: 0 },
  );
  if (isError)
    return (
      <div className="mt-4">
        <LoadFailed
          message={MAILING.previewFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <Skeleton className="mt-4 h-96" />;
  return (
    <div className="mt-4 overflow-clip rounded-xl border border-ground-600 bg-ground-950">
      <p className="border-b border-ground-700 px-4 py-3 font-semibold wrap-anywhere">
        {data.subject}
      </p>
      <HtmlMail html={data.html} title={MAILING.previewTitle} />
    </div>
  );
};

/** The acts on a mailing, each of which asks anew how it stands. */
const useMailing = (newsId: number) => {
  const { newsletters } = trpc.useUtils();
  const after = {
    onSuccess: (said: string) => {
      toast("success", said, "admin");
      void newsletters.ofPost.invalidate({ newsId });
    },
  };
  return {
    start: trpc.newsletters.start.useMutation(after),
    stop: trpc.newsletters.stop.useMutation(after),
    test: trpc.newsletters.sendTest.useMutation({
      ...after,
      onError: (error) => toast("error", messageOf(error) ?? MAILING.failed, "admin"),
    }),
  };
};

const Acts = ({ newsId, state }: { newsId: number; state: Mailing }) => {
  const { hasMail, recipients, mailing } = state;
  const { start, stop, test } = useMailing(newsId);
  const [showsPreview, setShowsPreview] = useState(false);
  const [asked, setAsked] = useState<"start" | "stop" | null>(null);
  const isRunning = mailing?.state === "sending";
  const maySend = mailing === null || mailing.state === "stopped";
  const close = () => setAsked(null);
  const ask = (what: "start" | "stop") => {
    start.reset();
    stop.reset();
    setAsked(what);
  };
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {maySend && (
          <Button disabled={!hasMail || recipients === 0} onClick={() => ask("start")}>
            <Mail aria-hidden />
            {mailing === null ? MAILING.send(recipients) : MAILING.goOn}
          </Button>
        )}
        {isRunning && (
          <Button variant="danger" onClick={() => ask("stop")}>
            {MAILING.stop}
          </Button>
        )}
        <Button
          variant="outline"
          aria-expanded={showsPreview}
          onClick={() => setShowsPreview(!showsPreview)}
        >
          {MAILING.preview}
        </Button>
        <Button
          variant="outline"
          disabled={!hasMail}
          isBusy={test.isPending}
          onClick={() => test.mutate({ newsId })}
        >
          {MAILING.test}
        </Button>
      </div>
      {showsPreview && <Preview newsId={newsId} />}
      <ConfirmDialog
        isOpen={asked === "start"}
        title={MAILING.question(recipients)}
        text={<p>{MAILING.consequences}</p>}
        action={MAILING.confirm}
        isDangerous={false}
        isBusy={start.isPending}
        error={start.error && (messageOf(start.error) ?? MAILING.failed)}
        onConfirm={() => start.mutate({ newsId }, { onSuccess: close })}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === "stop"}
        title={MAILING.stopQuestion}
        text={<p>{MAILING.stopText}</p>}
        action={MAILING.stopAction}
        isBusy={stop.isPending}
        error={stop.error && (messageOf(stop.error) ?? MAILING.failed)}
        onConfirm={() => stop.mutate({ newsId }, { onSuccess: close })}
        onClose={close}
      />
    </>
  );
};

/** Mails a post to those who agreed to news by email, and shows how far that is [CONSENT-08]. */
export const MailingPanel = ({ newsId, isPublished }: { newsId: number; isPublished: boolean }) => {
  const title = useId();
  const { data, isError, isFetching, refetch } = trpc.newsletters.ofPost.useQuery(
    { newsId },
    {
      staleTime: 0,
      enabled: isPublished,
      refetchInterval: ({ state }) =>
        state.data?.mailing?.state === "sending" ? MAILING_POLL_MS : false,
    },
  );
  return (
    <section aria-labelledby={title} className="panel mt-6 p-5 sm:p-8">
      <h2 id={title} className="font-display text-2xl font-bold tracking-wide">
        {MAILING.title}
      </h2>
      {!isPublished ? (
        <p className="mt-2 text-muted">{MAILING.unpublished}</p>
      ) : data === undefined ? (
        isError ? (
          <div className="mt-3">
            <LoadFailed
              message={MAILING.loadFailed}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        ) : (
          <Skeleton className="mt-3 h-24" />
        )
      ) : (
        <>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 text-muted">
            {MAILING.intro(data.recipients)}
            <Link
              to="/member/admin/users"
              search={{ news: "agreed" }}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent-strong"
            >
              {MAILING.audience}
            </Link>
          </p>
          {!data.hasMail && (
            <Alert kind="info" className="mt-2">
              {NEWSLETTER.mailOff}
            </Alert>
          )}
          {data.mailing !== null && <Progress mailing={data.mailing} />}
          <Acts newsId={newsId} state={data} />
        </>
      )}
    </section>
  );
};
