import type { ReactNode } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { NativeSelect } from "#client/components/ui/native-select.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_CATEGORIES, type TicketField } from "#shared/constants/tickets.ts";
import { CharactersLeft } from "./characters-left.tsx";
import { type TicketDraft, type TicketProblems, TYPED, withGame } from "./ticket-draft.ts";

const OPTIONS_FAILED = "The games and servers could not be loaded.";

/** The choices with the chosen one among them, which may no longer be configured. */
const withChosen = (choices: readonly string[], chosen: string) =>
  chosen === "" || choices.includes(chosen) ? choices : [chosen, ...choices];

type TicketFieldsProps = {
  draft: TicketDraft;
  problems: TicketProblems;
  /** What others have saved meanwhile in fields that were changed here, too. */
  theirs?: Partial<Record<TicketField, string>>;
  onChange: (draft: TicketDraft) => void;
  /** Who is on the ticket. */
  people: ReactNode;
};

/** Subject, category, game, server, description and people of a ticket (member §2, §5). */
export const TicketFields = ({ draft, problems, theirs, onChange, people }: TicketFieldsProps) => {
  const options = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const servers = options.data?.gamesWithServers ?? {};
  const set = (part: Partial<TicketDraft>) => onChange({ ...draft, ...part });
  const hintOf = (field: TicketField) =>
    theirs?.[field] === undefined ? undefined : (
      <>
        Meanwhile it was saved as: <q className="wrap-anywhere text-bone">{theirs[field]}</q>
      </>
    );
  return (
    <div className="@container space-y-6">
      <Field
        label="Subject"
        error={problems.subject ?? null}
        hint={hintOf("subject")}
        className="relative"
      >
        {(control) => (
          <>
            <Input
              {...control}
              name="subject"
              required
              autoComplete="off"
              value={draft.subject}
              onChange={(event) => set({ subject: event.target.value })}
            />
            <CharactersLeft value={draft.subject} max={TYPED.subject.max} />
          </>
        )}
      </Field>
      {options.isError && options.data === undefined && (
        <LoadFailed
          message={OPTIONS_FAILED}
          isRetrying={options.isFetching}
          onRetry={() => void options.refetch()}
        />
      )}
      <div className="grid items-start gap-x-5 gap-y-6 @sm:grid-cols-2 @2xl:grid-cols-3">
        <Field
          label="Category"
          error={problems.category ?? null}
          hint={hintOf("category")}
          className="@sm:col-span-2 @2xl:col-span-1"
        >
          {(control) => (
            <NativeSelect
              {...control}
              name="category"
              required
              value={draft.category}
              onChange={(event) => set({ category: event.target.value })}
            >
              <option value="">Choose a category</option>
              {TICKET_CATEGORIES.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Game" error={problems.game ?? null} hint={hintOf("game")}>
          {(control) => (
            <NativeSelect
              {...control}
              name="game"
              required
              disabled={options.data === undefined}
              value={draft.game}
              onChange={(event) => onChange(withGame(draft, event.target.value))}
            >
              <option value="">Choose a game</option>
              {withChosen(Object.keys(servers), draft.game).map((game) => (
                <option key={game}>{game}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Server" error={problems.server ?? null} hint={hintOf("server")}>
          {(control) => (
            <NativeSelect
              {...control}
              name="server"
              required
              disabled={draft.game === "" || options.data === undefined}
              value={draft.server}
              onChange={(event) => set({ server: event.target.value })}
            >
              <option value="">
                {draft.game === "" ? "Choose a game first" : "Choose a server"}
              </option>
              {withChosen(servers[draft.game] ?? [], draft.server).map((server) => (
                <option key={server}>{server}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <Field
        label="Description"
        error={problems.description ?? null}
        hint={hintOf("description")}
        className="relative"
      >
        {(control) => (
          <>
            <Textarea
              {...control}
              name="description"
              required
              className="max-h-[60vh] min-h-40"
              placeholder="What happened, when, and to which character? The more the team knows, the faster it is solved."
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
            <CharactersLeft value={draft.description} max={TYPED.description.max} />
          </>
        )}
      </Field>
      {people}
    </div>
  );
};
