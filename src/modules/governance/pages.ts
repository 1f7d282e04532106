import { iso } from '#kernel/dates.ts'
import { escapeHtml } from '#kernel/text.ts'

/** Pages of the folder: read from a disk, with nothing that runs or loads. */

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"
const STYLE =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2937;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}th,td{border:1px solid #d8dce3;padding:.4rem .6rem;text-align:left;vertical-align:top}'

/** `body` is markup as it was stored: the policy lets none of it act. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}

export function policyBody({
  intro,
  sections,
}: {
  intro: string
  sections: readonly { title: string; content: string }[]
}): string {
  const parts = sections.map(({ title, content }) => `<h2>${escapeHtml(title)}</h2>\n${content}`)
  return [intro, ...parts].join('\n')
}

export function indexPage(
  about: { organisation: string; taxId: string | null; title: string; at: Date },
  entries: readonly { path: string; label: string; content: Buffer }[],
): string {
  const rows = entries.map(
    ({ path, label, content }) =>
      `<tr><td><a href="${escapeHtml(path)}">${escapeHtml(label)}</a></td><td>${escapeHtml(path)}</td><td>${content.length}</td></tr>`,
  )
  const who = about.taxId ? `${about.organisation}, RUT ${about.taxId}` : about.organisation
  return page(
    about.title,
    `<p>${escapeHtml(who)}. Preparada el ${iso(about.at)} (UTC).</p>
<p>El archivo <a href="manifest.json">manifest.json</a> contiene la huella SHA-256 de cada archivo: con ella se comprueba que la carpeta está completa y sin cambios.</p>
<table>
<thead><tr><th scope="col">Documento</th><th scope="col">Archivo</th><th scope="col">Bytes</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  )
}
