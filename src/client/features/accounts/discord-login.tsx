import { useEffect, useEffectEvent, useState } from "react";
import { DiscordIcon } from "#client/components/shell/discord-icon.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  isPersonHere,
  listenToSignInWindows,
  openSignInWindow,
  untilClosed,
  waiting,
} from "#client/lib/sign-in-window.ts";
import { trpc } from "#client/lib/trpc.ts";
import { discordMessage } from "#shared/auth-message.ts";
import { DISCORD_LOGIN } from "#shared/factor-messages.ts";
import { PAGE_FAILURES } from "#shared/proof-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";

type DiscordLoginProps = {
  isBusy: boolean;
  /** Called with the account that was proven in the window. */
  onProven: (discordId: string) => void;
};

/** Logs in with a Discord account, which is proven in a window of its own. */
export const DiscordLogin = ({ isBusy, onProven }: DiscordLoginProps) => {
  const [opened, setOpened] = useState<Window | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { links } = trpc.useUtils();

  const open = () => {
    const next = openSignInWindow({
      address: "/auth/discord/start?purpose=login",
      name: "discord-sign-in",
      widthPx: 500,
      heightPx: 800,
    });
    setOpened(next);
    setProblem(next === null ? SIGN_IN_WINDOW.blocked : null);
  };
  const take = useEffectEvent((discordId: string) => {
    setOpened(null);
    onProven(discordId);
  });

  useEffect(() => {
    if (opened === null) return undefined;
    const ended = new AbortController();
    /** A success is heard twice, and asked for; the proof is good for one login. */
    const takeOnce = (discordId: string) => {
      if (ended.signal.aborted) return;
      ended.abort();
      take(discordId);
    };
    const stop = listenToSignInWindows(discordMessage, (message) => {
      if (message.type === "DISCORD_AUTH_SUCCESS") takeOnce(message.discordId);
      else if (message.type === "DISCORD_AUTH_FAILED")
        setProblem(PAGE_FAILURES.discord[message.reason]);
    });
    const watch = async () => {
      const account = await untilClosed({
        isClosed: () => opened.closed,
        isPersonHere,
        askForProof: () => links.discordProof.fetch(undefined, { staleTime: 0 }),
        wait: waiting(ended.signal),
      });
      if (ended.signal.aborted) return;
      if (account === null) setOpened(null);
      else takeOnce(account.discordId);
    };
    // It rejects only when this effect has ended.
    watch().catch(() => {});
    return () => {
      stop();
      ended.abort();
    };
  }, [opened, links]);

  return (
    <div className="grid gap-3">
      <Button size="lg" variant="outline" className="w-full" isBusy={isBusy} onClick={open}>
        <DiscordIcon />
        {DISCORD_LOGIN.action}
      </Button>
      {opened !== null && problem === null && (
        <output className="text-sm text-muted">{DISCORD_LOGIN.waiting}</output>
      )}
      {problem !== null && <Alert kind="error">{problem}</Alert>}
    </div>
  );
};
