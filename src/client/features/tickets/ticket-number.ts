/** Whether this part of an address can be the number of a ticket. */
export const isTicketNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
