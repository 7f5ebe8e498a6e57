import { LoadFailed } from "#client/components/load-states.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import type { Form } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { AccountDraft } from "./account-draft.ts";
import { DeactivateSection } from "./deactivate-section.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SettingsSection } from "./section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

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
    <div className="mt-8 border-t border-night-700 pt-7">
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
      <SessionsSection />
      <DeactivateSection />
    </div>
  );
};
