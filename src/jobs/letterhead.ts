import { coloursOf, type Organisation } from '#kernel/branding.ts'
import { html, trustedHtml } from '#kernel/html.ts'

/** Letters of the service itself are signed with its name. */
export const OUR_NAME = 'Resguardo'

const OUR_COLOURS = { accent: '#0b57a4', onAccent: '#ffffff' }

/**
 * The whole page of a letter: the organisation's name and colour above the text. It loads no picture and nothing else, so
 * opening it reveals nothing. `body` is safe markup from `render`; older letters are already whole documents. Without an
 * organisation it is a letter of the service itself.
 */
export function letterPage(body: string, organisation: Organisation | undefined): string {
  if (body.startsWith('<!doctype')) return body
  const { accent, onAccent } = (organisation && coloursOf(organisation.branding)) ?? OUR_COLOURS
  const name = organisation?.name ?? OUR_NAME
  const band = `padding:16px 24px;background:${accent};color:${onAccent};font-weight:bold;border-radius:8px 8px 0 0`
  const button = `display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:${onAccent};font-weight:bold;text-decoration:none`
  const content = body.replaceAll('class="action"', html`style="${button}"`.markup)
  return html`<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f9;color:#18202b;font:16px/1.5 system-ui,'Segoe UI',Roboto,sans-serif">
<div style="max-width:600px;margin:0 auto;border:1px solid #dbe1e9;border-radius:8px;background:#ffffff">
<div style="${band}">${name}</div>
<div style="padding:8px 24px 16px">${trustedHtml(content)}</div>
</div>
</body></html>
`.markup
}
