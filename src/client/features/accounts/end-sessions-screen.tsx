import { Link } from "@tanstack/react-router";
import { LogOut, ShieldAlert, ShieldCheck } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { END_SESSIONS } from "#shared/security-messages.ts";
import { TITLES } from "#shared/title-messages.ts";
import { MailedAct, type MailedActProps, spending } from "./mailed-act.tsx";

const ToNewPassword = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/forgot-password" replace>
      {END_SESSIONS.setPassword}
    </Link>
  </Button>
);

/** Where the link of a security mail leads: it logs the account out everywhere. */
export const EndSessionsScreen = ({ code, onSpent }: MailedActProps) => (
  <MailedAct
    code={code}
    act={trpc.security.endSessions.useMutation(spending(onSpent))}
    title={TITLES.endSessions}
    texts={{
      ask: END_SESSIONS.text,
      action: END_SESSIONS.action,
      invalid: END_SESSIONS.linkInvalid,
    }}
    icons={{ wait: LogOut, good: ShieldCheck, bad: ShieldAlert }}
    onward={<ToNewPassword />}
    besides={<ToNewPassword isQuiet />}
    instead={<ToNewPassword />}
  />
);
