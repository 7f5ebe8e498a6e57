import { useState } from "react";
import { AttachmentField } from "#client/components/attachments/tray.tsx";
import {
  type Attachments,
  useAttachments,
} from "#client/components/attachments/use-attachments.ts";
import { LoadFailed } from "#client/components/panels.tsx";
import { PersonFilter } from "#client/components/person-filter.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import {
  Checkbox,
  Field,
  Input,
  Label,
  NativeSelect,
  Textarea,
} from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useOnceKeys } from "#client/lib/form.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { STRIKE_ACTS, STRIKE_LENGTHS, STRIKE_TERMS } from "#shared/constants/strikes.ts";
import { ATTACHMENTS_PER_MESSAGE } from "#shared/constants/uploads.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Person } from "#shared/schemas/members.ts";
import { STRIKE_ACT_NAMES } from "#shared/strike-messages.ts";
import { STRIKE_FORM, STRIKE_TERM_NAMES } from "#shared/strike-screen-messages.ts";
import {
  EMPTY_STRIKE,
  inputOf,
  problemsOf,
  type StrikeDraft,
  type StrikeProblems,
  TicketPictures,
} from "./strike-facts.tsx";

/** So much of a rule stands in its choice, in characters. */
const RULE_SHOWN_MAX = 90;

const ruleLabel = (number: string, text: string): string =>
  `${number} ${text.length > RULE_SHOWN_MAX ? `${text.slice(0, RULE_SHOWN_MAX)}…` : text}`;

type FieldsProps = {
  draft: StrikeDraft;
  problems: StrikeProblems;
  onChange: (changed: Partial<StrikeDraft>) => void;
};

