import { BASE } from '../service.ts'

/** The tabs of this browser. */
const tabs = new BroadcastChannel('resguardo-session')

/** After the end of a session nothing of it stays: not in this tab nor in another, not what was typed and not saved. */
export function leaveEverywhere(): void {
  tabs.postMessage('left')
  leave()
}

/** A page that the browser kept for «back» shows what it showed: it is loaded again instead. */
export function watchForLeaving(): void {
  tabs.addEventListener('message', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

function leave(): void {
  sessionStorage.clear()
  location.assign(`${BASE}/`)
}
