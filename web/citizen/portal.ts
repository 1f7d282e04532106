/** The end of the session: said in time, and when it is there nothing stays on the screen. */
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
// A page that the browser kept from before the session ended is not shown again.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
