import { Outlet, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { HomePage } from "#client/features/home/page.tsx";
import { ServerList } from "#client/features/servers/list.tsx";
import { OverHome, ServerStatus } from "#client/features/servers/status.tsx";
import { serverOf, statusGames, useSite } from "#client/lib/site.ts";
import { inAnyCase } from "#shared/rules/text.ts";

/** The home page with a server's sheet over it, or the page of a server that was opened by itself. */
export const Home = () => {
  const { serverKey } = useParams({ strict: false });
  const { status } = useSearch({ strict: false });
  const site = useSite();
  const games = statusGames(site).map(({ key }) => key);
  const [first = ""] = games;
  const server = serverOf(site, serverKey);
  const navigate = useNavigate();
  const [isAlone, setAlone] = useState(server !== null);
  const [shown, setShown] = useState(first);
  if (server === null && isAlone) setAlone(false);
  // Under a sheet stays what was there before.
  const game = server === null ? (inAnyCase(games, status ?? "") ?? first) : shown;
  if (game !== shown) setShown(game);
  const show = (game: string) =>
    void navigate({
      to: "/",
      search: { status: game === first ? undefined : game },
      hash: true,
      replace: true,
      resetScroll: false,
    });
  if (isAlone && server !== null) return <Outlet />;
  return (
    <OverHome value>
      <HomePage
        servers={<ServerList onStatus={show} />}
        status={<ServerStatus game={game} onGame={show} />}
      />
      <Outlet />
    </OverHome>
  );
};
