import { Gift, HardDrive, ShieldHalf } from "lucide-react";
import { HOME } from "#shared/home-messages.ts";

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

export const Features = () => (
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
