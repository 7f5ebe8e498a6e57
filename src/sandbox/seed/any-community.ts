import { HIGH, LOW, MIDDLE } from "#sandbox/community.ts";
import type { Community } from "#server/config/community.ts";
import { POINTS } from "#shared/points-messages.ts";
import type { SampleName } from "./accounts.ts";
import type { SampleCredit } from "./desk-and-points.ts";
import type { Story } from "./news.ts";
import { close, type SampleTicket, say, take } from "./tickets/ticket.ts";

/** Whether the sample data of the example fit, which name its tiers and what its tickets are about. */
export const isExample = ({ tiers, tickets }: Community): boolean =>
  [LOW, MIDDLE, HIGH].every(({ key }) => tiers.some((tier) => tier.key === key)) &&
  tickets.topics.some(({ key }) => key === "Discord Issue");

/** Who writes, the one after the other. */
const AUTHORS = ["morgan", "oskar", "tamsin", "juniper", "ivy", "pell"] as const;
const TICKETS_MAX = 12;
const QUARTERS_OF_AN_EVENING = 6;
const VOTED_DAYS_AGO = [30, 23, 16, 9, 2];

const authorOf = (index: number): SampleName => AUTHORS[index % AUTHORS.length] ?? "morgan";

/** One ticket for each category, about one game after the other; every second one is answered. */
const ticketsOf = ({ games, servers, tickets }: Community): SampleTicket[] => {
  const places: { game: string; server?: string }[] = [
    ...tickets.topics.map(({ key }) => ({ game: key })),
    ...games.flatMap(({ key, name }) => {
      const server = servers.find(({ game }) => game === key);
      return server === undefined ? [] : { game: name, server: server.name };
    }),
  ];
  if (places.length === 0) return [];
  return tickets.categories.slice(0, TICKETS_MAX).map(({ key, title }, index) => {
    const by = authorOf(index);
    const { game, server } = places[index % places.length] ?? { game: "" };
    const isAnswered = index % 2 === 0;
    const isSolved = index % 4 === 2;
    const ticket: SampleTicket = {
      by,
      daysAgo: 2 + 3 * index,
      subject: `${title ?? key}: ${game}`,
      category: key,
      game,
      description: "A sample ticket of the demo.",
      steps: isAnswered
        ? [
            take("rowan", "40m"),
            say("rowan", "10m", "Thank you for writing. I have a look at it tonight."),
            say(by, "2h", "It works again, thank you!"),
            ...(isSolved ? [close("rowan", "1h")] : []),
          ]
        : [],
    };
    return server === undefined ? ticket : Object.assign(ticket, { server });
  });
};

const ledgerOf = ({ games, servers, tiers, rewards }: Community): SampleCredit[] => {
  const [tier] = tiers;
  const server = servers.find(({ game }) =>
    games.some(({ key, earnsPoints }) => key === game && earnsPoints),
  );
  const months = [60, 30, 0.5].flatMap((daysAgo): SampleCredit[] =>
    tier === undefined || tier.monthlyPoints === 0
      ? []
      : [
          {
            who: "morgan",
            daysAgo,
            kind: "subscription",
            delta: tier.monthlyPoints,
            reason: `${tier.title}: points of the month`,
          },
        ],
  );
  const votes = VOTED_DAYS_AGO.flatMap((daysAgo, index): SampleCredit[] =>
    servers[0] === undefined || rewards.votePoints === 0
      ? []
      : [
          {
            who: authorOf(index % 2),
            daysAgo,
            kind: "vote",
            delta: rewards.votePoints,
            reason: `Vote for ${servers[0].name}`,
          },
        ],
  );
  const quarters = Array.from({ length: QUARTERS_OF_AN_EVENING }, (_, index) => index);
  const evenings = [9, 2].flatMap((daysAgo) =>
    quarters.flatMap((index): SampleCredit[] =>
      tier === undefined || tier.quarterHourPoints === 0 || server === undefined
        ? []
        : [
            {
              who: "morgan",
              daysAgo: daysAgo - index / 96,
              kind: "passive",
              delta: tier.quarterHourPoints,
              reason: POINTS.quarterPlayed,
              played: { game: server.game, server: server.key },
            },
          ],
    ),
  );
  return [...months, ...votes, ...evenings];
};

/** What people of any community may have done: told with its own tickets, games, servers and tiers. */
export const storyOf = (community: Community): Story => ({
  tickets: ticketsOf(community),
  ledger: ledgerOf(community),
  orders: [],
  replies: [],
  strikes: [],
  news: [
    {
      daysAgo: 12,
      to: "everyone",
      subject: `Welcome to ${community.brand.name}`,
      message: "This is sample data. Everything that you see here can be changed.",
    },
    {
      daysAgo: 1,
      to: "everyone",
      subject: "Restart tonight",
      message: "All servers restart tonight and are back after a few minutes.",
    },
  ],
});
