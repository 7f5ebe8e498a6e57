import { ArrowUp } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { scrollToHash } from "#client/lib/scroll.ts";
import { SHELL } from "#shared/messages.ts";

/**
 * Leads whoever has read far down back to where the page begins. A thread is read from its end. The question
 * about a changed policy stands in the same corner, and this above it while that is folded.
 */
export default () => (
  <nav
    aria-label={SHELL.longPage}
    data-floats
    className="fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-30 in-[.has-thread]:hidden in-[.has-policy-prompt]:bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+4.25rem)] md:right-6"
  >
    <Button
      variant="outline"
      size="icon"
      aria-label={SHELL.backToTop}
      title={SHELL.backToTop}
      className="size-11 rounded-full bg-ground-850 shadow-2xl [&_svg]:size-5"
      onClick={() => {
        document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
        // Not the window's own: a scroll to a section that is still on its way would win.
        scrollToHash("");
      }}
    >
      <ArrowUp aria-hidden />
    </Button>
  </nav>
);
