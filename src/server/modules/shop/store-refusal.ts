import { AppError } from "#server/errors.ts";
import type { Log } from "#server/log.ts";
import type { StoreFailure } from "#server/providers/shop/port.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** Modules know providers by their types alone: the class tells itself by its name. */
export const isStoreFailure = (error: unknown): error is StoreFailure =>
  error instanceof Error && error.name === "StoreFailure";

const refusalOf = ({ reason, told }: StoreFailure): AppError => {
  if (reason === "unreachable") return new AppError("bad_gateway", SHOP.unreachable);
  if (reason === "missing") return new AppError("not_found", SHOP.basketGone);
  if (reason === "sign_in") return new AppError("bad_request", SHOP.signInAtStore, {}, reason);
  const word = reason === "limit" ? "limit_reached" : reason;
  return new AppError("bad_request", told ?? SHOP.refused, {}, word);
};

/**
 * For `catch`: tells the member why the store did not do it, and writes down what it said.
 * @throws {AppError} `bad_gateway`, `not_found`, or `bad_request` with a reason (facts §4); whatever
 *   else was thrown, as it is.
 */
export const tellRefusal =
  ({ log }: { log: Log }) =>
  (error: unknown): never => {
    if (!isStoreFailure(error)) throw error;
    const { reason, told } = error;
    // A sentence that we know already may still name a customer.
    log.warn("store.refused", { reason, ...(reason === "refused" && { told }) });
    throw refusalOf(error);
  };
