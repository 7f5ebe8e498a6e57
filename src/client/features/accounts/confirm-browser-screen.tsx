import { Link } from "@tanstack/react-router";
import { Monitor, MonitorCheck, MonitorX } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, LOGIN } from "#shared/account-messages.ts";
import { TITLES } from "#shared/title-messages.ts";
import { MailedAct, type MailedActProps, spending } from "./mailed-act.tsx";

const ToLogin = ({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/login" replace>
      {label}
    </Link>
  </Button>
);

/** Where the link of a mail leads that makes a browser known. */
export const ConfirmBrowserScreen = ({ code, onSpent }: MailedActProps) => (
  <MailedAct
    code={code}
    act={trpc.accounts.confirmBrowser.useMutation(spending(onSpent))}
    title={TITLES.confirmBrowser}
    texts={{
      ask: LOGIN.browserText,
      action: LOGIN.confirmBrowser,
      invalid: LOGIN.browserCodeInvalid,
    }}
    icons={{ wait: Monitor, good: MonitorCheck, bad: MonitorX }}
    onward={<ToLogin label={ACCOUNT_SCREENS.goToLogin} />}
    besides={<ToLogin label={ACCOUNT_SCREENS.backToLogin} isQuiet />}
    instead={<ToLogin label={ACCOUNT_SCREENS.backToLogin} />}
  />
);
