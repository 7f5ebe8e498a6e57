import { createLazyFileRoute, useNavigate } from "@tanstack/react-router";
import { RulesPage } from "#client/features/rules/rules-page.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";

const copyLink = async (url: string) => {
  if (await copyText(url)) toast("success", MESSAGES.copied);
  else toast("error", `Copying is not allowed here. The link is ${url}`);
};

const Rules = () => {
  const { tab = "Discord" } = Route.useSearch();
  const navigate = useNavigate({ from: "/zlg-rules" });
  return (
    <RulesPage
      tab={tab}
      onTab={(next, anchor) =>
        void navigate({ search: { tab: next }, hash: anchor, replace: true, resetScroll: false })
      }
      onCopyLink={(url) => void copyLink(url)}
      site={useSite()}
    />
  );
};

export const Route = createLazyFileRoute("/_site/zlg-rules")({ component: Rules });
