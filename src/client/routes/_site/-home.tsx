import { useNavigate, useSearch } from "@tanstack/react-router";
import { HomePage } from "#client/features/home/page.tsx";
import { ServerList } from "#client/features/servers/list.tsx";
import { ServerStatus } from "#client/features/servers/status.tsx";
import type { StatusGame } from "#shared/constants/games.ts";

export const Home = () => {
  const { status = "ark-se" } = useSearch({ from: "/_site/" });
  const navigate = useNavigate({ from: "/" });
  const show = (game: StatusGame) =>
    void navigate({
      search: { status: game === "ark-se" ? undefined : game },
      hash: true,
      replace: true,
      resetScroll: false,
    });
  return (
    <HomePage>
      <ServerList onStatus={show} />
      <ServerStatus game={status} onGame={show} />
    </HomePage>
  );
};
