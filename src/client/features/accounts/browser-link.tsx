import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN } from "#shared/account-messages.ts";

type BrowserLinkProps = {
  email: string;
  /** What the mail is good for, where that was not said yet. */
  hint: string | null;
};

/** Offers a mail that makes this browser known to the account, where others guess its password. */
export const BrowserLink = ({ email, hint }: BrowserLinkProps) => {
  const ask = trpc.accounts.requestBrowserLink.useMutation();

  if (ask.isSuccess)
    return (
      <div ref={takeFocus} tabIndex={-1} className="outline-none">
        <Alert kind="success">{ask.data}</Alert>
      </div>
    );
  return (
    <div className="grid gap-3">
      {hint !== null && <p className="leading-relaxed text-muted">{hint}</p>}
      {ask.isError && (
        <Alert kind="error">{sendProblem(ask.error, LOGIN.linkFailed).sentence}</Alert>
      )}
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
