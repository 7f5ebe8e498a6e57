import { Link } from "@tanstack/react-router";
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from "react";
import { z } from "zod/mini";
import { FormProblem, TEXT_LINK } from "#client/components/auth-frame.tsx";
import {
  isRepeated,
  NewPasswordFields,
  newPasswordFields,
} from "#client/components/new-password-fields.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Field, Input } from "#client/components/ui/field.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { type Form, textThat } from "#client/lib/form.ts";
import {
  isPersonHere,
  listenToSignInWindows,
  openSignInWindow,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PERSON_NAME, REGISTER_SCREEN, REGISTRATION } from "#shared/account-messages.ts";
import { MARKETING_TEXT } from "#shared/consent-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { PAGE_FAILURES } from "#shared/proof-messages.ts";
import { holdsLink, isNewPasswordReady, newEmailProblem } from "#shared/rules/account-fields.ts";
import {
  type DiscordAccount,
  discordMessage,
  type DiscordMessage,
} from "#shared/schemas/accounts.ts";

/** Opens the window in which a person proves a Discord account. @returns null where it is blocked. */
const openDiscordWindow = (): Window | null =>
  openSignInWindow({
    address: "/auth/discord/start?purpose=register",
    name: "discord-sign-in",
    widthPx: 500,
    heightPx: 800,
  });

/** How long a window that was given up may still succeed. */
const LATE_MS = 10 * MINUTE_MS;

/** Tells once if a window that seemed to be closed succeeds after all. */
export const hearLateProof = (onProven: () => void) => {
  const stop = listenToSignInWindows(discordMessage, ({ type }) => {
    if (type !== "DISCORD_AUTH_SUCCESS") return;
    end();
    onProven();
  });
  const timer = setTimeout(stop, LATE_MS);
  const end = () => {
    clearTimeout(timer);
    stop();
  };
};

type DiscordFlowControls = {
  flow: DiscordFlow;
  /** Opens the window, within a click of the person. */
  openWindow: () => void;
  /** Asks the server once more whether it answers. */
  retry: () => void;
  /** The proof turned out to be worth nothing. */
  lose: () => void;
};

/**
 * The way to a proven Discord account [LINK-19]: what this browser has proven already, else a window
 * that opens by itself, or by a click where the browser wants one.
 * @param isOn false while it is not known whether the person needs an account at all.
 * @param onLeave called when the window was closed without success, with what went wrong in it.
 */
export const useDiscordFlow = (
  isOn: boolean,
  onLeave: (problem: string | null) => void,
): DiscordFlowControls => {
  const [flow, tell] = useReducer(nextStep, { step: "asking" });
  const [opened, setOpened] = useState<Window | null>(null);
  const { links } = trpc.useUtils();

  const openWindow = useCallback(() => {
    const next = openDiscordWindow();
    setOpened(next);
    tell({ type: "opened", isBlocked: next === null });
  }, []);

  const askForProof = useCallback(
    () => links.discordProof.fetch(undefined, { staleTime: 0 }),
    [links],
  );

  useEffect(
    () => listenToSignInWindows(discordMessage, (message) => tell({ type: "heard", message })),
    [],
  );

  const { step } = flow;
  useEffect(() => {
    const ended = new AbortController();
    const ask = async () => {
      try {
        const [, account] = await Promise.all([links.discordClient.fetch(), askForProof()]);
        if (ended.signal.aborted) return;
        if (account === null) openWindow();
        else tell({ type: "proven", account });
      } catch (error) {
        if (ended.signal.aborted) return;
        tell({ type: codeOf(error) === "unavailable" ? "unavailable" : "unreachable" });
      }
    };
    if (isOn && step === "asking") void ask();
    return () => ended.abort();
  }, [isOn, step, links, askForProof, openWindow]);

  const problem = flow.step === "waiting" ? flow.problem : null;
  useEffect(() => {
    const ended = new AbortController();
    const watch = async (popup: Window) => {
      const account = await untilClosed({
        isClosed: () => popup.closed,
        isPersonHere,
        askForProof,
        wait: waiting(ended.signal),
      });
      if (ended.signal.aborted) return;
      if (account === null) onLeave(problem);
      else tell({ type: "proven", account });
    };
    // It rejects only when this effect has ended.
    if (step === "waiting" && opened !== null) watch(opened).catch(() => {});
    return () => ended.abort();
  }, [step, opened, problem, askForProof, onLeave]);

  return {
    flow,
    openWindow,
    retry: () => tell({ type: "asked" }),
    lose: () => {
      setOpened(null);
      tell({ type: "lost" });
    },
  };
};

/** Where a person stands on the way to a proven Discord account. */
export type DiscordFlow =
  /** The server is asked whether this browser has proven one already. */
  | { step: "asking" }
  | { step: "waiting"; isBlocked: boolean; problem: string | null }
  | { step: "proven"; account: DiscordAccount }
  /** This site knows no Discord at all. */
  | { step: "unavailable" }
  /** Our own server does not answer. */
  | { step: "unreachable" };

export type DiscordFlowEvent =
  | { type: "asked" }
  | { type: "opened"; isBlocked: boolean }
  | { type: "proven"; account: DiscordAccount }
  | { type: "heard"; message: DiscordMessage }
  /** The proof is used up or has run out. */
  | { type: "lost" }
  | { type: "unavailable" }
  | { type: "unreachable" };

/** What a message of a sign-in window leads to. A failure concerns only whoever waits. */
const afterMessage = (flow: DiscordFlow, message: DiscordMessage): DiscordFlow => {
  if (message.type === "DISCORD_AUTH_SUCCESS") {
    const { discordId, discordName, discordImgUrl } = message;
    return { step: "proven", account: { discordId, discordName, discordImgUrl } };
  }
  if (flow.step !== "waiting") return flow;
  const problem =
    message.type === "DISCORD_DUPLICATE_ERROR"
      ? REGISTRATION.discordTaken
      : PAGE_FAILURES.discord[message.reason];
  return { step: "waiting", isBlocked: false, problem };
};

