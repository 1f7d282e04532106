import { BASE } from '../service.ts'

/** Channel between the tabs of this browser. */
const tabs = new BroadcastChannel('resguardo-session')

/** Ends the session in every tab and deletes unsaved drafts. */
export function leaveEverywhere(): void {
  tabs.postMessage('left')
  leave()
}

/** Reloads a page that the browser kept for «back», because it would still show data. */
export function watchForLeaving(): void {
  tabs.addEventListener('message', leave)
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

function leave(): void {
  sessionStorage.clear()
  location.assign(`${BASE}/`)
}
