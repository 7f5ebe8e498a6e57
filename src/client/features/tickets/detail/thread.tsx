import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, Link2, MessageSquareOff, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NextPage } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { MergedNote } from "#client/features/tickets/merging/merging.tsx";
import { NoteLine, useNotes } from "#client/features/tickets/notes/line.tsx";
import { TeamFooter } from "#client/features/tickets/notes/team-footer.tsx";
import { worksOn } from "#client/features/tickets/team-marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useForbidden } from "#client/lib/session/use-identity.ts";
import { useSite } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { DAY_MS, TICKET_POLL_MS } from "#shared/constants/time.ts";
import { NOTE_SCREEN } from "#shared/desk-messages.ts";
import { STRIKE_STRIP } from "#shared/member-area-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { CurrentUser, DiscordAccount } from "#shared/schemas/accounts.ts";
import type { Message, SeenBy, Ticket, TicketEntry } from "#shared/schemas/tickets.ts";
import { THREAD_STATE } from "#shared/thread-messages.ts";
import { THREAD, THREAD_SCREEN, TICKETS } from "#shared/ticket-messages.ts";
import { quoteOf, useTypists } from "./composer-parts.tsx";
import { Composer, type ComposerHandle, entersLines, focusComposer } from "./composer.tsx";
import { calledName, MessageLine, namesIn, type Writer } from "./message-line.tsx";
import type { MessageActs } from "./message-parts.tsx";
import { useOutbox, useSettled, type Written } from "./outbox.ts";
import {
  EntryLine,
  isAskedIfSolved,
  RestoreAndAnswer,
  SolvedQuestion,
  TurnLine,
} from "./thread-lines.tsx";
import { type Known, threadKey, timelineOf, useFollow, withSent } from "./use-thread.ts";

/** Tells that one has read a ticket up to its newest message, while one looks at it. */
const useMarkSeen = (ticketId: number, newestId: number) => {
  const { client } = trpc.useUtils();
  const toldId = useRef(0);
  useEffect(() => {
    const tell = () => {
      if (document.hidden || newestId <= toldId.current) return;
      const before = toldId.current;
      toldId.current = newestId;
      inBackground(() => client.messages.markSeen.mutate({ ticketId, messageId: newestId })).catch(
        () => {
          // It is told with the next look.
          toldId.current = before;
        },
      );
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [client, ticketId, newestId]);
};

/**
 * Who of the others has read up to which message, by its id; those who wrote it themselves are left out.
 * @param isLive false: polls.
 */
const useSeen = (
  ticketId: number,
  messages: readonly Message[],
  isLive: boolean,
): ReadonlyMap<number, readonly SeenBy[]> => {
  useMarkSeen(ticketId, messages.at(-1)?.id ?? 0);
  const { data } = trpc.messages.seenBy.useQuery(
    { ticketId },
    { refetchInterval: isLive ? false : TICKET_POLL_MS },
  );
  return useMemo(() => {
    const authors = new Map(messages.map(({ id, author }) => [id, author.id]));
    const others = (data ?? []).filter(({ id, messageId }) => authors.get(messageId) !== id);
    return Map.groupBy(others, ({ messageId }) => messageId);
  }, [data, messages]);
};

const list = new Intl.ListFormat("en");

/** Who is writing right now. Its room is kept, so that nothing moves. */
const TypingLine = ({ names }: { names: readonly string[] }) => (
  <output className="absolute -top-6 left-3 max-w-[70%] truncate rounded-full text-sm text-faint not-empty:bg-ground-900/90 not-empty:px-2.5 sm:left-6">
    {names.length > 0 && THREAD_STATE.typing(list.format(names), names.length)}
  </output>
);

const withYear = dateFormat({ dateStyle: "long" });
const thisYear = dateFormat({ weekday: "long", month: "long", day: "numeric" });

/** "Today", "Yesterday", "Tuesday, November 3"; with the year where it is another. */
const dayName = (at: Date, nowMs: number | null): string => {
  if (nowMs === null) return withYear(at);
  const now = new Date(nowMs);
  if (at.toDateString() === now.toDateString()) return "Today";
  if (at.toDateString() === new Date(nowMs - DAY_MS).toDateString()) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? thisYear : withYear)(at);
};

/** Where a new day begins in the thread. */
const DayLine = ({ at }: { at: string }) => {
  const nowMs = useNow();
  return (
    <li className="mt-7 flex items-center gap-3 first:mt-2">
      <span aria-hidden className="h-px flex-1 bg-ground-700" />
      <span className="font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint display-case">
        <time dateTime={at}>{dayName(new Date(at), nowMs)}</time>
      </span>
      <span aria-hidden className="h-px flex-1 bg-ground-700" />
    </li>
  );
};

/** Stands where one could write, and says why one cannot. */
const Note = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="flex min-w-0 items-start gap-2.5 text-muted">
      <MessageSquareOff className="mt-0.5 size-5 shrink-0 text-faint" aria-hidden />
      {children}
    </p>
    {action}
  </div>
);

