import { Link } from "@tanstack/react-router";
import { MailCheck, MailX, ShieldAlert, ShieldCheck, Undo2 } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { useHistoryState } from "#client/lib/history-state.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADDRESS, ADDRESS_SCREEN } from "#shared/address-messages.ts";
import { TITLES } from "#shared/title-messages.ts";
import { MailedAct, type MailedActProps, spending } from "./mailed-act.tsx";

/** To the settings for whoever is logged in here, else to the login. */
const Onward = ({ isQuiet = false }: { isQuiet?: boolean }) => {
  const user = useSession();
  const isIn = user != null;
  return (
    <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
      <Link to={isIn ? "/member/accountsettings" : "/login"} replace>
        {isIn ? ADDRESS_SCREEN.toSettings : ADDRESS_SCREEN.toLogin}
      </Link>
    </Button>
  );
};

const ConfirmAddressScreen = ({ code, onSpent }: MailedActProps) => {
  const utils = trpc.useUtils();
  const { onSuccess, onError } = spending(onSpent);
  const confirm = trpc.accounts.confirmAddress.useMutation({
    onError,
    onSuccess: async () => {
      onSuccess();
      await Promise.all([
        utils.accounts.invalidate(),
        utils.members.profile.invalidate(),
        utils.security.invalidate(),
      ]);
    },
  });
  return (
    <MailedAct
      code={code}
      act={confirm}
      title={confirm.isSuccess ? ADDRESS_SCREEN.confirmedTitle : TITLES.confirmAddress}
      texts={{
        ask: ADDRESS_SCREEN.confirmText,
        action: ADDRESS_SCREEN.confirmAction,
        invalid: ADDRESS.linkInvalid,
      }}
      icons={{ wait: MailCheck, good: MailCheck, bad: MailX }}
      onward={<Onward />}
      besides={<Onward isQuiet />}
      instead={<Onward />}
    />
  );
};

const ToLogin = ({ isQuiet = false }: { isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/login" replace>
      {ADDRESS_SCREEN.toLogin}
    </Link>
  </Button>
);

const RevertAddressScreen = ({ code, onSpent }: MailedActProps) => {
  const revert = trpc.accounts.revertAddress.useMutation({ gcTime: 0, ...spending(onSpent) });
  const token = revert.data?.token ?? null;
  return (
    <MailedAct
      code={code}
      act={{ ...revert, data: revert.data?.message }}
      title={revert.isSuccess ? ADDRESS_SCREEN.revertedTitle : TITLES.revertAddress}
      texts={{
        ask: ADDRESS_SCREEN.revertText,
        action: ADDRESS_SCREEN.revertAction,
        invalid: ADDRESS.revertInvalid,
      }}
      icons={{ wait: Undo2, good: ShieldCheck, bad: ShieldAlert }}
      onward={
        token !== null && (
          <Button asChild size="lg">
            <Link to="/reset-password" search={{}} state={{ secret: token }} replace>
              {ADDRESS_SCREEN.setPassword}
            </Link>
          </Button>
        )
      }
      besides={<ToLogin isQuiet />}
      instead={<ToLogin />}
    />
  );
};

/** Where the link in the mail to a new address leads. */
export const ConfirmAddress = () => {
  const [code, forgetCode] = useHistoryState("secret");
  return <ConfirmAddressScreen key={code} code={code} onSpent={forgetCode} />;
};

/** Where the link in the mail to a former address leads. */
export const RevertAddress = () => {
  const [code, forgetCode] = useHistoryState("secret");
  return <RevertAddressScreen key={code} code={code} onSpent={forgetCode} />;
};
