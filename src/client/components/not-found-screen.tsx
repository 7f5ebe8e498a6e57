import { Link } from "@tanstack/react-router";
import { LostDen } from "#client/components/brand/lost-den.tsx";
import { Page } from "#client/components/page.tsx";
import { Bar } from "#client/components/shell/bar.tsx";
import { Footer } from "#client/components/shell/footer.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { MESSAGES, NOT_FOUND } from "#shared/messages.ts";
import { HashLink } from "./hash-link.tsx";

/** What stands under any path that has no screen. */
export const NotFoundScreen = () => (
  <>
    <Bar />
    <Page className="grid place-items-center">
      <div className="shell flex flex-col items-center py-16 text-center">
        <LostDen className="w-full max-w-xl" />
        <p className="eyebrow mt-8">404</p>
        <h1 className="headline mt-2 text-5xl md:text-7xl">{MESSAGES.notFound}</h1>
        <p className="mt-4 max-w-md text-lg text-muted">{NOT_FOUND.text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button asChild>
            <Link to="/">{MESSAGES.backToDen}</Link>
          </Button>
          <Button asChild variant="outline">
            <HashLink hash="ServerStatusDisplay">{MESSAGES.seeServers}</HashLink>
          </Button>
        </div>
      </div>
    </Page>
    <Footer />
  </>
);