type ThreadProps = {
  ticket: Ticket;
  user: CurrentUser;
  /** The Discord account by which the person writes; null without one, be it that the site knows none. */
  discord: DiscordAccount | null;
  known: Known;
  history: readonly TicketEntry[];
  /** The messages before those that are known. */
  older: { isPending: boolean; isError: boolean; load: () => void };
  /** Asks for everything anew. */
  refresh: { isBusy: boolean; act: () => void };
  /** False: what is live is polled. */
  isLive: boolean;
};

/** What is done about messages: it happens in the composer, or is shown at once. */
const useMessageActs = (ticketId: number) => {
  const queryClient = useQueryClient();
  const composer = useRef<ComposerHandle>(null);
  const [edited, setEdited] = useState<Message | null>(null);
  const [isNote, setIsNote] = useState(false);
  const acts = useMemo<MessageActs>(
    () => ({
      onQuote: ({ author, discordUserName, content }) => {
        // A box that is hidden takes no focus.
        flushSync(() => setIsNote(false));
        composer.current?.quote(quoteOf(calledName(discordUserName, author), content));
      },
      onEdit: (message) => {
        setIsNote(false);
        setEdited(message);
      },
      onChanged: (message) =>
        queryClient.setQueryData<Known>(
          threadKey(ticketId),
          (known) => known && withSent(known, message),
        ),
    }),
    [queryClient, ticketId],
  );
  const onEdited = (message: Message | null) => {
    setEdited(null);
    if (message !== null) acts.onChanged(message);
  };
  return { composer, edited, acts, onEdited, footer: { isNote, onNote: setIsNote } };
};

