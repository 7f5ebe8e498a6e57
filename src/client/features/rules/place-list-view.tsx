import { MapPinOff } from "lucide-react";
import type { PlaceList } from "#shared/content/rules/index.ts";
import { RULES } from "#shared/rule-messages.ts";
import { useRules } from "./anchor.ts";
import { Marked } from "./find.tsx";
import { SectionHeading } from "./section-heading.tsx";

const Place = ({ name, terms }: { name: string; terms: readonly string[] }) => (
  <span className="flex gap-2.5">
    <span className="hexagon mt-2 h-2 w-[0.45rem] shrink-0 bg-ember" />
    <span>
      <Marked text={name} terms={terms} />
    </span>
  </span>
);

/** Places in which something is forbidden: one cell per map, then what holds on all of them. */
export const PlaceListView = ({ list }: { list: PlaceList }) => {
  const { terms } = useRules();
  return (
    <section id={list.id} aria-labelledby={`${list.id}-title`} className="scroll-mt-[200px]">
      <SectionHeading anchor={list.id} title={list.title} icon={MapPinOff} />
      <p className="mt-3 max-w-[68ch] text-[1.05rem] text-muted">{list.intro}</p>
      <div className="panel mt-5 overflow-hidden">
        {list.maps.length > 0 && (
          <dl className="-mr-px -mb-px grid sm:grid-cols-2 xl:grid-cols-3">
            {list.maps.map(({ map, places }) => (
              <div key={map} className="border-r border-b border-night-700 px-5 py-4">
                <dt className="font-display text-xl font-bold uppercase">
                  <Marked text={map} terms={terms} />
                </dt>
                {places.map((place) => (
                  <dd key={place} className="mt-1 text-muted">
                    <Place name={place} terms={terms} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        )}
        {list.onEveryMap.length > 0 && (
          <div
            className={list.maps.length > 0 ? "border-t border-night-700 px-5 py-4" : "px-5 py-5"}
          >
            {list.maps.length > 0 && (
              <h4 className="font-display text-xl font-bold uppercase">{RULES.onEveryMap}</h4>
            )}
            <ul className="mt-1 grid gap-x-6 gap-y-1.5 text-muted sm:grid-cols-2 xl:grid-cols-3">
              {list.onEveryMap.map((place) => (
                <li key={place}>
                  <Place name={place} terms={terms} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
};
