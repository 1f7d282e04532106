import css from './frame-view.module.css'

/** A preview of a document, as a page in a frame. */
export function FrameView({ src, title }: { src: string; title: string }) {
  return <iframe className={css['view']} src={src} title={title} sandbox="allow-same-origin allow-popups" />
}