/** What is said on a ticket, and what happened to it meanwhile; at its end one writes on. */
export const Thread = ({
  ticket,
  user,
  discord,
  known,
  history,
  older,
  refresh,
  isLive,
}: ThreadProps) => {
  const { hasDiscord } = useSite();
  const forbidden = useForbidden("writing", ticket.id);
  const mayWrite = (discord !== null || !hasDiscord) && forbidden === null;
  const section = useRef<HTMLElement>(null);
  const { messages, olderCursor } = known;
  const { outbox, unsent } = useOutbox(ticket.id, user.id);
  useSettled(outbox, messages, unsent, user.id);
  const { hasNew, follow, jumpToEnd } = useFollow(section, messages[0]?.id, messages.at(-1)?.id);
  const hasOlder = olderCursor !== null;
  const isTeam = worksOn(user, ticket);
  const shownSince = hasOlder ? (messages[0]?.createdAt ?? "") : "";
  const { notes, ...noted } = useNotes(ticket.id, isTeam, shownSince);
  const items = useMemo(
    () => timelineOf({ messages, hasOlder, history, notes, unsent, userId: user.id }),
    [messages, hasOlder, history, notes, unsent, user.id],
  );
  const names = useMemo(
    () => namesIn(ticket.assignedUsers, messages),
    [ticket.assignedUsers, messages],
  );
  const isAdmin = user.role === "Admin";
  const writer = useMemo<Writer>(
    () => ({
      name: calledName(discord?.discordName ?? null, user),
      picture: discord?.discordImgUrl ?? null,
      isAdmin,
      teamRoles: user.roles.filter((role) => role !== user.role),
    }),
    [discord, user, isAdmin],
  );

  // The button for earlier ones is gone with the first of all: the focus stays at the top of the thread.
  const heading = useRef<HTMLHeadingElement>(null);
  const hadOlder = useRef(hasOlder);
  useEffect(() => {
    if (hadOlder.current && !hasOlder) heading.current?.focus({ preventScroll: true });
    hadOlder.current = hasOlder;
  }, [hasOlder]);

  const send = (written: Written) => {
    follow();
    outbox.send(written, messages.at(-1)?.id ?? 0);
  };
  const isAsked = isAskedIfSolved(ticket, user, history);
  const isWritable = ticket.status === "Open" && mayWrite;
  const [isBack, setIsBack] = useState(false);
  const { composer, edited, acts, onEdited, footer } = useMessageActs(ticket.id);
  const seen = useSeen(ticket.id, messages, isLive);
  const last = messages.at(-1);
  const typists = useTypists(ticket.id, user.id, last?.author.id ?? null, last?.id ?? 0);

  return (
    <section
      ref={section}
      aria-label="Thread"
      className="panel mt-3 scroll-mb-[var(--bottom-bar,0px)] [overflow-anchor:none] md:mt-5"
    >
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Messages
      </h2>
      <div className="px-3 pt-3 pb-6 sm:px-6 [&_:is(a,button)]:scroll-mt-48">
        {hasOlder && (
          <NextPage
            isBusy={older.isPending}
            hasFailed={older.isError}
            failure={TICKETS.loadFailed}
            label={THREAD_SCREEN.older}
            onLoad={older.load}
            className="pt-2"
          />
        )}
        {/* What was said before is read by whoever asked for it, and not announced. */}
        <div
          role="log"
          aria-live={older.isPending ? "off" : "polite"}
          aria-label="Messages"
          aria-busy={older.isPending}
        >
          <ol>
            {items.map((item) => {
              if (item.kind === "day") return <DayLine key={item.key} at={item.at} />;
              if (item.kind === "note")
                return <NoteLine key={item.key} note={item.note} userId={user.id} />;
              if (item.kind === "entry")
                return <EntryLine key={item.key} entry={item.entry} names={names} />;
              return (
                <MessageLine
                  key={item.key}
                  message={item.message}
                  me={writer}
                  isOwn={!("author" in item.message) || item.message.author.id === user.id}
                  startsGroup={item.startsGroup}
                  outbox={outbox}
                  seen={"author" in item.message ? seen.get(item.message.id) : undefined}
                  acts={isWritable ? acts : null}
                />
              );
            })}
          </ol>
          {noted.hasFailed && (
            <LoadFailed message={NOTE_SCREEN.loadFailed} isRetrying={false} onRetry={noted.retry} />
          )}
          {!items.some(({ kind }) => kind === "message") && (
            <p className="mt-8 mb-2 text-center">
              <span className="headline block text-3xl">{THREAD.none}</span>
              {ticket.status === "Open" && (
                <span className="mt-2 block text-muted">{THREAD_SCREEN.noneHint}</span>
              )}
            </p>
          )}
        </div>
        <TurnLine ticket={ticket} user={user} />
      </div>
      <footer
        className={cn(
          "sticky bottom-[var(--bottom-bar,0px)] z-20 rounded-b-[13px] border-t border-ground-700 bg-ground-850 px-3 py-3 sm:px-6 sm:py-4",
          (isWritable || isTeam) && "hides-bottom-bar takes-bottom-bar",
        )}
      >
        <TypingLine names={typists.map((id) => names.get(id) ?? THREAD_STATE.someone)} />
        {hasNew && (
          <div className="absolute inset-x-0 -top-14 flex justify-center">
            <Button
              size="sm"
              onClick={({ currentTarget }) => {
                focusComposer(currentTarget);
                jumpToEnd();
              }}
            >
              <ArrowDown aria-hidden />
              New messages
            </Button>
          </div>
        )}
        <TeamFooter isTeam={isTeam} ticket={ticket} user={user} onNoteSaved={follow} {...footer}>
          {ticket.mergedInto !== null ? (
            <MergedNote into={ticket.mergedInto} />
          ) : ticket.status === "closed" ? (
            <>
              {isAsked && <SolvedQuestion ticketId={ticket.id} />}
              <Note
                action={
                  <RestoreAndAnswer
                    ticket={ticket}
                    isBesideQuestion={isAsked}
                    onRestored={() => setIsBack(true)}
                  />
                }
              >
                {THREAD.ticketClosed}
              </Note>
            </>
          ) : forbidden !== null ? (
            <Note
              action={
                <Button asChild size="sm" variant="outline">
                  <Link to="/member/strikes">{STRIKE_STRIP.see}</Link>
                </Button>
              }
            >
              {forbidden}
            </Note>
          ) : !mayWrite ? (
            <Note
              action={
                <span className="flex flex-wrap gap-2">
                  <Button asChild size="sm">
                    <Link to="/member/accountsettings" search={{ tab: "Accounts" }}>
                      <Link2 aria-hidden />
                      Link Discord
                    </Link>
                  </Button>
                  <Button variant="outline" size="sm" isBusy={refresh.isBusy} onClick={refresh.act}>
                    <RefreshCw aria-hidden />
                    Refresh Messages
                  </Button>
                </span>
              }
            >
              {THREAD.needsDiscord}
            </Note>
          ) : (
            <Composer
              key={edited?.id ?? "new"}
              ticketId={ticket.id}
              userId={user.id}
              edited={edited}
              startsFocused={edited !== null || isBack}
              handle={composer}
              onSend={send}
              onEdited={(message) => {
                // One goes on writing; with a finger, for which the keyboard would come up, one reads.
                setIsBack(!entersLines());
                onEdited(message);
              }}
            />
          )}
        </TeamFooter>
      </footer>
    </section>
  );
};
