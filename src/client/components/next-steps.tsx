import { Link } from "@tanstack/react-router";
import { ArrowRight, Check, Gamepad2, Gift, type LucideIcon, Users, Vote } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { DAY_MS, LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { NEXT_STEPS } from "#shared/member-area-messages.ts";
import type { Overview } from "#shared/schemas/members.ts";
import { PlatformIcon } from "./brand/platform-icon.tsx";
import { ServersLink } from "./page.tsx";

/** So long a member is new. */
const NEW_MS = 7 * DAY_MS;

/** All figures of one's overview. What keeps them fresh is `shell/member-bar.tsx`. */
export const useOverview = () =>
  trpc.members.overview.useQuery(undefined, { staleTime: LOADED_FRESH_MS });

const ROW =
  "group flex min-h-14 items-center gap-3 px-4 py-2 transition-colors hover:bg-ground-800/60 focus-visible:-outline-offset-2 sm:px-5";

type StepProps = {
  icon: LucideIcon | "discord";
  text: { title: string; text: string };
  isDone: boolean;
  /** Whether it is shown though it is done. */
  isKept: boolean;
  /** The link around it. */
  children: (content: ReactNode, className: string) => ReactNode;
};

const Step = ({ icon: Icon, text: { title, text }, isDone, isKept, children }: StepProps) => {
  if (isDone && !isKept) return null;
  const content = (
    <>
      <span
        aria-hidden
        className={cn(
          "hexagon grid h-10 w-[2.2rem] shrink-0 place-items-center",
          isDone ? "bg-moss text-ground-950" : "bg-ground-700 text-accent",
        )}
      >
        {isDone ? (
          <Check className="size-5" strokeWidth={3} />
        ) : Icon === "discord" ? (
          <PlatformIcon platform="discord" className="size-5" />
        ) : (
          <Icon className="size-5" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn("block leading-snug font-semibold", isDone && "text-muted")}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        {!isDone && <span className="block text-sm text-muted">{text}</span>}
      </span>
      {!isDone && (
        <ArrowRight
          aria-hidden
          className="size-4 shrink-0 text-faint transition-transform group-hover:translate-x-0.5 group-hover:text-accent-strong"
        />
      )}
    </>
  );
  return <li>{isDone ? <div className={ROW}>{content}</div> : children(content, ROW)}</li>;
};

/**
 * What a member does first, each step with where it is done; it is ticked off by itself. Nothing once
 * all of it is done. To whom it is not new any more, what is left of it.
 */
export const NextSteps = ({
  overview: { steps, joinedAt },
  className,
}: {
  overview: Pick<Overview, "steps" | "joinedAt">;
  className?: string;
}) => {
  const { brand } = useSite();
  const now = useNow();
  const { members } = trpc.useUtils();
  const visit = trpc.members.visitDiscord.useMutation({
    onSettled: () => members.overview.invalidate(),
  });
  const all = Object.values(steps).filter((isDone) => isDone !== null);
  const done = all.filter(Boolean).length;
  if (done === all.length) return null;
  const isNew = now !== null && now - Date.parse(joinedAt) < NEW_MS;
  return (
    <section aria-labelledby="next-steps" className={cn("panel overflow-hidden", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-4 pb-3 sm:px-5">
        <h2 id="next-steps" className="headline text-2xl md:text-3xl">
          {isNew ? NEXT_STEPS.welcome(brand.name) : NEXT_STEPS.title}
        </h2>
        <p className="text-sm text-muted tabular-nums">{NEXT_STEPS.done(done, all.length)}</p>
        {isNew && <p className="basis-full text-muted">{NEXT_STEPS.text}</p>}
      </div>
      <ul className="divide-y divide-ground-700 border-t border-ground-700">
        <Step icon="discord" text={NEXT_STEPS.discord} isDone={steps.discord} isKept={isNew}>
          {(content, className) => (
            <Link to="/member/accountsettings" search={{ tab: "Accounts" }} className={className}>
              {content}
            </Link>
          )}
        </Step>
        <Step
          icon={Gamepad2}
          text={NEXT_STEPS.gameAccount}
          isDone={steps.gameAccount}
          isKept={isNew}
        >
          {(content, className) => (
            <Link to="/member/accountsettings" search={{ tab: "Accounts" }} className={className}>
              {content}
            </Link>
          )}
        </Step>
        {steps.gift !== null && (
          <Step icon={Gift} text={NEXT_STEPS.gift} isDone={steps.gift} isKept={isNew}>
            {(content, className) => (
              <Link to="/shop" className={className}>
                {content}
              </Link>
            )}
          </Step>
        )}
        {steps.vote !== null && (
          <Step icon={Vote} text={NEXT_STEPS.vote} isDone={steps.vote} isKept={isNew}>
            {(content, className) => (
              <ServersLink otherwise={ROW} className={className}>
                {content}
              </ServersLink>
            )}
          </Step>
        )}
        {steps.discordServer !== null && (
          <Step
            icon={Users}
            text={NEXT_STEPS.discordServer}
            isDone={steps.discordServer}
            isKept={isNew}
          >
            {(content, className) => (
              <Link
                to="/discord"
                target="_blank"
                rel="noopener"
                className={className}
                onClick={() => visit.mutate()}
              >
                {content}
              </Link>
            )}
          </Step>
        )}
      </ul>
    </section>
  );
};
