/** The file contains everything, so it is kept just long enough to be downloaded. */
export const KEPT_DAYS = 7

/** With more, one must be deleted before another is made. */
export const MOST_EXPORTS = 5
