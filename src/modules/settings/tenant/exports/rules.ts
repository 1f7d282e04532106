/** The file holds everything: it is there long enough to be fetched, and no longer. */
export const KEPT_DAYS = 7

/** Beyond these, one has to go before another is made. */
export const MOST_EXPORTS = 5
