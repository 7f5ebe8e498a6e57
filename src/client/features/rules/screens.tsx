import { useLoaderData, useNavigate, useSearch } from "@tanstack/react-router";
import { useSite } from "#client/lib/site.ts";
import { copyAndSay } from "#client/lib/use-copy.ts";
import { RulesPage } from "./page.tsx";

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
      onCopyLink={(url) => void copyAndSay(url, "link")}
      site={site}
    />
  );
};
