import { Link } from "@tanstack/react-router";
import { LogIn, Menu } from "lucide-react";
import { Suspense, useState } from "react";
import { LynxMark } from "#client/components/brand/lynx-mark.tsx";
import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { SHELL } from "#shared/messages.ts";
import { AccountPlaceholder } from "./account-placeholder.tsx";
import { useEntries } from "./entries.ts";

const MobileMenu = lazyPart(() => import("./mobile-menu.tsx"));
const MemberBar = lazyPart(() => import("./member-bar.tsx"));

const entryClass =
  "inline-flex h-11 items-center gap-2 rounded-lg px-3 font-display text-xl lg:px-4 font-bold uppercase tracking-wide text-muted transition-colors hover:bg-night-800 hover:text-amber-strong [&_svg]:size-5";

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
        <div className={cn("ml-2 hidden md:block", isUnknown && "for-guests")}>
          <Button asChild variant="outline" size="sm">
            <Link to="/login">
              <LogIn aria-hidden />
              Login
            </Link>
          </Button>
        </div>
      )}
      {user !== null && (
        <div className={cn("-mr-3 ml-auto md:mr-0 md:ml-0", isUnknown && "for-members")}>
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
  const { brand } = useSite();
  const entries = useEntries();
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  return (
    <header className="sticky top-0 z-40 border-b border-night-700/80 bg-night-950/85 backdrop-blur-md">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-4 focus:z-50 focus:rounded-lg focus:bg-amber focus:px-4 focus:py-2 focus:font-semibold focus:text-night-950"
      >
        {SHELL.skipToContent}
      </a>
      <div className="shell flex h-16 items-center justify-between gap-4">
        <Link
          to="/"
          className="group flex min-w-0 items-center gap-2.5"
          aria-label={`${brand.name}, home`}
        >
          <LynxMark className="size-10 shrink-0 text-bone transition-transform duration-300 group-hover:scale-105" />
          <span className="truncate font-display text-3xl font-black uppercase leading-none tracking-wide">
            {brand.name}
          </span>
        </Link>
        <nav aria-label="Main" className="ml-auto hidden items-center gap-1 md:flex">
          {entries.map(({ icon: Icon, label, ...link }) => {
            const content = (
              <>
                <Icon aria-hidden className="hidden lg:block in-data-session:block" />
                <span className="in-data-session:sr-only xl:in-data-session:not-sr-only">
                  {label}
                </span>
              </>
            );
            return "hash" in link ? (
              <HashLink key={label} {...link} title={label} className={entryClass}>
                {content}
              </HashLink>
            ) : (
              <Link
                key={label}
                {...link}
                title={label}
                className={cn(entryClass, "aria-[current=page]:text-amber")}
              >
                {content}
              </Link>
            );
          })}
        </nav>
        <Account />
        <button
          type="button"
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={menu === "open"}
          className="grid size-11 place-items-center rounded-lg text-bone transition-colors hover:bg-night-800 md:hidden"
          onPointerEnter={MobileMenu.preload}
          onFocus={MobileMenu.preload}
          onClick={() => setMenu("open")}
        >
          <Menu className="size-6" aria-hidden />
        </button>
      </div>
      {menu !== "never" && (
        <Suspense>
          <MobileMenu isOpen={menu === "open"} onClose={() => setMenu("closed")} />
        </Suspense>
      )}
    </header>
  );
};
