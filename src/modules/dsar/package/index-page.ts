import { html, trustedHtml } from '#kernel/html.ts'
import { documentMarkup } from '#pages/preview.ts'
import type { PdfDocument } from '#pdf/document.ts'

/** The index as a file that any browser opens, even years later without a network: nothing in it runs or loads. */
export function indexPage(document: PdfDocument): string {
  return html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${document.title}</title>
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<main>
${documentMarkup(document.content)}
</main>
<footer><p>${document.footer} · Texto de la ley, versión ${document.lawVersion}</p></footer>
</body>
</html>
`.markup
}

const STYLE = `
:root { color-scheme: light dark; --text: #1f2937; --muted: #5b6472; --line: #d8dce3; --accent: #1d4e89; --ground: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e5e9f0; --muted: #a8b1bf; --line: #3a4351; --accent: #8ab8f0; --ground: #151a21; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main, footer { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1.25rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.25rem 0 1rem; }
h2 { font-size: 1.2rem; color: var(--accent); margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
p { margin: 0.4rem 0; overflow-wrap: anywhere; }
.organisation, .note, footer { color: var(--muted); }
.note, footer { font-size: 0.875rem; }
footer { border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 1rem; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.6rem 0.45rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--muted); font-size: 0.8125rem; }
.facts td:first-child { width: 12rem; color: var(--muted); font-size: 0.875rem; }
@media (max-width: 40rem) {
  .facts td { display: block; width: auto; border: 0; padding: 0; }
  .facts td:first-child { width: auto; padding-top: 0.5rem; }
  .rows { table-layout: fixed; font-size: 0.8125rem; hyphens: auto; }
  .rows td, .rows th { padding-right: 0.4rem; }
}
@media print { :root { --text: #000; --muted: #444; --ground: #fff; --accent: #1d4e89; } main { max-width: none; } }
`
