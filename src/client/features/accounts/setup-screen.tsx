import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AuthFrame } from "#client/components/auth-frame.tsx";
import { NewPasswordFields, RENAMED } from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";
import type { SetupLinkState } from "#shared/schemas/setup.ts";
import { SETUP } from "#shared/setup-messages.ts";
import { FormProblem, Outcome } from "./form-parts.tsx";
import { EMPTY_REGISTRATION, LABELS, PersonFields, registration } from "./register-form.tsx";

/** Where the first Admin goes on. */
const AFTERWARDS = "/member/admin/setup";

type FirstAdminProps = { token: string; onCreated: (email: string) => void };

const FirstAdmin = ({ token, onCreated }: FirstAdminProps) => {
  const form = useForm({
    schema: registration,
    initial: EMPTY_REGISTRATION,
    labels: LABELS,
    renamed: RENAMED,
  });
  const create = trpc.setup.createAdmin.useMutation({
    gcTime: 0,
    onSuccess: ({ email }) => onCreated(email),
    onError: (error) => form.refuse(error, sendProblem(error, SETUP.failed)),
  });
  const submit = form.submit(({ confirmation, ...person }) =>
    create.mutate({ ...person, confirmPassword: confirmation, token }),
  );
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PersonFields form={form} />
      <NewPasswordFields
        value={form.values}
        onChange={form.set}
        passwordRef={form.focusOf("password")}
        isRefused={form.isWrong("password")}
      />
      <FormProblem problem={form.problem}>
        {form.problem?.code === "email_in_use" && (
          <p className="text-[0.95rem] leading-relaxed text-muted">
            {SETUP.emailInUseHint(form.values.email)}
          </p>
        )}
      </FormProblem>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        isBusy={create.isPending}
        disabled={!isNewPasswordReady(form.values)}
      >
        {SETUP.create}
      </Button>
    </form>
  );
};

const Refused = ({ state }: { state: Exclude<SetupLinkState, "open"> }) => (
  <div className="grid gap-5">
    <Alert kind={state === "missing" ? "info" : "error"}>{SETUP.refused[state]}</Alert>
    {state === "done" && <p className="leading-relaxed text-pretty text-muted">{SETUP.doneHint}</p>}
    <Button asChild size="lg">
      {state === "done" ? <Link to="/login">{SETUP.logIn}</Link> : <Link to="/">{SETUP.home}</Link>}
    </Button>
  </div>
);

type SetupScreenProps = {
  /** Of the link that the command printed; null where the address has none. */
  token: string | null;
  /** Called once the token can do nothing more. */
  onSpent: () => void;
};

/** Where the link of `lynxden setup` leads: the account of the first Admin [SETUP-02]. */
export const SetupScreen = ({ token, onSpent }: SetupScreenProps) => {
  const [created, setCreated] = useState<string | null>(null);
  const link = trpc.setup.link.useQuery({ token }, { enabled: created === null, gcTime: 0 });
  if (created !== null)
    return (
      <AuthFrame title={SETUP.title}>
        <Outcome>
          <Alert kind="success">{SETUP.created(created)}</Alert>
          <p className="leading-relaxed text-pretty text-muted">{SETUP.createdHint}</p>
          <Button asChild size="lg">
            <Link to="/login" search={{ redirect: AFTERWARDS }} state={{ email: created }} replace>
              {SETUP.goOn}
            </Link>
          </Button>
        </Outcome>
      </AuthFrame>
    );
  const state = link.data?.state;
  return (
    <AuthFrame
      title={state === "open" ? SETUP.title : SETUP.closedTitle}
      text={state === "open" ? SETUP.text : undefined}
    >
      {link.isPending && (
        <div aria-busy className="grid gap-5">
          <p className="sr-only">{SETUP.checking}</p>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {link.isError && (
        <div className="grid gap-5">
          <Alert kind="error">{sendProblem(link.error, SETUP.unchecked).sentence}</Alert>
          <Button size="lg" isBusy={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {state === "open" && token !== null && (
        <FirstAdmin
          token={token}
          onCreated={(email) => {
            setCreated(email);
            onSpent();
          }}
        />
      )}
      {state !== undefined && state !== "open" && <Refused state={state} />}
    </AuthFrame>
  );
};
