/**
 * Shows a page of the service inside an organisation's page, in a frame with the height of its content. The site's policy
 * needs only `script-src` and `frame-src` for the host of the service.
 */

export interface Shown {
  /** `<div data-resguardo-derechos="KEY">` or `<resguardo-derechos key="KEY">`. */
  name: string
  /** The path of the page, before the key. */
  path: string
  /** The frame's name for screen readers. */
  title: string
}

const [LOWEST, HIGHEST] = [200, 20_000]

export function showIn({ name, path, title }: Shown): void {
  const script = document.currentScript as HTMLScriptElement | null
  // The folder above `/w/v1/<name>.js`, also behind a path of a proxy.
  const root = new URL('../../', script?.src ?? location.href)
  const attribute = `data-${name}`

  function fill(place: Element): void {
    const key = place.getAttribute(attribute) ?? place.getAttribute('key')
    if (!key || place.querySelector('iframe')) return
    const frame = document.createElement('iframe')
    frame.title = place.getAttribute('title') ?? title
    const address = new URL(`${path}/${encodeURIComponent(key)}`, root)
    // Selects one of several pages.
    address.search = place.getAttribute('data-query') ?? ''
    address.searchParams.set('marco', '1')
    frame.src = address.href
    Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0' })
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== root.origin || data?.resguardo !== 'height') return
      const height = Math.min(Math.max(Number(data.height) || LOWEST, LOWEST), HIGHEST)
      frame.style.height = `${height}px`
    })
    // Tells the page in the frame who shows it. Nobody else can send this from this origin.
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
