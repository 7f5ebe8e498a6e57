import { Gift, HardDrive, ShieldHalf } from "lucide-react";
import type { ReactNode } from "react";
import { Page } from "#client/components/page.tsx";
import { SectionHeading } from "#client/components/section-heading.tsx";
import { useSite } from "#client/lib/site.ts";
import { HOME } from "#shared/home-messages.ts";
import { Hero } from "./hero.tsx";
import { Services } from "./services.tsx";

const FEATURES = [
  {
    icon: ShieldHalf,
    title: HOME.adminsTitle,
    text: HOME.adminsText,
  },
  {
    icon: HardDrive,
    title: HOME.machinesTitle,
    text: HOME.machinesText,
  },
  {
    icon: Gift,
    title: HOME.rewardsTitle,
    text: HOME.rewardsText,
  },
] as const;

const Features = () => (
  <section aria-label={HOME.whyPlayHere} className="relative z-10 -mt-24">
    <ul className="shell grid gap-4 md:grid-cols-3">
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <li key={title} className="panel p-6 md:p-7">
          <span className="hexagon grid h-14 w-[3.05rem] place-items-center bg-amber/15 text-amber-strong">
            <Icon className="size-6" aria-hidden />
          </span>
          <h2 className="mt-5 font-display text-3xl font-extrabold">{title}</h2>
          <p className="mt-2 leading-relaxed text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

/** The explainer of the points, in three steps. */
const PaysToPlay = () => {
  const { currency } = useSite().brand;
  const steps = [
    {
      title: "Play",
      text: HOME.playText,
    },
    {
      title: HOME.earnTitle,
      text: HOME.earnText(currency),
    },
    {
      title: "Spend",
      text: HOME.spendText(currency),
    },
  ];
  return (
    <section aria-labelledby="pays-title" className="shell py-20 md:py-28">
      <SectionHeading
        id="pays-title"
        eyebrow={`The ${currency} economy`}
        title={HOME.paysToPlay}
        text={HOME.oneBalance}
      />
      <ol className="mt-12 grid gap-10 md:grid-cols-3 md:gap-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-5 md:block">
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className="absolute top-20 bottom-[-2rem] left-[2.2rem] w-px bg-gradient-to-b from-amber/60 to-night-700 md:top-[2.5rem] md:right-2 md:bottom-auto md:left-[6rem] md:h-px md:w-auto md:bg-gradient-to-r"
              />
            )}
            <span className="hexagon grid h-20 w-[4.4rem] shrink-0 place-items-center bg-amber">
              <span className="hexagon grid h-[4.7rem] w-[4.1rem] place-items-center bg-night-900 font-display text-4xl font-black text-amber-strong">
                {index + 1}
              </span>
            </span>
            <div className="md:mt-6">
              <h3 className="font-display text-3xl font-extrabold">{title}</h3>
              <p className="mt-2 max-w-sm leading-relaxed text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};

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
