import { Link } from "@tanstack/react-router";
import { ChevronDown, ScrollText, X } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { usePageMark } from "#client/lib/page-marks.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { tabStorage } from "#client/lib/storage.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CONSENT_PROMPT } from "#shared/consent-messages.ts";
import type { PolicyKind } from "#shared/constants/accounts.ts";
import type { AskedPolicy } from "#shared/schemas/consents.ts";

/** In this tab the question is folded away. */
const FOLDED_KEY = "policyPromptFolded";

const POLICY_PAGES = { rules: "/rules", privacy: "/privacy-policy" } as const satisfies Record<
  PolicyKind,
  string
>;

const LINK = "font-semibold text-accent underline underline-offset-4 hover:text-accent-strong";

const Paragraphs = ({ title, lines }: { title: string; lines: readonly string[] }) => {
  const own = useOwnLang();
  if (lines.length === 0) return null;
  return (
    <>
      <p className="mt-3 text-sm font-semibold">{title}</p>
      <ul {...own} className="mt-1 grid gap-1.5 text-sm text-muted">
        {lines.map((line) => (
          <li key={line} className="border-l-2 border-ground-500 pl-3 wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
};

/** How a policy differs from what one agreed to. */
const Changes = ({ kind }: { kind: PolicyKind }) => {
  const { data, isError } = trpc.site.policyChanges.useQuery({ kind }, { staleTime: 0 });
  if (isError) return <p className="mt-2 text-sm text-ember">{CONSENT_PROMPT.changesFailed}</p>;
  if (data === undefined) return <Skeleton className="mt-2 h-12" />;
  const { added, removed, isCut } = data;
  return (
    <>
      {added.length + removed.length === 0 && (
        <p className="mt-2 text-sm text-muted">{CONSENT_PROMPT.noChanges}</p>
      )}
      <Paragraphs title={CONSENT_PROMPT.added} lines={added} />
      <Paragraphs title={CONSENT_PROMPT.removed} lines={removed} />
      {isCut && <p className="mt-2 text-sm text-muted">{CONSENT_PROMPT.cut}</p>}
    </>
  );
};

const Folded = ({ onOpen }: { onOpen: () => void }) => (
  <Button variant="outline" size="sm" className="h-11 bg-ground-850 shadow-2xl" onClick={onOpen}>
    <ScrollText aria-hidden />
    {CONSENT_PROMPT.label}
    <span className="sr-only">: {CONSENT_PROMPT.show}</span>
  </Button>
);

type QuestionProps = { asked: readonly AskedPolicy[]; onFold: () => void };

const Question = ({ asked, onFold }: QuestionProps) => {
  const { version, brand } = useSite();
  const { consents } = trpc.useUtils();
  const [showsChanges, setShowsChanges] = useState(false);
  const kinds = asked.map(({ kind }) => kind);
  const isChanged = asked.some(({ changedAt }) => changedAt !== null);
  const answer = trpc.consents.answer.useMutation({
    onSuccess: (_, { isGiven }) => {
      if (isGiven) toast("success", CONSENT_PROMPT.agreed, "settings");
      void consents.invalidate();
    },
  });
  const isRefused = answer.isSuccess && !answer.variables.isGiven;
  const say = (isGiven: boolean) => answer.mutate({ kinds, isGiven, shown: version });
  return (
    <div className="max-h-[70dvh] overflow-y-auto overscroll-contain rounded-xl border border-accent/50 bg-ground-850 p-4 text-ink shadow-2xl sm:p-5">
      <div className="flex items-start gap-3">
        <ScrollText className="mt-1 size-5 shrink-0 text-accent" aria-hidden />
        <h2 className="flex-1 font-display text-2xl leading-tight font-bold tracking-wide">
          {CONSENT_PROMPT.title(kinds, isChanged)}
        </h2>
        <button
          type="button"
          aria-label={CONSENT_PROMPT.later}
          title={CONSENT_PROMPT.later}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:text-ink"
          onClick={onFold}
        >
          <X className="size-5" aria-hidden />
        </button>
      </div>
      <p className="mt-1 text-pretty text-muted">{CONSENT_PROMPT.text}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-5">
        {kinds.map((kind) => (
          <Link
            key={kind}
            to={POLICY_PAGES[kind]}
            className={cn(LINK, "inline-flex min-h-11 items-center")}
          >
            {CONSENT_PROMPT.read(kind)}
          </Link>
        ))}
        {isChanged && (
          <button
            type="button"
            aria-expanded={showsChanges}
            className="inline-flex min-h-11 items-center gap-1 font-semibold text-muted hover:text-accent-strong"
            onClick={() => setShowsChanges(!showsChanges)}
          >
            <ChevronDown
              className={cn("size-4 transition-transform", showsChanges && "rotate-180")}
              aria-hidden
            />
            {CONSENT_PROMPT.changes}
          </button>
        )}
      </p>
      {showsChanges && kinds.map((kind) => <Changes key={kind} kind={kind} />)}
      {answer.isError && (
        <Alert className="mt-3">{messageOf(answer.error) ?? CONSENT_PROMPT.failed}</Alert>
      )}
      {isRefused && (
        <Alert kind="info" className="mt-3">
          <p>{CONSENT_PROMPT.refused}</p>
          <p className="mt-1 flex flex-wrap gap-x-5">
            <Link
              to="/member/accountsettings"
              className={cn(LINK, "inline-flex min-h-11 items-center")}
            >
              {CONSENT_PROMPT.settings}
            </Link>
            <a
              href={`mailto:${brand.contactEmail}`}
              className={cn(LINK, "inline-flex min-h-11 items-center")}
            >
              {brand.contactEmail}
            </a>
          </p>
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" className="h-11" isBusy={answer.isPending} onClick={() => say(true)}>
          {CONSENT_PROMPT.agree}
        </Button>
        {!isRefused && (
          <Button
            variant="outline"
            size="sm"
            className="h-11"
            disabled={answer.isPending}
            onClick={() => say(false)}
          >
            {CONSENT_PROMPT.disagree}
          </Button>
        )}
      </div>
    </div>
  );
};

/**
 * Asks a member to agree to what has changed [CONSENT-04]. It lies over the page, takes nothing away, and
 * can be folded for this tab; it stays until one agrees.
 */
export default ({ asked }: { asked: readonly AskedPolicy[] }) => {
  usePageMark("has-policy-prompt");
  const [isFolded, setFolded] = useState(() => tabStorage.getItem(FOLDED_KEY) !== null);
  const fold = (isAway: boolean) => {
    if (isAway) tabStorage.setItem(FOLDED_KEY, "1");
    else tabStorage.removeItem(FOLDED_KEY);
    setFolded(isAway);
  };
  return createPortal(
    <aside
      aria-label={CONSENT_PROMPT.label}
      className={cn(
        "fixed right-2 z-35 animate-in fade-in motion-reduce:animate-none md:right-4 md:bottom-4 print:hidden",
        "bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.5rem)] max-md:in-[.has-pinned]:bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+4rem)]",
        !isFolded && "left-2 md:left-auto md:w-120",
      )}
    >
      {isFolded ? (
        <Folded onOpen={() => fold(false)} />
      ) : (
        <Question asked={asked} onFold={() => fold(true)} />
      )}
    </aside>,
    document.body,
  );
};
