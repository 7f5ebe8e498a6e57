import {
  type OptionalTicketField,
  TICKET_FIELDS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";

/** Makes something for each field of a ticket: an object by their names, in the order of the form. */
export const byTicketField = <Made extends Record<TicketField, unknown>>(
  make: (field: TicketField) => Made[TicketField],
): Made => Object.fromEntries(TICKET_FIELDS.map((field) => [field, make(field)])) as Made;

/** The words of a field that is chosen; the empty one among them where it may stay empty. */
export const choicesOf = ({
  missing,
  choices,
}: Extract<TicketFieldSpec, { input: "choice" }>): readonly [string, ...string[]] =>
  missing === null ? ["", ...choices] : choices;

/** Fields as they are sent: what may stay empty may be absent. */
export type GivenTicketFields = Omit<TicketFieldValues, OptionalTicketField> & {
  readonly [Field in OptionalTicketField]?: TicketFieldValues[Field] | undefined;
};

/** The fields of a ticket from what was sent; what was not sent stays as it was before. */
export const ticketValues = (
  given: GivenTicketFields,
  before?: TicketFieldValues,
): TicketFieldValues =>
  byTicketField<TicketFieldValues>((field) => given[field] ?? before?.[field] ?? "");
