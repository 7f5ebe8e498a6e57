import { Gift, HardDrive, ShieldHalf } from "lucide-react";

const FEATURES = [
  {
    icon: ShieldHalf,
    title: "Admins who are around",
    text: "Real people, awake when you are. Open a ticket and somebody who plays on the same server answers it.",
  },
  {
    icon: HardDrive,
    title: "Our own machines",
    text: "Dedicated servers in our own rack, run locally. No rented slices, no noisy neighbours, no surprise migrations.",
  },
  {
    icon: Gift,
    title: "Rewards in the game",
    text: "Log in, vote, survive: playing earns points, and points become things you can use the same night.",
  },
] as const;

export const Features = () => (
  <section aria-label="Why play here" className="relative z-10 -mt-24">
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
