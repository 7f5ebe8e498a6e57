import type { ReactNode } from "react";
import { Page } from "#client/components/page.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { PaysToPlay } from "./pays-to-play.tsx";
import { Services } from "./services.tsx";

/** The landing page. `children` are the sections about the game servers. */
export const HomePage = ({ children }: { children: ReactNode }) => (
  <Page>
    <Hero />
    <Features />
    <PaysToPlay />
    <Services />
    {children}
  </Page>
);
