const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** `2026-11-15T09:30`, in Chilean time. */
export function wallClock(instant: Date): string {
  return CLOCK.format(instant).replace(' ', 'T')
}
