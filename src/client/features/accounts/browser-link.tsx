import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/messages.ts";

/** Offers a mail that makes this browser known to the account, where others guess its password. */
export const BrowserLink = ({ email }: { email: string }) => {
  const ask = trpc.accounts.requestBrowserLink.useMutation();

  if (ask.isSuccess) return <Alert kind="success">{ask.data}</Alert>;
  return (
    <div className="grid gap-3">
      {ask.isError && <Alert kind="error">{messageOf(ask.error) ?? LOGIN.linkFailed}</Alert>}
      <Button
        size="lg"
        variant="outline"
        isBusy={ask.isPending}
        onClick={() => ask.mutate({ email })}
      >
        {LOGIN.mailLink}
      </Button>
    </div>
  );
};
