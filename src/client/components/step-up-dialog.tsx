import { KeyRound } from "lucide-react";
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { messageOf } from "#client/lib/api-error.ts";
import { createApiClient } from "#client/lib/queries.ts";
import { isSamePerson, type TokenStore } from "#client/lib/session/token-store.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import type { PasskeyRequest, SignedByPasskey } from "#shared/schemas/passkeys.ts";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "./ui/dialog.tsx";
import { Field, Input, PasswordInput } from "./ui/field.tsx";

/** Whether this browser can be asked for a passkey in the form in which the server asks. */
const canSignWithPasskey = (): boolean =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  "toJSON" in PublicKeyCredential.prototype;

/**
 * Has the person sign with a passkey.
 * @throws what the browser throws, such as where they cancel or let the time run out.
 */
const signWithPasskey = async (request: PasskeyRequest): Promise<SignedByPasskey> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("That is no passkey.");
  // The server looks at every field of it.
  return credential.toJSON() as SignedByPasskey;
};

type Api = ReturnType<typeof createApiClient>;

/** What the dialog has to know of whoever is asked. */
type Asked = { email: string; hasPassword: boolean; hasPasskey: boolean };

type PasswordFormProps = {
  email: string;
  input: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  /** What is wrong with the password; null while nothing is. */
  problem: string | null;
  onPassword: (password: string) => void;
};

const FORM_ID = "step-up";

const PasswordForm = ({ email, input, isBusy, problem, onPassword }: PasswordFormProps) => {
  const [password, setPassword] = useState("");
  useEffect(() => {
    if (problem !== null) input.current?.select();
  }, [problem, input]);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onPassword(password);
  };
  return (
    <form id={FORM_ID} method="post" noValidate onSubmit={send}>
      {/* Tells password managers whose password is asked for. */}
      <Input
        type="email"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
        className="sr-only"
      />
      <Field label={STEP_UP.password} error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            name="password"
            autoComplete="current-password"
            required
            maxLength={LENGTHS.password}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
    </form>
  );
};

type StepUpDialogProps = {
  api: Api;
  asked: Asked;
  isOpen: boolean;
  /** @param isConfirmed false where they would rather not. */
  onEnd: (isConfirmed: boolean) => void;
};

const StepUpDialog = ({ api, asked, isOpen, onEnd }: StepUpDialogProps) => {
  const [busyWith, setBusyWith] = useState<"password" | "passkey" | null>(null);
  const [problem, setProblem] = useState<{ of: "password" | "passkey"; text: string } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { email, hasPassword, hasPasskey } = asked;

  const confirm = async (way: "password" | "passkey", work: () => Promise<unknown>) => {
    setBusyWith(way);
    setProblem(null);
    try {
      await work();
      onEnd(true);
    } catch (error) {
      const isGivenUp = error instanceof DOMException;
      const text = isGivenUp ? STEP_UP.passkeyGivenUp : (messageOf(error) ?? STEP_UP.failed);
      setProblem({ of: way, text });
    } finally {
      setBusyWith(null);
    }
  };
  const byPassword = (password: string) => {
    if (password === "") setProblem({ of: "password", text: STEP_UP.passwordMissing });
    else void confirm("password", () => api.accounts.confirm.mutate({ password }));
  };
  const byPasskey = () =>
    void confirm("passkey", async () => {
      const request = await api.passkeys.requestConfirmation.mutate();
      const response = await signWithPasskey(request);
      await api.accounts.confirmWithPasskey.mutate({ response });
    });

  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => !open && onEnd(false)}>
      <AlertDialogContent field={input}>
        <AlertDialogTitle>{STEP_UP.title}</AlertDialogTitle>
        <AlertDialogDescription>{STEP_UP.text}</AlertDialogDescription>
        {hasPasskey && (
          <Button
            variant={hasPassword ? "outline" : "primary"}
            isBusy={busyWith === "passkey"}
            disabled={busyWith !== null}
            onClick={byPasskey}
          >
            <KeyRound aria-hidden />
            {STEP_UP.passkey}
          </Button>
        )}
        {problem?.of === "passkey" && <Alert>{problem.text}</Alert>}
        {hasPassword && (
          <PasswordForm
            email={email}
            input={input}
            isBusy={busyWith !== null}
            problem={problem?.of === "password" ? problem.text : null}
            onPassword={byPassword}
          />
        )}
        <p className="text-sm leading-relaxed text-muted">{STEP_UP.otherWay}</p>
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">{STEP_UP.cancel}</Button>
          </AlertDialogCancel>
          {hasPassword && (
            <Button
              type="submit"
              form={FORM_ID}
              isBusy={busyWith === "password"}
              disabled={busyWith !== null}
            >
              {STEP_UP.confirm}
            </Button>
          )}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** Where nothing is answered, the password is still asked for. */
const readAsked = async (api: Api): Promise<Asked> => {
  try {
    const [me, own] = await Promise.all([api.accounts.me.query(), api.passkeys.list.query()]);
    const hasPasskey = own.isOffered && own.passkeys.some(({ isUsable }) => isUsable);
    return {
      email: me.email,
      hasPassword: own.hasPassword,
      hasPasskey: hasPasskey && canSignWithPasskey(),
    };
  } catch {
    return { email: "", hasPassword: true, hasPasskey: false };
  }
};

let root: Root | null = null;
/** Another one each time: what was typed for one question does not stand in the next. */
let number = 0;

const rootOfDialog = (): Root => {
  const place = document.createElement("div");
  document.body.append(place);
  return createRoot(place);
};

/**
 * Asks whoever is signed in for their password or a passkey, in a dialog above whatever is open.
 * @returns null once they have confirmed; else what to say: they would rather not, or have left.
 */
export const askWhoItIs = async (tokens: TokenStore): Promise<string | null> => {
  const api = createApiClient(tokens);
  const token = tokens.read();
  const asked = await readAsked(api);
  if (!isSamePerson(token, tokens.read())) return STEP_UP.cancelled;
  root ??= rootOfDialog();
  const shownIn = root;
  number += 1;
  const key = number;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const show = (isOpen: boolean) =>
    shownIn.render(
      <StepUpDialog key={key} api={api} asked={asked} isOpen={isOpen} onEnd={resolve} />,
    );
  const leave = tokens.subscribe(({ after }) => {
    if (!isSamePerson(token, after)) resolve(false);
  });
  show(true);
  const isConfirmed = await promise;
  leave();
  show(false);
  return isConfirmed ? null : STEP_UP.cancelled;
};
