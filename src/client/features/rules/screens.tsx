import { useLoaderData, useNavigate, useSearch } from "@tanstack/react-router";
import { copyText } from "#client/lib/clipboard.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";
import { RulesPage } from "./page.tsx";

const copyLink = async (url: string) => {
  if (await copyText(url)) toast("success", MESSAGES.copied);
  else toast("error", MESSAGES.copyRefused("link", url));
};

export const Rules = () => {
  const site = useSite();
  const { tab = site.ruleTabs[0]?.key ?? "" } = useSearch({ from: "/_site/rules" });
  const navigate = useNavigate({ from: "/rules" });
  return (
    <RulesPage
      rules={useLoaderData({ from: "/_site/rules" })}
      tab={tab}
      onTab={(next, anchor) =>
        void navigate({ search: { tab: next }, hash: anchor, replace: true, resetScroll: false })
      }
      onCopyLink={(url) => void copyLink(url)}
      site={site}
    />
  );
};
