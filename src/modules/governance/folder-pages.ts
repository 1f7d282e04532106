import { iso } from '#kernel/dates.ts'
import { html, joined, trustedHtml } from '#kernel/html.ts'
import { standalonePage } from '#pages/page.ts'

/** The text of a contract as it was stored, markup included: the page lets none of it act. */
export function contractPage(title: string, content: string): string {
  return standalonePage(title, trustedHtml(content))
}

/** Intro and sections are safe markup already; titles are text. */
export function policyPage(
  title: string,
  { intro, sections }: { intro: string; sections: readonly { title: string; content: string }[] },
): string {
  const parts = sections.map((section) => html`\n<h2>${section.title}</h2>\n${trustedHtml(section.content)}`)
  return standalonePage(title, html`${trustedHtml(intro)}${parts}`)
}

export function indexPage(
  about: { organisation: string; taxId: string | null; title: string; at: Date },
  entries: readonly { path: string; label: string; bytes: number }[],
): string {
  const rows = entries.map(
    ({ path, label, bytes }) =>
      html`<tr><td><a href="${path}">${label}</a></td><td>${path}</td><td>${bytes}</td></tr>`,
  )
  const who = about.taxId ? `${about.organisation}, RUT ${about.taxId}` : about.organisation
  return standalonePage(
    about.title,
    html`<p>${who}. Preparada el ${iso(about.at)} (UTC).</p>
<p>El archivo <a href="manifest.json">manifest.json</a> contiene la huella SHA-256 de cada archivo: con ella se comprueba que la carpeta está completa y sin cambios.</p>
<table>
<thead><tr><th scope="col">Documento</th><th scope="col">Archivo</th><th scope="col">Bytes</th></tr></thead>
<tbody>
${joined(rows, '\n')}
</tbody>
</table>`,
  )
}
