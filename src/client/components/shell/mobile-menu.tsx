import { Link } from "@tanstack/react-router";
import { ScrollText, ShieldCheck, X } from "lucide-react";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { LynxMark } from "#client/components/brand/lynx-mark.tsx";
import { HashLink } from "#client/components/hash-link.tsx";
import { Sheet, SheetClose, SheetContent, SheetTitle } from "#client/components/ui/sheet.tsx";
import { ENTRIES } from "./entries.ts";

const itemClass =
  "flex min-h-13 items-center gap-4 rounded-xl px-4 font-display text-2xl font-bold uppercase tracking-wide text-bone transition-colors hover:bg-night-800 hover:text-amber-strong [&_svg]:size-5 [&_svg]:text-amber";
const smallItemClass =
  "flex min-h-11 items-center gap-3 rounded-lg px-4 text-[0.95rem] text-muted transition-colors hover:bg-night-800 hover:text-bone [&_svg]:size-4";

type MobileMenuProps = { isOpen: boolean; onClose: () => void };

/** The slide menu of small screens, for guests. */
const MobileMenu = ({ isOpen, onClose }: MobileMenuProps) => (
  <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <SheetContent>
      <div className="flex items-center justify-between gap-2 border-b border-night-700 py-5 pr-4 pl-5">
        <div className="flex items-center gap-3">
          <HexFrame className="h-14">
            <span className="grid size-full place-items-center bg-night-800">
              <LynxMark className="size-9 text-bone" />
            </span>
          </HexFrame>
          <SheetTitle className="font-display text-2xl leading-none font-extrabold whitespace-nowrap">
            Welcome, Guest
          </SheetTitle>
        </div>
        <SheetClose
          aria-label="Close menu"
          className="grid size-11 place-items-center rounded-lg text-muted hover:bg-night-800 hover:text-bone"
        >
          <X className="size-6" aria-hidden />
        </SheetClose>
      </div>
      <nav aria-label="Menu" className="flex flex-1 flex-col gap-1 p-3">
        {ENTRIES.map((entry) =>
          "hash" in entry ? (
            <HashLink key={entry.label} hash={entry.hash} className={itemClass} onClick={onClose}>
              <entry.icon aria-hidden />
              {entry.label}
            </HashLink>
          ) : (
            <Link
              key={entry.label}
              to={entry.to}
              target="_blank"
              rel="noopener"
              className={itemClass}
              onClick={onClose}
            >
              <entry.icon aria-hidden />
              {entry.label}
            </Link>
          ),
        )}
        <div className="mt-auto border-t border-night-700 pt-3">
          <Link to="/zlg-rules" className={smallItemClass} onClick={onClose}>
            <ScrollText aria-hidden />
            Rules
          </Link>
          <Link to="/privacy-policy" className={smallItemClass} onClick={onClose}>
            <ShieldCheck aria-hidden />
            Privacy Policy
          </Link>
        </div>
      </nav>
    </SheetContent>
  </Sheet>
);

export default MobileMenu;