/** The next step of the flow [LINK-19]. */
export const nextStep = (flow: DiscordFlow, event: DiscordFlowEvent): DiscordFlow => {
  switch (event.type) {
    case "asked":
      return { step: "asking" };
    case "opened":
      return { step: "waiting", isBlocked: event.isBlocked, problem: null };
    case "proven":
      return { step: "proven", account: event.account };
    case "heard":
      return afterMessage(flow, event.message);
    case "lost":
      return { step: "waiting", isBlocked: false, problem: REGISTRATION.linkAgain };
    default:
      return { step: event.type };
  }
};

// Opened beside the form, so that nothing that was typed is lost.
const BESIDE = {
  target: "_blank",
  className: TEXT_LINK,
} as const;

/** What one agrees to by making an account, with where it stands. */
const Agreement = () => {
  const hasRules = useSite().ruleTabs.length > 0;
  return (
    <p className="text-sm leading-relaxed text-muted">
      {REGISTER_SCREEN.agreement}{" "}
      {hasRules && (
        <>
          <Link to="/rules" {...BESIDE}>
            Rules
          </Link>{" "}
          and the{" "}
        </>
      )}
      <Link to="/privacy-policy" {...BESIDE}>
        Privacy Policy
      </Link>
      . {REGISTER_SCREEN.privacyTells}
    </p>
  );
};

type ConsentFieldsProps = { wantsNews: boolean; onNews: (wantsNews: boolean) => void };

/** What a form that makes an account asks beside it: news by email are a choice of their own, and off. */
export const ConsentFields = ({ wantsNews, onNews }: ConsentFieldsProps) => {
  const id = useId();
  const { brand } = useSite();
  return (
    <>
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          aria-describedby={`${id}-text`}
          checked={wantsNews}
          onCheckedChange={(checked) => onNews(checked === true)}
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {MARKETING_TEXT.label}
          </label>
          <p id={`${id}-text`} className="mt-0.5 text-sm text-muted">
            {MARKETING_TEXT.hint(brand.name)}
          </p>
        </div>
      </div>
      <Agreement />
    </>
  );
};

const nameThat = (missing: string, withLink: string) =>
  textThat((name) => (name.trim() === "" ? missing : holdsLink(name) ? withLink : null));

/** What a person is called. */
export const personNames = {
  firstName: nameThat(REGISTRATION.firstNameMissing, PERSON_NAME.firstHoldsLink),
  lastName: nameThat(REGISTRATION.lastNameMissing, PERSON_NAME.lastHoldsLink),
};

/** What a person types to register, in the order of the form. */
export const registration = z
  .object({
    ...personNames,
    email: textThat(newEmailProblem),
    ...newPasswordFields,
    wantsNews: z.boolean(),
  })
  .check(isRepeated);
export type Registration = z.infer<typeof registration>;

export const EMPTY_REGISTRATION: Registration = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmation: "",
  wantsNews: false,
};

type RegisterFormProps = {
  form: Form<Registration>;
  onSubmit: (typed: Registration) => void;
  isBusy: boolean;
};

export const PERSON_INPUTS = {
  firstName: { autoComplete: "given-name", maxLength: LENGTHS.name },
  lastName: { autoComplete: "family-name", maxLength: LENGTHS.name },
  email: { autoComplete: "email", maxLength: LENGTHS.email, type: "email" },
} satisfies Partial<Record<keyof Registration, ComponentProps<"input">>>;

export const NAME_FIELDS = { firstName: "First Name", lastName: "Last Name" } as const;
export const LABELS = { ...NAME_FIELDS, email: "Email" } as const;
const NAMES = ["firstName", "lastName", "email"] as const;

/** The fields that say who somebody is. */
export const PersonFields = ({ form }: { form: Form<Registration> }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {NAMES.map((name) => (
      <Field
        key={name}
        label={LABELS[name]}
        error={form.error(name)}
        className={name === "email" ? "sm:col-span-2" : undefined}
      >
        {(control) => (
          <Input {...control} {...form.field(name)} {...PERSON_INPUTS[name]} required />
        )}
      </Field>
    ))}
  </div>
);

/** Who somebody is, and a password [ACC-08]. Can be sent once the password is good. */
export const RegisterForm = ({ form, onSubmit, isBusy }: RegisterFormProps) => {
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Not where the screen's keyboard would cover what has just appeared.
    if (matchMedia("(pointer: fine)").matches)
      element.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={form.submit(onSubmit)}
      className="grid gap-5"
    >
      <PersonFields form={form} />
      <NewPasswordFields
        value={form.values}
        onChange={form.set}
        passwordRef={form.focusOf("password")}
        isRefused={form.isWrong("password")}
      />
      <ConsentFields
        wantsNews={form.values.wantsNews}
        onNews={(wantsNews) => form.set({ wantsNews })}
      />
      <FormProblem problem={form.problem} title={REGISTRATION.failure}>
        {form.problem?.code === "email_in_use" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {REGISTRATION.emailInUseHint}{" "}
            <Link to="/login" state={{ email: form.values.email }} className={TEXT_LINK}>
              Log in
            </Link>{" "}
            or{" "}
            <Link to="/forgot-password" state={{ email: form.values.email }} className={TEXT_LINK}>
              {REGISTER_SCREEN.setPassword}
            </Link>
            .
          </p>
        )}
      </FormProblem>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        isBusy={isBusy}
        disabled={!isNewPasswordReady(form.values)}
      >
        Register
      </Button>
    </form>
  );
};
