import { useEffect } from "react";
import { RunningLynx } from "#client/components/brand/running-lynx.tsx";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { DISCORD_REDIRECT } from "#shared/proof-messages.ts";

/** Sends the browser on to the community's invite. */
export const DiscordRedirect = () => {
  const { discord } = useSite().links;
  useEffect(() => {
    if (discord !== undefined) window.location.replace(discord);
  }, [discord]);
  return (
    <Page className="grid place-items-center px-6">
      <div className="flex flex-col items-center gap-6 text-center">
        <RunningLynx className="w-56 text-ink" />
        <h1 className="headline text-4xl">{DISCORD_REDIRECT.title}</h1>
        <p className="text-muted">{DISCORD_REDIRECT.nothingHappens}</p>
        <Button asChild variant="outline">
          <a href={discord}>{DISCORD_REDIRECT.continue}</a>
        </Button>
      </div>
    </Page>
  );
};
