import { Link, useLocation } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { UNVERIFIED_KEPT_MS } from "#shared/constants/accounts.ts";
import { Emblem } from "#client/components/emblem.tsx";
import { TEXT_LINK } from "./text-link.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address that has just been registered. */
    registeredEmail?: string;
  }
}

const KEPT_DAYS = UNVERIFIED_KEPT_MS / (24 * 60 * 60_000);

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

/** What comes after a registration: the mail, its link, and what to do without them (public §2). */
export const VerifyScreen = () => {
  const { brand } = useSite();
  const { registeredEmail } = useLocation().state;
  return (
    <Page className="grid place-items-center overflow-clip bg-[radial-gradient(50rem_30rem_at_50%_-10%,#1a2a1f,transparent)] px-5 py-14">
      <div className="panel w-full max-w-3xl p-6 sm:p-10">
        <Emblem icon={MailCheck} kind="wait" />
        <p className="eyebrow mt-6">One last step</p>
        <h1 className="headline mt-2 text-5xl md:text-7xl">Confirm your email</h1>
        <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">
          {registeredEmail === undefined ? (
            "We have sent you an email with a link that opens your account."
          ) : (
            <>
              We have sent an email to{" "}
              <strong className="font-semibold wrap-anywhere text-bone">{registeredEmail}</strong>.
              The link in it opens your account.
            </>
          )}
        </p>
        <ol className="mt-8 grid gap-5 leading-relaxed">
          <Step number={1} title={`Open the email from ${brand.name}`}>
            It should be there within a few minutes.
          </Step>
          <Step number={2} title="Follow the link">
            It works once, for one hour.
          </Step>
          <Step number={3} title="Log in">
            With your email and the password that you have just chosen.
          </Step>
        </ol>
        <div className="mt-9 flex flex-col gap-3 sm:flex-row">
          <Button asChild size="lg">
            <Link to="/login">Log In</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/resend-verification">Send the email again</Link>
          </Button>
        </div>
        <div className="mt-9 grid gap-6 border-t border-night-700 pt-7 sm:grid-cols-2">
          <Question title="Nothing there?">
            Have a look at your spam folder. Some mail servers take a while, and a new email makes
            the older link invalid.
          </Question>
          <Question title="Wrong address?">
            A registration that nobody confirms is removed after {KEPT_DAYS} days, and you can
            register again. If you would rather not wait, write to{" "}
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
