const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const LONGEST_PAUSE_MS = 5 * 60_000

let touchedAt = Date.now()

export function watchForTouches(): void {
  for (const touch of TOUCHES)
    addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true })
}

/** False if nobody touched the page for a while. Background calls then do not keep the session alive. */
export function isAttended(): boolean {
  return Date.now() - touchedAt < LONGEST_PAUSE_MS
}
