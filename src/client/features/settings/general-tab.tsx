import { type FormEvent, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import type { Form } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { ADDRESS, ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { CLOSING_ACCOUNT } from "#shared/member-area-messages.ts";
import { newEmailProblem } from "#shared/rules/account-fields.ts";
import type { AddressStanding } from "#shared/schemas/accounts.ts";
import { type AccountDraft, ProfileForm } from "./profile-form.tsx";
import { SettingsSection } from "./section.tsx";
import { SessionsSection, useLeave } from "./sessions-section.tsx";

/** For calls that answer with a sentence: it is shown, and how the change stands is read anew. */
const useAnswer = (onDone?: () => void) => {
  const { address } = trpc.useUtils().accounts;
  return {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "settings");
      onDone?.();
    },
    onSettled: () => address.invalidate(),
  };
};

const problemOf = (error: unknown): string | null =>
  error === null ? null : (messageOf(error) ?? ADDRESS_SCREEN.failed);

const AddressForm = ({ onClose }: { onClose: () => void }) => {
  const [email, setEmail] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const change = trpc.accounts.changeAddress.useMutation(useAnswer(onClose));
  // Opened by a button that is gone then.
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const problem = newEmailProblem(email);
    setWrong(problem);
    if (problem === null) change.mutate({ newEmail: email.trim() });
    else field.current?.focus();
  };
  return (
    <form noValidate className="grid max-w-xl gap-5" onSubmit={send}>
      <Field label={ADDRESS_SCREEN.field} hint={ADDRESS_SCREEN.note} error={wrong}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="email"
            autoComplete="email"
            maxLength={LENGTHS.email}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              setWrong(null);
            }}
          />
        )}
      </Field>
      {change.error !== null && <Alert>{problemOf(change.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="w-full sm:w-auto" isBusy={change.isPending}>
          {ADDRESS_SCREEN.send}
        </Button>
        <Button
          variant="outline"
          className="w-full sm:w-auto"
          disabled={change.isPending}
          onClick={onClose}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
};

const Waiting = ({ waiting }: { waiting: NonNullable<AddressStanding["waiting"]> }) => {
  const answer = useAnswer();
  const resend = trpc.accounts.resendAddress.useMutation(answer);
  const cancel = trpc.accounts.cancelAddress.useMutation(answer);
  const isBusy = resend.isPending || cancel.isPending;
  const problem = problemOf(resend.error ?? cancel.error);
  return (
    <div className="rounded-lg border border-ground-600 bg-ground-900/60 p-4 sm:p-5">
      <p className="font-semibold wrap-anywhere">{ADDRESS_SCREEN.waits(waiting.email)}</p>
      <p className="mt-1.5 max-w-[58ch] text-muted">
        {waiting.isByTeam && `${ADDRESS_SCREEN.byTeam} `}
        {ADDRESS_SCREEN.waitsText(exactTime(new Date(waiting.expiresAt)))}
      </p>
      {problem !== null && <Alert className="mt-4">{problem}</Alert>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="outline"
          className="w-full sm:w-auto"
          isBusy={resend.isPending}
          disabled={isBusy}
          onClick={() => {
            cancel.reset();
            resend.mutate();
          }}
        >
          {ADDRESS_SCREEN.resend}
        </Button>
        <Button
          variant="outline"
          className="w-full sm:w-auto"
          isBusy={cancel.isPending}
          disabled={isBusy}
          onClick={() => {
            resend.reset();
            cancel.mutate();
          }}
        >
          {ADDRESS_SCREEN.cancel}
        </Button>
      </div>
    </div>
  );
};

const Standing = ({ standing: { waiting, former } }: { standing: AddressStanding }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { hasMail, brand } = useSite();
  return (
    <div className="grid gap-5">
      {waiting !== null && <Waiting waiting={waiting} />}
      {!hasMail && <p className="text-muted">{ADDRESS.mailOff(brand.contactEmail)}</p>}
      {hasMail && isOpen && <AddressForm onClose={() => setIsOpen(false)} />}
      {hasMail && !isOpen && waiting === null && (
        <Button
          variant="outline"
          className="w-full justify-self-start sm:w-auto"
          onClick={() => setIsOpen(true)}
        >
          {ADDRESS_SCREEN.change}
        </Button>
      )}
      {former.map(({ email, until }) => (
        <p key={email + until} className="max-w-[58ch] wrap-anywhere text-muted">
          {ADDRESS_SCREEN.earlier(email, exactTime(new Date(until)))}
        </p>
      ))}
    </div>
  );
};

/** One's own email address, and its change [EMAIL-01]. */
const AddressSection = ({ email }: { email: string | undefined }) => {
  const standing = trpc.accounts.address.useQuery();
  return (
    <SettingsSection
      title={ADDRESS_SCREEN.title}
      text={
        email === undefined ? (
          <Skeleton className="h-12 w-full max-w-lg" />
        ) : (
          <p className="wrap-anywhere">{ADDRESS_SCREEN.hint(email)}</p>
        )
      }
    >
      {standing.data !== undefined ? (
        <Standing standing={standing.data} />
      ) : standing.isError ? (
        <LoadFailed
          message={ACCOUNT.loadFailed}
          isRetrying={standing.isFetching}
          onRetry={() => void standing.refetch()}
        />
      ) : (
        <Skeleton className="h-11 w-full sm:w-48" />
      )}
    </SettingsSection>
  );
};

/** A sentence that ends with the community's address. */
const WriteToUs = ({ children }: { children: string }) => {
  const { contactEmail } = useSite().brand;
  return (
    <>
      {children}{" "}
      <a href={`mailto:${contactEmail}`} className="text-accent underline-offset-4 hover:underline">
        {contactEmail}
      </a>
      .
    </>
  );
};

/** Closing the account, after a question [NAV-11]. */
const DeactivateSection = () => {
  const [isAsking, setIsAsking] = useState(false);
  const { after } = useLeave();
  const { shop, hasMail } = useSite();
  const [error, setError] = useState<string | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  const deactivate = trpc.accounts.deactivate.useMutation();

  const close = async () => {
    setIsClosing(true);
    setError(null);
    try {
      const text = await after(() => deactivate.mutateAsync({}));
      toast("success", text, "settings");
    } catch (failure) {
      setError(messageOf(failure) ?? ADMINISTRATION.deactivateFailed);
    } finally {
      setIsClosing(false);
    }
  };
  return (
    <SettingsSection
      isDangerous
      title={CLOSING_ACCOUNT.title}
      text={
        <p>
          {hasMail ? (
            CLOSING_ACCOUNT.text
          ) : (
            <WriteToUs>{CLOSING_ACCOUNT.textWithoutMail}</WriteToUs>
          )}
        </p>
      }
    >
      <Button
        variant="danger"
        className="w-full sm:w-auto"
        onClick={() => {
          setError(null);
          setIsAsking(true);
        }}
      >
        Deactivate Account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={CLOSING_ACCOUNT.question}
        text={
          <>
            <p>{CLOSING_ACCOUNT.signedOut}</p>
            <p>
              {hasMail ? (
                CLOSING_ACCOUNT.consequences
              ) : (
                <WriteToUs>{CLOSING_ACCOUNT.consequencesWithoutMail}</WriteToUs>
              )}
            </p>
            {shop !== null && <p>{CLOSING_ACCOUNT.subscriptionGoesOn}</p>}
          </>
        }
        action="Yes, Deactivate"
        isBusy={isClosing}
        error={error}
        onConfirm={() => void close()}
        onClose={() => setIsAsking(false)}
      />
    </SettingsSection>
  );
};

const FieldBones = () => (
  <div className="space-y-2.5">
    <Skeleton className="h-5 w-28" />
    <Skeleton className="h-12 w-full" />
  </div>
);

/** The form in its final height, so that nothing below moves when it comes. */
const SkeletonForm = () => (
  <div>
    <div className="grid gap-5 md:grid-cols-2">
      <FieldBones />
      <FieldBones />
    </div>
    <div className="mt-8 border-t border-ground-700 pt-7">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="mt-2.5 mb-5 h-12 w-full max-w-2xl md:h-5" />
      <div className="grid gap-5 pb-27 md:grid-cols-2 md:pb-16.5">
        <FieldBones />
        <div className="hidden md:block" />
        <FieldBones />
        <FieldBones />
      </div>
    </div>
    <Skeleton className="mt-8 h-11 w-full sm:w-36" />
  </div>
);

/** Names, password, sign-ins and the way out. */
export const GeneralTab = ({ form }: { form: Form<AccountDraft> }) => {
  const profile = trpc.members.profile.useQuery();
  return (
    <div className="space-y-6">
      <SettingsSection title="Profile Information">
        {profile.data !== undefined ? (
          <ProfileForm profile={profile.data} form={form} />
        ) : profile.isError ? (
          <LoadFailed
            message={ACCOUNT.loadFailed}
            isRetrying={profile.isFetching}
            onRetry={() => void profile.refetch()}
          />
        ) : (
          <SkeletonForm />
        )}
      </SettingsSection>
      <AddressSection email={profile.data?.email} />
      <SessionsSection />
      <DeactivateSection />
    </div>
  );
};
