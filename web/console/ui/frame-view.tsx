import css from './frame-view.module.css'

/** A document of the service as it will be read: a page of its own in a frame. */
export function FrameView({ src, title }: { src: string; title: string }) {
  return <iframe className={css['view']} src={src} title={title} sandbox="allow-same-origin allow-popups" />
}
