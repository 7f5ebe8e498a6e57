import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Page } from "#client/components/page.tsx";
import { Emblem } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSite } from "#client/lib/site.ts";
import { VERIFY_SCREEN } from "#shared/account-messages.ts";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { TEXT_LINK } from "./form-parts.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address that has just been registered. */
    registeredEmail?: string;
  }
}

const KEPT_DAYS = UNVERIFIED_KEPT_MS / DAY_MS;

const Step = ({ number, title, children }: { number: number; title: string; children: string }) => (
  <li className="flex gap-4">
    <span
      aria-hidden
      className="hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center bg-night-700 font-display text-xl font-extrabold text-amber"
    >
      {number}
    </span>
    <div>
      <p className="font-semibold text-bone">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  </li>
);

const Question = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="font-sans text-base font-semibold text-bone">{title}</h2>
    <p className="mt-1 leading-relaxed text-pretty text-muted">{children}</p>
  </div>
);

/** What comes after a registration: the mail, its link, and what to do without them. */
export const VerifyScreen = () => {
  const { brand } = useSite();
  const [registeredEmail, forgetEmail] = useHistoryState("registeredEmail");
  // The screen alone needs it: whoever goes back in this tab's history learns no address.
  const onShown = useEffectEvent(() => {
    if (registeredEmail !== null) forgetEmail();
  });
  useEffect(() => onShown(), []);
  return (
    <Page className="grid place-items-center overflow-clip bg-[radial-gradient(50rem_30rem_at_50%_-10%,#1a2a1f,transparent)] px-5 py-14">
      <div className="panel w-full max-w-3xl p-6 sm:p-10">
        <Emblem icon={MailCheck} kind="wait" />
        <p className="eyebrow mt-6">{VERIFY_SCREEN.lastStep}</p>
        <h1 className="headline mt-2 text-5xl md:text-7xl">{VERIFY_SCREEN.confirmEmail}</h1>
        <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">
          {registeredEmail === null ? (
            VERIFY_SCREEN.sent
          ) : (
            <>
              {VERIFY_SCREEN.sentToBefore}{" "}
              <strong className="font-semibold wrap-anywhere text-bone">{registeredEmail}</strong>
              {VERIFY_SCREEN.sentToAfter}
            </>
          )}
        </p>
        <ol className="mt-8 grid gap-5 leading-relaxed">
          <Step number={1} title={VERIFY_SCREEN.openEmail(brand.name)}>
            {VERIFY_SCREEN.openEmailHint}
          </Step>
          <Step number={2} title={VERIFY_SCREEN.followLink}>
            {VERIFY_SCREEN.followLinkHint}
          </Step>
          <Step number={3} title="Log in">
            {VERIFY_SCREEN.loginHint}
          </Step>
        </ol>
        <div className="mt-9 flex flex-col gap-3 sm:flex-row">
          <Button asChild size="lg">
            <Link to="/login">Log In</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/resend-verification">{VERIFY_SCREEN.sendAgain}</Link>
          </Button>
        </div>
        <div className="mt-9 grid gap-6 border-t border-night-700 pt-7 sm:grid-cols-2">
          <Question title="Nothing there?">{VERIFY_SCREEN.spamHint}</Question>
          <Question title="Wrong address?">
            {VERIFY_SCREEN.wrongAddressBefore(KEPT_DAYS)}{" "}
            <a href={`mailto:${brand.contactEmail}`} className={TEXT_LINK}>
              {brand.contactEmail}
            </a>
            .
          </Question>
        </div>
      </div>
    </Page>
  );
};
