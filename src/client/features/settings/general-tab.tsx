import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import type { Form } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSING_ACCOUNT } from "#shared/settings-messages.ts";
import type { AccountDraft } from "./account-draft.ts";
import { AddressSection } from "./address-section.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SettingsSection } from "./section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { useLeave } from "./use-leave.ts";

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
