import { type Origin, writeAudit } from "#server/auth/audit.ts";
import { assertAllowed, countAttempts } from "#server/auth/limits.ts";
import {
  type Actor,
  type Ctx,
  GUEST,
  type Guest,
  type RequestCtx,
  type RequestParts,
  type System,
  type Tx,
  type UnitOfWork,
} from "./context.ts";
import { createSiteMetrics, type Services, type Tally } from "./services.ts";

/** The member who acts; the site itself, game servers and guests have no user's id. */
const userIdOf = (actor: Actor): string | null => (actor.kind === "member" ? actor.userId : null);

/** The one place that calls `store.write`, but for the store itself. */
const unitOfWork = <Who extends Actor>(
  { store, config, clock, log, auth, shopfront, notify, metrics }: Services,
  actor: Who,
  origin: Origin,
): UnitOfWork<Who> => {
  const known = { config, clock, log, auth, shopfront, actor };
  return {
    actor,
    tables: store.tables,
    read: { ...store.read, ...known },
    write: async (work) => {
      let tallies: (readonly [name: Tally, values: readonly string[], by?: number])[] = [];
      const result = await store.write((storeTx) => {
        // What is run again counts once.
        tallies = [];
        const own = { ...storeTx, ...known };
        const tx: Tx<Who> = {
          ...own,
          async count(name, subject, amount) {
            assertAllowed(await countAttempts(own, [{ name, subject, amount }]));
          },
          tryCount: (...attempts) => countAttempts(own, attempts),
          tally: (...counted) => void tallies.push(counted),
          origin: () => ({
            network: origin.network ?? null,
            browser: origin.browser?.name ?? null,
          }),
          audit: ({ isSites, ...entry }) =>
            isSites === true
              ? writeAudit(own, {}, entry)
              : writeAudit(own, origin, { actorId: userIdOf(actor), ...entry }),
          notify: (content) => notify(tx, content),
        };
        return work(tx);
      });
      for (const [name, values, by] of tallies) metrics[name].add(values, by);
      return result;
    },
  };
};

/**
 * What a request's use cases are given.
 * @param request becomes it. Its getters stay what they are: few use cases ask for any of it.
 */
export const requestContext = <Who extends Actor>(
  services: Services,
  actor: Who,
  request: RequestParts,
): RequestCtx<Who> => Object.assign(request, services, unitOfWork(services, actor, request));

/** What answers a request of which nobody is known, and nothing but where it came from is kept. */
export const guestContext = (services: Services, origin: Origin): Ctx<Guest> => ({
  ...services,
  ...unitOfWork(services, GUEST, origin),
});

/**
 * What the site's own use cases are given: those of jobs, webhooks, commands and sample data.
 * @param name such as "job deliver-mail".
 */
export const systemContext = (services: Services, name: string): Ctx<System> => ({
  ...services,
  ...unitOfWork(services, { kind: "system", name }, {}),
});

/**
 * The same for a command, which has opened nothing but the store. Its use cases ask for no more than
 * they get.
 */
export const commandContext = (
  given: Pick<Services, "store" | "config" | "clock" | "log" | "notify"> &
    Partial<Pick<Services, "auth">>,
  name: string,
): UnitOfWork<System> & typeof given => ({
  ...given,
  ...unitOfWork(
    { ...given, metrics: createSiteMetrics() } as unknown as Services,
    { kind: "system", name },
    {},
  ),
});
