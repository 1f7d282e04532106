import { after, chileanDay, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/dates.ts'
import { checkDigit, displayRut } from '#kernel/rut.ts'
import type { Service } from '../service.ts'
import { type Account, Caller, Member, type SignedIn } from './callers.ts'
import { injectFetch } from './inject-fetch.ts'

/** The time between two calls, as if a person worked. */
const PACE_MS = 20_000
const CHILE_BEHIND_UTC_HOURS = 3

/** The time that the service sees. It only moves forward, and never beyond the present. */
export class Clock {
  #at = new Date(0)

  now = (): Date => this.#at

  moveTo(at: Date): void {
    this.#at = new Date(Math.max(this.#at.getTime(), Math.min(at.getTime(), Date.now())))
  }

  tick(): void {
    this.moveTo(after(this.#at, PACE_MS))
  }
}

interface Told {
  onEvening(): Promise<unknown>
  onQuarter(percent: number): void
}

/**
 * The events of the demo organisation. Chapters plan steps. The steps run in order of time through the service's own API,
 * with the clock set to their moment, so every rule applies and every trace is written.
 */
export class Story {
  readonly clock: Clock
  readonly today: Date
  readonly visitor: Caller
  readonly #fetch: typeof fetch
  readonly #members = new Map<string, Member>()
  readonly #made = new Map<string, string>()
  readonly #steps: { at: Date; run: () => Promise<unknown> }[] = []

  constructor(app: Service['app'], clock: Clock, today: Date) {
    this.clock = clock
    this.today = today
    const send = injectFetch(app)
    this.#fetch = (...request) => {
      clock.tick()
      return send(...request)
    }
    this.visitor = new Caller({ fetch: this.#fetch })
  }

  // ── when ──

  /** An hour in Chile, `weeksAgo` weeks before the current week. Monday is 1. */
  week(weeksAgo: number, weekday: number, time: string): Date {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const midnight = Math.floor(this.today.getTime() / DAY_MS) * DAY_MS
    const monday = midnight - DAY_MS * ((this.today.getUTCDay() + 6) % 7)
    const day = monday + DAY_MS * (weekday - 1 - 7 * weeksAgo)
    return new Date(day + HOUR_MS * (hours + CHILE_BEHIND_UTC_HOURS) + MINUTE_MS * minutes)
  }

  hoursAgo(hours: number): Date {
    return after(this.today, -hours * HOUR_MS)
  }

  /** The calendar day `daysAhead` days from today. */
  day(daysAhead: number): string {
    return after(this.today, daysAhead * DAY_MS)
      .toISOString()
      .slice(0, 10)
  }

  plan(at: Date, run: () => Promise<unknown>): void {
    this.#steps.push({ at, run })
  }

  /** `onEvening` runs after the last step of each day, `onQuarter` after every quarter of the steps. */
  async tell({ onEvening, onQuarter }: Told): Promise<void> {
    const steps = this.#steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    for (const [index, { at, run }] of steps.entries()) {
      this.clock.moveTo(at)
      await run()
      const next = steps[index + 1]
      if (next && chileanDay(next.at) > chileanDay(at)) await onEvening()
      const [before, now] = [index, index + 1].map((count) => Math.floor((4 * count) / steps.length))
      if (now! > before!) onQuarter(25 * now!)
    }
    this.clock.moveTo(new Date())
  }

  // ── who and what ──

  as(key: string): Member {
    return known(this.#members, key)
  }

  join(key: string, account: Account, signedIn: SignedIn): void {
    this.#members.set(key, new Member({ fetch: this.#fetch, now: this.clock.now }, account, signedIn))
  }

  /** Remembers an id under the name that the chapters use for it. */
  keep(name: string, id: string): void {
    this.#made.set(name, id)
  }

  id(name: string): string {
    return known(this.#made, name)
  }
}

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const found = map.get(name)
  if (found === undefined) throw new Error(`nothing called «${name}» is in the story yet`)
  return found
}

/**
 * A RUT with a valid check digit and no holder: people's numbers have not reached thirty million, and companies' numbers
 * begin at fifty million.
 */
export function rut(body: number): string {
  return displayRut(`${body}-${checkDigit(body)}`)
}
