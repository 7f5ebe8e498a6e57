import { Link } from "@tanstack/react-router";
import { ArrowLeft, Download, Lock, Printer } from "lucide-react";
import { useId, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { TicketUnknown } from "#client/features/tickets/detail/screen.tsx";
import { isUnknown } from "#client/features/tickets/detail/use-thread.ts";
import { worksOn } from "#client/features/tickets/team-marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { saveFile } from "#client/lib/save-file.ts";
import { may, useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TRANSCRIPT } from "#shared/desk-messages.ts";
import { transcriptHtml, transcriptName, transcriptTime } from "#shared/rules/transcript.ts";
import type { Transcript, TranscriptLine } from "#shared/schemas/desk.ts";

/** Two may have the same name. */
const Files = ({ files }: { files: readonly string[] }) =>
  files
    .map((file, index) => ({ file, key: `${index}` }))
    .map(({ file, key }) => (
      <p key={key} className="text-sm wrap-anywhere text-muted">
        {TRANSCRIPT.file(file)}
      </p>
    ));

type LineProps = { line: TranscriptLine; time: (at: string) => string };

/** One line, which no page of paper tears apart. */
const Line = ({ line, time }: LineProps) => {
  const { kind, at, name, text, isEdited, isRemoved, files } = line;
  const when = <time dateTime={at}>{time(at)}</time>;
  if (kind === "event")
    return (
      <li className="break-inside-avoid text-sm text-muted">
        <bdi>{name}</bdi> {text} · {when}
      </li>
    );
  return (
    <li
      className={cn("break-inside-avoid", kind === "note" && "border-l-4 border-laurel/70 pl-3.5")}
    >
      <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-muted">
        <bdi className="font-semibold text-ink">{name}</bdi>
        {kind === "note" && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-laurel">
            <Lock className="size-3.5" aria-hidden />
            {TRANSCRIPT.note}
          </span>
        )}
        {when}
        {isEdited && <span>{TRANSCRIPT.edited}</span>}
      </p>
      {isRemoved && <p className="text-muted italic">{TRANSCRIPT.removed}</p>}
      {text !== "" && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      <Files files={files} />
    </li>
  );
};

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div className="contents">
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{value}</dd>
  </div>
);

const Sheet = ({ transcript }: { transcript: Transcript }) => {
  const time = transcriptTime(transcript.timeZone);
  // Messages that were sent in the same moment have nothing else to tell them apart.
  const lines = transcript.lines.map((line, index) => ({ line, key: `${index}` }));
  return (
    <article className="panel mt-5 p-5 sm:p-8 print:mt-0 print:border-0 print:p-0">
      <p className="text-muted">{transcript.community}</p>
      <h1 className="mt-1 text-2xl font-extrabold wrap-anywhere md:text-3xl">
        #{transcript.id} <bdi>{transcript.subject}</bdi>
      </h1>
      {transcript.hasNotes && (
        <p className="mt-4 rounded-lg border border-laurel/60 px-4 py-2.5 font-semibold text-laurel">
          {TRANSCRIPT.notesWarning}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        <Fact term={TRANSCRIPT.status} value={transcript.status} />
        <Fact term={TRANSCRIPT.opened} value={time(transcript.openedAt)} />
        <Fact term={TRANSCRIPT.people} value={transcript.people.join(", ")} />
        {transcript.facts.map(({ term, value }) => (
          <Fact key={term} term={term} value={value} />
        ))}
      </dl>
      <h2 className="mt-6 text-lg font-bold">{TRANSCRIPT.description}</h2>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{transcript.description}</p>
      <Files files={transcript.files} />
      <h2 className="mt-6 text-lg font-bold">{TRANSCRIPT.conversation}</h2>
      {lines.length === 0 ? (
        <p className="mt-1 text-muted">{TRANSCRIPT.none}</p>
      ) : (
        <ol className="mt-3 space-y-4">
          {lines.map(({ line, key }) => (
            <Line key={key} line={line} time={time} />
          ))}
        </ol>
      )}
      <p className="mt-8 border-t border-ground-700 pt-3 text-sm text-muted">
        {TRANSCRIPT.madeAt(time(transcript.madeAt), transcript.timeZone)}
      </p>
    </article>
  );
};

/** A ticket to print or to keep. */
export const TranscriptScreen = ({ ticketId }: { ticketId: number }) => {
  const user = useSession();
  const { data: ticket } = trpc.tickets.byId.useQuery(
    { id: ticketId },
    { enabled: may(user, "tickets") },
  );
  const isTeam = ticket !== undefined && worksOn(user, ticket);
  const notesId = useId();
  const [wantsNotes, setWantsNotes] = useState(false);
  const withNotes = isTeam && wantsNotes;
  const query = trpc.transcripts.read.useQuery(
    { id: ticketId, withNotes },
    { staleTime: 0, gcTime: 0, placeholderData: (before) => before },
  );
  const { data } = query;
  const isReady = data !== undefined && data.hasNotes === withNotes;
  const save = () => {
    if (data === undefined) return;
    const page = new Blob([transcriptHtml(data)], { type: "text/html" });
    saveFile(`${transcriptName(data)}.html`, page);
  };
  if (isUnknown(query.error)) return <TicketUnknown />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Button asChild variant="ghost" size="sm" className="max-md:h-11">
          <Link to="/member/tickets/ticket/$ticketId" params={{ ticketId: String(ticketId) }}>
            <ArrowLeft aria-hidden />
            {TRANSCRIPT.back(ticketId)}
          </Link>
        </Button>
        {isTeam && (
          <span className="flex min-h-11 items-center gap-2.5">
            <Checkbox
              id={notesId}
              checked={wantsNotes}
              onCheckedChange={(checked) => setWantsNotes(checked === true)}
            />
            <Label htmlFor={notesId}>{TRANSCRIPT.withNotes}</Label>
          </span>
        )}
        <span className="ml-auto flex gap-2">
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11"
            disabled={!isReady}
            onClick={save}
          >
            <Download aria-hidden />
            {TRANSCRIPT.save}
          </Button>
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={!isReady}
            onClick={() => window.print()}
          >
            <Printer aria-hidden />
            {TRANSCRIPT.print}
          </Button>
        </span>
      </div>
      {query.isError && data === undefined && (
        <h1 className="mt-5 text-2xl font-extrabold md:text-3xl">{TRANSCRIPT.title(ticketId)}</h1>
      )}
      {query.isError && (
        <div className="mt-5">
          <LoadFailed
            message={TRANSCRIPT.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {data !== undefined && <Sheet transcript={data} />}
      {data === undefined && !query.isError && (
        <div aria-busy="true" className="panel mt-5 space-y-4 p-8">
          <output className="sr-only">{TRANSCRIPT.loading}</output>
          <h1 className="text-2xl font-extrabold md:text-3xl">{TRANSCRIPT.title(ticketId)}</h1>
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </>
  );
};
