import { useId } from "react";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SECURITY_MAIL_SETTINGS } from "#shared/security-messages.ts";
import { SettingsSection } from "./section.tsx";

const LinkMailsChoice = ({ known }: { known: boolean }) => {
  const id = useId();
  const { mails } = trpc.useUtils().security;
  const save = trpc.security.setMails.useMutation({
    scope: { id: "security-mails" },
    onSuccess: (sentence, chosen) => {
      mails.setData(undefined, chosen);
      toast("success", sentence, "settings");
    },
    onError: () => toast("error", ACCOUNT.preferencesError, "settings"),
    onSettled: () => mails.invalidate(),
  });
  return (
    <div className="flex items-start gap-4">
      <Checkbox
        id={id}
        aria-describedby={`${id}-text`}
        checked={save.isPending ? save.variables.aboutLinks : known}
        onCheckedChange={(checked) => save.mutate({ aboutLinks: checked === true })}
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {SECURITY_MAIL_SETTINGS.links}
        </label>
        <p id={`${id}-text`} className="mt-1.5 max-w-[58ch] text-muted">
          {SECURITY_MAIL_SETTINGS.linksHint}
        </p>
      </div>
    </div>
  );
};

/** Which security mails the member gets, of those that can be switched off [SAFE-07]. */
export const LinkMailsSection = () => {
  const mails = trpc.security.mails.useQuery();
  return (
    <SettingsSection title={SECURITY_MAIL_SETTINGS.title}>
      {mails.data !== undefined ? (
        <LinkMailsChoice known={mails.data.aboutLinks} />
      ) : mails.isError ? (
        <LoadFailed
          message={ACCOUNT.profileFailed}
          isRetrying={mails.isFetching}
          onRetry={() => void mails.refetch()}
        />
      ) : (
        <Skeleton className="h-12 w-full max-w-lg" />
      )}
    </SettingsSection>
  );
};