const Rule = ({ draft, problems, onChange }: FieldsProps) => {
  const rules = trpc.strikes.rules.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (rules.isError)
    return (
      <LoadFailed
        message={STRIKE_FORM.rulesFailed}
        isRetrying={rules.isFetching}
        onRetry={() => void rules.refetch()}
      />
    );
  if (rules.data?.length === 0) return null;
  return (
    <Field label={STRIKE_FORM.rule} error={problems.ruleId ?? null}>
      {(control) => (
        <NativeSelect
          {...control}
          name="ruleId"
          value={draft.ruleId}
          onChange={({ target }) => onChange({ ruleId: target.value })}
        >
          <option value="">{STRIKE_FORM.chooseRule}</option>
          {rules.data?.map(({ id, number, text }) => (
            <option key={id} value={id}>
              {ruleLabel(number, text)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
};

const Term = ({ draft, problems, onChange }: FieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Field label={STRIKE_FORM.term}>
      {(control) => (
        <NativeSelect
          {...control}
          value={draft.term}
          onChange={({ target }) => {
            const term = STRIKE_TERMS.find((one) => one === target.value);
            if (term !== undefined) onChange({ term });
          }}
        >
          {STRIKE_TERMS.map((term) => (
            <option key={term} value={term}>
              {STRIKE_TERM_NAMES[term]}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
    {draft.term === "until" && (
      <Field label={STRIKE_FORM.lastDay} error={problems.lastDay ?? null}>
        {(control) => (
          <Input
            {...control}
            type="date"
            name="lastDay"
            value={draft.lastDay}
            onChange={({ target }) => onChange({ lastDay: target.value })}
          />
        )}
      </Field>
    )}
  </div>
);

const Forbids = ({ draft, problems, onChange }: FieldsProps) => (
  <fieldset>
    <legend className="text-[0.95rem] font-semibold text-ink">{STRIKE_FORM.forbids}</legend>
    <ul className="mt-2 grid gap-2 sm:grid-cols-2">
      {STRIKE_ACTS.map((act) => (
        <li key={act}>
          <Label className="flex min-h-11 items-start gap-3 leading-snug">
            <Checkbox
              className="mt-0.5"
              aria-label={STRIKE_ACT_NAMES[act].name}
              checked={draft.forbids.includes(act)}
              onCheckedChange={(checked) => {
                const others = draft.forbids.filter((one) => one !== act);
                onChange({ forbids: checked === true ? [...others, act] : others });
              }}
            />
            <span>
              {STRIKE_ACT_NAMES[act].name}
              <span className="block text-sm font-normal text-muted">
                {STRIKE_ACT_NAMES[act].text}
              </span>
            </span>
          </Label>
        </li>
      ))}
    </ul>
    {problems.forbids !== undefined && (
      <p className="mt-2 text-sm font-medium text-ember">{problems.forbids}</p>
    )}
  </fieldset>
);

type TextFieldProps = FieldsProps & {
  name: "reason" | "remark" | "evidence";
  label: string;
  hint: string;
  maxLength?: number;
};

const TextField = ({ draft, problems, onChange, name, label, hint, maxLength }: TextFieldProps) => (
  <Field label={label} hint={hint} error={problems[name] ?? null}>
    {(control) => (
      <Textarea
        {...control}
        name={name}
        isCompact
        maxLength={maxLength}
        value={draft[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    )}
  </Field>
);

type FilesProps = {
  files: Attachments;
  ticketId: number | undefined;
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
};

/** Pictures and text files as evidence: one's own, and those of the ticket. */
const Files = ({ files, ticketId, chosen, onChoose }: FilesProps) => {
  const count = files.list.length + chosen.length;
  return (
    <>
      <AttachmentField attachments={files} />
      {ticketId !== undefined && (
        <TicketPictures
          ticketId={ticketId}
          chosen={chosen}
          isFull={count >= ATTACHMENTS_PER_MESSAGE}
          onChoose={onChoose}
        />
      )}
      {count > ATTACHMENTS_PER_MESSAGE && (
        <p role="alert" className="text-sm font-medium text-ember">
          {STRIKE_FORM.tooManyFiles(ATTACHMENTS_PER_MESSAGE)}
        </p>
      )}
    </>
  );
};

export type IssueDialogProps = {
  /** Against whom; null where that is chosen in the form. */
  member: Person | null;
  /** The ticket that it comes from. */
  ticketId?: number;
  onClose: () => void;
};

const stay = (event: Event) => event.preventDefault();

const IssueForm = ({
  member: given,
  ticketId,
  userId,
  onClose,
}: IssueDialogProps & { userId: string }) => {
  const { strikes, administration } = trpc.useUtils();
  const keyOf = useOnceKeys();
  const [member, setMember] = useState(given);
  const [draft, setDraft] = useState(EMPTY_STRIKE);
  const [problems, setProblems] = useState<StrikeProblems>({});
  const [lacksMember, setLacksMember] = useState(false);
  const files = useAttachments(userId, null, `files-strike-${given?.id ?? ""}-${ticketId ?? ""}`);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const rules = trpc.strikes.rules.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const issue = trpc.strikes.issue.useMutation({
    onSuccess: ({ id }) => {
      toast("success", STRIKE_FORM.done(id), "admin");
      files.clear();
      onClose();
    },
    onSettled: () => Promise.all([strikes.invalidate(), administration.audit.invalidate()]),
  });
  const onChange = (changed: Partial<StrikeDraft>) => {
    setDraft((now) => ({ ...now, ...changed }));
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !(name in changed))),
    );
  };
  const fields = { draft, problems, onChange };
  const attachmentIds = [...files.list.map(({ id }) => id), ...chosen];
  const cancel = () => {
    for (const { id } of files.list) files.remove(id);
    files.clear();
    onClose();
  };
  const submit = (form: HTMLFormElement) => {
    const found = problemsOf(draft, (rules.data?.length ?? 1) > 0);
    setProblems(found);
    setLacksMember(member === null);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (member === null || issue.isPending || files.isBusy) return;
    if (attachmentIds.length > ATTACHMENTS_PER_MESSAGE) return;
    const about = { userId: member.id, ticketId: ticketId ?? null };
    const input = { ...inputOf(draft, about), attachmentIds };
    issue.mutate({ ...input, idempotencyKey: keyOf(input) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !issue.isPending && cancel()}>
      {/* A click beside it must not lose what was typed. */}
      <DialogContent onInteractOutside={stay}>
        <form
          noValidate
          className="flex min-h-0 flex-col"
          {...files.handlers}
          onSubmit={(event) => {
            event.preventDefault();
            submit(event.currentTarget);
          }}
        >
          <div className="min-w-0 px-6 pt-6 pb-4 sm:px-8 sm:pt-8">
            <DialogTitle className="headline pr-10 text-4xl wrap-anywhere">
              {given === null ? STRIKE_FORM.titleWithout : STRIKE_FORM.title(fullName(given))}
            </DialogTitle>
            <DialogDescription className="mt-2 text-pretty text-muted">
              {STRIKE_FORM.text}
              {ticketId !== undefined && ` ${STRIKE_FORM.fromTicket(ticketId)}`}
            </DialogDescription>
          </div>
          <div className="grid gap-5 overflow-y-auto px-6 py-2 sm:px-8">
            {given === null && (
              <div>
                <PersonFilter
                  label={STRIKE_FORM.member}
                  chosen={member === null ? null : fullName(member)}
                  onChoose={(person) => {
                    setMember(person);
                    setLacksMember(false);
                  }}
                />
                {lacksMember && (
                  <p className="mt-2 text-sm font-medium text-ember">{STRIKE_FORM.memberMissing}</p>
                )}
              </div>
            )}
            <Rule {...fields} />
            <TextField
              {...fields}
              name="reason"
              label={STRIKE_FORM.reason}
              hint={STRIKE_FORM.reasonHint}
              maxLength={STRIKE_LENGTHS.reason}
            />
            <Term {...fields} />
            {draft.term !== "warning" && <Forbids {...fields} />}
            <TextField
              {...fields}
              name="remark"
              label={STRIKE_FORM.remark}
              hint={STRIKE_FORM.remarkHint}
              maxLength={STRIKE_LENGTHS.remark}
            />
            <TextField
              {...fields}
              name="evidence"
              label={STRIKE_FORM.evidence}
              hint={STRIKE_FORM.evidenceHint}
            />
            <Files files={files} ticketId={ticketId} chosen={chosen} onChoose={setChosen} />
            {issue.isError && <Alert>{messageOf(issue.error) ?? STRIKE_FORM.failed}</Alert>}
          </div>
          <div className="flex flex-col-reverse gap-3 px-6 pt-4 pb-6 sm:flex-row sm:justify-end sm:px-8 sm:pb-8">
            <DialogClose asChild>
              <Button variant="outline" disabled={issue.isPending}>
                Cancel
              </Button>
            </DialogClose>
            <Button type="submit" variant="danger" isBusy={issue.isPending}>
              {STRIKE_FORM.action}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
};

/** Issues a strike, on a member's page, in the list of the team or from a ticket. */
export const IssueDialog = (props: IssueDialogProps) => {
  const user = useSession();
  return user != null && <IssueForm {...props} userId={user.id} />;
};
