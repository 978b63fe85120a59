/** The toast after a redirect to another page, which says why the visitor is there. */
export const arrivalToastMessages = { sellersOnly: 'That screen is for sellers.' } as const;
