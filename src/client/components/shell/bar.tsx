import { Link } from "@tanstack/react-router";
import { LogIn, Menu } from "lucide-react";
import { Suspense, useState } from "react";
import { BrandMark } from "#client/components/brand/brand-mark.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { SHELL } from "#shared/messages.ts";
import { ONE_LINE_MAX } from "#shared/rules/bar-room.ts";
import { entryIcon, entryKey, MenuLink } from "./entries.tsx";

/** The places in the bar of the points, bell, cart and account menu, before and after they are there. */
export const PLACES = {
  row: "flex items-center gap-1 lg:gap-2",
  points: "hidden w-44 justify-end lg:flex",
  bell: "size-11 shrink-0",
  menu: "ml-1.5 hidden w-44 md:block lg:w-52",
};

/** Holds the place of the account menu until the member's name is there. */
export const MenuPlaceholder = () => (
  <span aria-hidden className="flex h-12 w-full items-center gap-2.5 px-1.5">
    <span className="hexagon h-10 w-9 bg-ground-800" />
    <span className="h-4 w-20 animate-pulse rounded bg-ground-700" />
  </span>
);

/** Holds the place of a member's end of the bar until its script is there. */
const AccountPlaceholder = () => (
  <div className={PLACES.row}>
    <span className={PLACES.points} />
    <span className={PLACES.bell} />
    {useSite().shop !== null && <span className={PLACES.bell} />}
    <div className={PLACES.menu}>
      <MenuPlaceholder />
    </div>
  </div>
);

const MobileMenu = lazyPart(() => import("./mobile-menu.tsx"));
/** Whoever is signed in has it on every page. */
export const MemberBar = lazyPart(() => import("./member-bar.tsx"));

const entryClass =
  "inline-flex h-11 max-w-full items-center gap-2 rounded-lg px-3 font-display text-xl lg:px-4 font-bold display-case tracking-wide text-muted transition-colors hover:bg-ground-800 hover:text-accent-strong [&_svg]:size-5";

/**
 * The end of the bar: the way in for guests, what is theirs for members. Before it is known who is
 * there both stand in the page, and `boot.js` says which is shown.
 */
const Account = () => {
  const user = useSession();
  const isUnknown = user === undefined;
  return (
    <>
      {user == null && (
        <div className={cn("ml-2 hidden shrink-0 md:block", isUnknown && "for-guests")}>
          <Button asChild variant="outline" size="sm">
            <Link to="/login">
              <LogIn aria-hidden />
              Login
            </Link>
          </Button>
        </div>
      )}
      {user !== null && (
        <div className={cn("-mr-3 shrink-0 md:mr-0", isUnknown && "for-members")}>
          {isUnknown ? (
            <AccountPlaceholder />
          ) : (
            <Suspense fallback={<AccountPlaceholder />}>
              <MemberBar />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
};

/** The navigation bar; the slide menu behind it is loaded when a finger or pointer comes near. */
export const Bar = () => {
  const {
    brand,
    menu: { bar, roomy },
  } = useSite();
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  return (
    <header className="sticky top-0 z-40 border-b border-ground-700/80 bg-ground-950/95 sm:bg-ground-950/85 sm:backdrop-blur-md">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-4 focus:z-50 focus:rounded-lg focus:bg-accent focus:px-4 focus:py-2 focus:font-semibold focus:text-ground-950"
      >
        {SHELL.skipToContent}
      </a>
      <div className="shell flex h-16 items-center justify-between gap-4">
        <Link
          to="/"
          aria-label={`${brand.name}, home`}
          className="group flex min-w-0 items-center gap-2.5"
        >
          <BrandMark className="size-10 shrink-0 text-ink transition-transform duration-300 group-hover:scale-105" />
          <span
            className={cn(
              "relative font-display font-black display-case leading-none tracking-wide",
              brand.name.length > ONE_LINE_MAX
                ? "long-name line-clamp-2 text-lg lg:text-xl"
                : "truncate text-3xl",
            )}
          >
            {brand.name}
          </span>
        </Link>
        <div className="bar-end flex items-center gap-4">
          {/* What has no room stands in lines below that are not seen, unless the keyboard gets there. */}
          <nav aria-label="Main" className="bar-entries hidden md:flex">
            {bar.map((entry) => {
              const Icon = entryIcon(entry);
              return (
                <MenuLink
                  key={entryKey(entry)}
                  entry={entry}
                  title={entry.title}
                  className={entryClass}
                  pageClassName="aria-[current=page]:text-accent"
                >
                  <Icon aria-hidden className="hidden lg:block in-data-session:block" />
                  <span className="truncate in-data-session:sr-only xl:in-data-session:not-sr-only">
                    {entry.title}
                  </span>
                </MenuLink>
              );
            })}
          </nav>
          <Account />
          <button
            type="button"
            aria-label="Open menu"
            aria-haspopup="dialog"
            aria-expanded={menu === "open"}
            data-roomy={(roomy ?? []).join(" ")}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-ink transition-colors hover:bg-ground-800"
            onPointerEnter={MobileMenu.preload}
            onFocus={MobileMenu.preload}
            onClick={() => setMenu("open")}
          >
            <Menu className="size-6" aria-hidden />
          </button>
        </div>
      </div>
      {menu !== "never" && (
        <Suspense>
          <MobileMenu isOpen={menu === "open"} onClose={() => setMenu("closed")} />
        </Suspense>
      )}
    </header>
  );
};
