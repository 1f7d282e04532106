/**
 * Tells the site around this page the height of the page. The site sends the first message, so the answer goes only to the
 * origin that shows this frame.
 */
export function sayHeight(): void {
  if (window.parent === window) return
  let to: string | undefined
  let last = 0
  const say = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (to === undefined || height === last) return
    last = height
    window.parent.postMessage({ resguardo: 'height', height }, to)
  }
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || data?.resguardo !== 'hello') return
    to = origin
    last = 0
    say()
  })
  new ResizeObserver(say).observe(document.body)
}
