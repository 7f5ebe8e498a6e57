import { Link } from "@tanstack/react-router";
import { Check, Minus } from "lucide-react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { takeFocus } from "#client/lib/form.ts";
import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import type { SetupSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import type { SetupStep } from "#shared/constants/setup.ts";
import type { SetupState } from "#shared/schemas/site.ts";
import { SETUP_STEP_TEXTS, SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";
import { MailStep, ProviderStep } from "./provider-step.tsx";
import { BrandStep, ServerStep, TimezoneStep } from "./server-step.tsx";

type Step = SetupState["steps"][number];

const stateOf = ({ isDone, isSkipped }: Step) => (isDone ? "done" : isSkipped ? "skipped" : "open");

const MARKS = {
  done: "bg-moss text-ground-950",
  skipped: "bg-ground-600 text-muted",
  open: "bg-accent/20 text-accent",
} as const;

const Mark = ({ step, number }: { step: Step; number: number }) => {
  const state = stateOf(step);
  return (
    <span
      aria-hidden
      className={cn(
        "hexagon grid h-8 w-[1.75rem] shrink-0 place-items-center font-display text-base font-extrabold",
        MARKS[state],
      )}
    >
      {state === "done" ? (
        <Check className="size-4" strokeWidth={3} />
      ) : state === "skipped" ? (
        <Minus className="size-4" strokeWidth={3} />
      ) : (
        number
      )}
    </span>
  );
};

type StepListProps = { steps: readonly Step[]; current: SetupStep | null };

const StepList = ({ steps, current }: StepListProps) => (
  <nav aria-label={SETUP_WIZARD.steps} className="panel self-start p-2">
    <ol className="grid grid-cols-2 gap-1 sm:grid-cols-3 lg:grid-cols-1">
      {steps.map((step, index) => (
        <li key={step.step} className="min-w-0">
          <Link
            to="/member/admin/setup"
            search={{ step: step.step }}
            aria-current={step.step === current ? "step" : undefined}
            className={cn(
              "flex min-h-11 items-center gap-2.5 rounded-lg px-2 py-1.5 leading-tight text-muted transition-colors hover:bg-ground-800 hover:text-ink focus-visible:-outline-offset-2",
              step.step === current && "bg-ground-700 text-ink",
            )}
          >
            <Mark step={step} number={index + 1} />
            <span className="min-w-0">
              <span className="block font-semibold">{SETUP_STEP_TEXTS[step.step].title}</span>
              <span className="block text-xs text-muted">{SETUP_WIZARD.states[stateOf(step)]}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);

const StepBody = ({ step, state }: { step: Step; state: SetupState }) => {
  switch (step.step) {
    case "brand":
      return <BrandStep />;
    case "timezone":
      return <TimezoneStep />;
    case "server":
      return <ServerStep exampleServers={state.exampleServers} />;
    case "mail":
      return <MailStep isConfigured={step.isDone} />;
    default:
      return <ProviderStep provider={step.step} isConfigured={step.isDone} />;
  }
};

/** Steps in which the site says where it is. */
const NAMES_ADDRESSES: ReadonlySet<SetupStep> = new Set([
  "discord",
  "steam",
  "epic",
  "microsoft",
  "tebex",
]);

type OpenStepProps = { step: Step; state: SetupState };

const OpenStep = ({ step, state }: OpenStepProps) => {
  const { publicUrl } = useSite();
  const { setup } = trpc.useUtils();
  const skip = trpc.setup.skip.useMutation({
    onSuccess: () => setup.state.invalidate(),
    onError: (error) =>
      toast("error", sendProblem(error, SETUP_WIZARD.skipFailed).sentence, "admin"),
  });
  const { title, text, without } = SETUP_STEP_TEXTS[step.step];
  const index = state.steps.findIndex((one) => one.step === step.step);
  const [before, after] = [state.steps[index - 1], state.steps[index + 1]];
  return (
    <section
      aria-labelledby="setup-step"
      className="panel grid min-w-0 grid-cols-1 gap-6 p-5 sm:p-7"
    >
      <div>
        <h2
          id="setup-step"
          ref={takeFocus}
          tabIndex={-1}
          className="font-display text-3xl leading-none font-bold tracking-wide display-case outline-none"
        >
          {title}
        </h2>
        <p className="mt-3 max-w-[65ch] leading-relaxed text-pretty text-ink">{text}</p>
        {!step.isDone && (
          <p className="mt-1 max-w-[65ch] leading-relaxed text-pretty text-muted">
            {SETUP_WIZARD.without} {without}.
          </p>
        )}
      </div>
      {NAMES_ADDRESSES.has(step.step) && !state.isPublicUrlSet && (
        <Alert kind="error">{SETUP_WIZARD.noPublicUrl(publicUrl)}</Alert>
      )}
      <StepBody key={step.step} step={step} state={state} />
      <div className="flex flex-wrap items-center gap-3 border-t border-ground-700 pt-5">
        {before !== undefined && (
          <Button asChild variant="outline">
            <Link to="/member/admin/setup" search={{ step: before.step }}>
              {SETUP_WIZARD.back}
            </Link>
          </Button>
        )}
        {!step.isDone && (
          <Button
            variant="ghost"
            isBusy={skip.isPending}
            onClick={() => skip.mutate({ step: step.step, isSkipped: !step.isSkipped })}
          >
            {step.isSkipped ? SETUP_WIZARD.unskip : SETUP_WIZARD.skip}
          </Button>
        )}
        <Button
          asChild
          variant={step.isDone || step.isSkipped ? "primary" : "outline"}
          className="ml-auto"
        >
          {after === undefined ? (
            <Link to="/member/admin/setup" search={{}}>
              {SETUP_WIZARD.finish}
            </Link>
          ) : (
            <Link to="/member/admin/setup" search={{ step: after.step }}>
              {SETUP_WIZARD.next}
            </Link>
          )}
        </Button>
      </div>
    </section>
  );
};

const AllDone = () => (
  <section className="panel grid grid-cols-1 justify-items-start gap-4 p-5 sm:p-7">
    <h2 className="font-display text-3xl leading-none font-bold tracking-wide display-case">
      {SETUP_WIZARD.allDone}
    </h2>
    <p className="max-w-[65ch] leading-relaxed text-pretty text-muted">
      {SETUP_WIZARD.allDoneText}
    </p>
    <Button asChild>
      <Link to="/">{SETUP_WIZARD.goToSite}</Link>
    </Button>
  </section>
);

/** The wizard for owners [SETUP-03]: what is done follows from the site, the rest is to do or put aside. */
const SetupWizardScreen = ({ search }: SearchProps<SetupSearch>) => {
  const { data, isError, isFetching, refetch } = trpc.setup.state.useQuery();
  const steps = data?.steps ?? [];
  const first = steps.find((step) => stateOf(step) === "open");
  const current = steps.find(({ step }) => step === search.step) ?? first;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <ScreenHeading
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={SETUP_WIZARD.title}
        actions={
          data !== undefined && (
            <p className="text-sm text-muted tabular-nums">
              {SETUP_WIZARD.progress(done, steps.length)}
            </p>
          )
        }
      />
      <p className="mt-1 mb-4 max-w-[75ch] text-pretty text-muted">{SETUP_WIZARD.intro}</p>
      {data === undefined && isError && (
        <LoadFailed
          message={SETUP_WIZARD.loadFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <div aria-busy className="grid gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <Skeleton className="h-40 rounded-[14px] lg:h-120" />
          <Skeleton className="h-120 rounded-[14px]" />
        </div>
      )}
      {data !== undefined && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <StepList steps={steps} current={current?.step ?? null} />
          {current === undefined ? (
            <AllDone />
          ) : (
            <OpenStep key={current.step} step={current} state={data} />
          )}
        </div>
      )}
    </>
  );
};

export const SetupWizard = withSearch<SetupSearch>(SetupWizardScreen);

export const loadSetup = forThose<SetupSearch>(ADMINS, ({ queries }) => {
  void queries.setup.state.prefetch(undefined, { ...ONCE, ...FRESH });
});
