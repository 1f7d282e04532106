/**
 * Shows a page of the service inside the page of an organisation: a frame as high as what is in it. The site's own policy
 * needs `script-src` and `frame-src` for the host of the service, and nothing else.
 */

export interface Shown {
  /** `<div data-resguardo-derechos="KEY">` or `<resguardo-derechos key="KEY">`. */
  name: string
  /** The address of the page, before the key. */
  path: string
  /** What a screen reader says of the frame. */
  title: string
}

const [LOWEST, HIGHEST] = [200, 20_000]

export function showIn({ name, path, title }: Shown): void {
  const script = document.currentScript as HTMLScriptElement | null
  // Above `/w/v1/<name>.js`, wherever a proxy put the service.
  const root = new URL('../../', script?.src ?? location.href)
  const attribute = `data-${name}`

  function fill(place: Element): void {
    const key = place.getAttribute(attribute) ?? place.getAttribute('key')
    if (!key || place.querySelector('iframe')) return
    const frame = document.createElement('iframe')
    frame.title = place.getAttribute('title') ?? title
    const address = new URL(`${path}/${encodeURIComponent(key)}`, root)
    // Of a page that is one of several: which one.
    address.search = place.getAttribute('data-query') ?? ''
    address.searchParams.set('marco', '1')
    frame.src = address.href
    Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0' })
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== root.origin || data?.resguardo !== 'height') return
      const height = Math.min(Math.max(Number(data.height) || LOWEST, LOWEST), HIGHEST)
      frame.style.height = `${height}px`
    })
    // Each page in the frame learns who shows it; nobody else could answer from this origin.
    frame.addEventListener('load', () =>
      frame.contentWindow?.postMessage({ resguardo: 'hello' }, root.origin),
    )
    place.replaceChildren(frame)
  }

  if (!customElements.get(name))
    customElements.define(
      name,
      class extends HTMLElement {
        connectedCallback() {
          fill(this)
        }
      },
    )
  const fillAll = () => {
    for (const place of document.querySelectorAll(`[${attribute}]`)) fill(place)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fillAll)
  else fillAll()
}
