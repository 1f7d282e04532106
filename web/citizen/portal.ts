/** Warns before the session ends. Then leaves the page, so that no data stay on the screen. */
const until = document.querySelector<HTMLTimeElement>('[data-until]')
const left = document.querySelector<HTMLElement>('[data-left]')
const WARNING_MINUTES = 5

function look(): void {
  if (!until || !left) return
  const minutes = Math.ceil((Date.parse(until.dateTime) - Date.now()) / 60_000)
  if (minutes <= 0) location.replace(location.pathname.replace(/\/portal\/.*$/, '/portal'))
  else if (minutes <= WARNING_MINUTES) {
    const text = minutes === 1 ? 'Queda un minuto.' : `Quedan ${minutes} minutos.`
    if (left.textContent !== text) left.textContent = text
  }
}

look()
setInterval(look, 5_000)
// Reloads a page that the browser kept from before the session ended.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
