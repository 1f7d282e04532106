import { sayHeight } from './lib/frame.ts'

sayHeight()

// Inside the page of another site, other pages open beside it.
if (window.parent !== window)
  for (const link of document.links) if (link.pathname !== location.pathname) link.target = '_blank'

/** A page to take away on paper. The button is of no use without a script. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
