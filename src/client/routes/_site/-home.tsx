import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { HomePage } from "#client/features/home/page.tsx";
import { ServerList } from "#client/features/servers/list.tsx";
import { OverHome, ServerStatus } from "#client/features/servers/status.tsx";
import { serverOf, useSite } from "#client/lib/site.ts";
import type { StatusGame } from "#shared/constants/games.ts";

/** The home page with a server's sheet over it, or the page of a server that was opened by itself. */
export const Home = () => {
  const { serverKey } = useParams({ strict: false });
  const { status } = useSearch({ strict: false });
  const server = serverOf(useSite(), serverKey);
  const navigate = useNavigate();
  const [isAlone, setAlone] = useState(server !== null);
  const [shown, setShown] = useState<StatusGame>("ark-se");
  if (server === null && isAlone) setAlone(false);
  // Under a sheet stays what was there before.
  const game = server === null ? (status ?? "ark-se") : shown;
  if (game !== shown) setShown(game);
  const show = (game: StatusGame) =>
    void navigate({
      to: "/",
      search: { status: game === "ark-se" ? undefined : game },
      hash: true,
      replace: true,
      resetScroll: false,
    });
  if (isAlone && server !== null) return <Outlet />;
  return (
    <OverHome value>
      <HomePage>
        <ServerList onStatus={show} />
        <ServerStatus game={game} onGame={show} />
      </HomePage>
      <Outlet />
    </OverHome>
  );
};
