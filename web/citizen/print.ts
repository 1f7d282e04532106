import { sayHeight } from './lib/frame.ts'

sayHeight()

// Inside a page of another site, links to other pages open in a new tab.
if (window.parent !== window)
  for (const link of document.links) if (link.pathname !== location.pathname) link.target = '_blank'

/** Shows the print buttons, which only work with a script. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
