import type { Organisation } from '#kernel/branding.ts'
import { longDay } from '#kernel/dates.ts'
import { html, lines, NOTHING } from '#kernel/html.ts'
import { citation, type LawOnDay } from '#kernel/law/wording.ts'
import { checkedAt, facts, note } from '#pages/controls.ts'
import { type Page, titled } from '#pages/page.ts'
import { consentingFor, refusedWords, withdrawnWords } from '../rules.ts'
import { framed, type Shown } from './form.ts'
import type { RecordRow, TemplateRow } from './repo.ts'

/**
 * What a person keeps of a decision, and the pages behind the links of letters. They do not say whose data they are. They
 * name a representative who consented for a child, like the copy does.
 */

/** The text of a version as the person accepted it. */
export interface Accepted {
  text: string
  version: number
  at: Date
}

export function receiptPage(
  { template, organisation, embeddedBy }: Shown,
  { record, accepted }: { record: RecordRow & { is_asked: unknown }; accepted: Accepted | undefined },
  here: string,
  checkUrl: string,
): Page {
  const { granted, is_effective, receipt } = record
  const [title, said] = !is_effective
    ? ['Falta un paso', waiting(Boolean(record.is_asked), granted)]
    : granted
      ? [
          'Registramos su consentimiento',
          'Si indicó un correo, le enviamos ahí una copia con un enlace para retirarlo. Guarde también esta página.',
        ]
      : accepted
        ? ['Retiró su consentimiento', withdrawnWords(organisation.name)]
        : ['No dio su consentimiento', refusedWords(organisation.name)]
  const given = granted ? consentingFor(record.representative) : undefined
  const other = granted
    ? html`<h2>Si cambia de opinión</h2>
<p>Puede retirarlo cuando quiera, sin dar razones: con el enlace que llegó a su correo, o <a href="${here}/retirar${framed({ embeddedBy })}">en esta página</a>.</p>`
    : template.is_active && template.deleted_at === null
      ? html`<p>Si fue un error, puede <a href="${here}${framed({ embeddedBy })}">otorgarlo${accepted ? ' otra vez' : ''}</a>.</p>`
      : NOTHING
  const body = html`<p>${said}</p>
${facts([
  ['Organización', organisation.name],
  ['Formulario', template.name],
  [
    'Decisión',
    given
      ? 'Otorga el consentimiento en representación de la persona titular de los datos'
      : `${granted ? 'Otorga' : accepted ? 'Retira' : 'No otorga'} su consentimiento`,
  ],
  ...(given ? [['Quien lo otorgó', given] as const] : []),
  ['Fecha', longDay(record.occurred_at)],
  ['Versión del texto', String(accepted?.version ?? record.template_version)],
  ['Comprobante', html`<code>${receipt}</code>`],
])}
${accepted ? html`<h2>${granted ? 'El texto que se le mostró' : `Lo que había aceptado el ${longDay(accepted.at)}`}</h2>\n<blockquote><p>${lines(accepted.text)}</p></blockquote>` : NOTHING}
${other}
<h2>Comprobar el registro</h2>
${checkedAt(checkUrl)}
<div class="actions"><button type="button" class="plain" data-act="print" hidden>Imprimir o guardar</button></div>`
  return {
    ...titled(title, body),
    organisation,
    script: 'receipt.js',
    ...(embeddedBy && { isEmbedded: true, mayBeFramed: embeddedBy }),
  }
}

function waiting(isAsked: boolean, granted: boolean): string {
  const act = granted ? 'otorga' : 'retira'
  return isAsked
    ? `Le enviamos un correo: ábralo y confirme que usted ${act} su consentimiento. Hasta entonces nada cambia. El enlace vence en 7 días.`
    : granted
      ? 'Su consentimiento no quedó otorgado: no pudimos comprobar que es usted. Inténtelo mañana o escriba a la organización.'
      : 'Su consentimiento sigue vigente: no pudimos comprobar que es usted quien lo retira. Retírelo en «Mis datos», con un código a su correo, o escriba a la organización: basta con decir que lo retira.'
}

export function linkPage({
  template,
  accepted,
  organisation,
  isWithdrawn,
  since,
  on,
}: {
  template: TemplateRow
  accepted: Accepted
  organisation: Organisation
  isWithdrawn: boolean
  since: Date | undefined
  on: LawOnDay
}): Page {
  const content = isWithdrawn
    ? note(
        'ok',
        html`<p>Este consentimiento ya está retirado${since ? ` desde el ${longDay(since)}` : ''}. No hace falta hacer nada más.</p>`,
      )
    : html`<p>Usted dio este consentimiento a ${organisation.name} en «${template.name}», el ${longDay(accepted.at)}:</p>
<blockquote><p>${lines(accepted.text)}</p></blockquote>
<p>${withdrawnWords(organisation.name, 'Al retirarlo,')} No tiene que dar razones ni tiene costo (${citation(on, 'art. 12')}).</p>
<form method="post"><button>Retirar mi consentimiento</button></form>`
  return { ...titled('Retirar mi consentimiento', content), organisation, posts: true }
}

/** The page behind a letter that asks whether a decision is the person's own. */
export function confirmationPage(token: string): Page {
  const content =
    token === ''
      ? note(
          'danger',
          html`<p>A este enlace le falta una parte. Ábralo completo, tal como llegó en el correo.</p>`,
        )
      : html`<p>Recibimos una decisión con su correo. Confírmela solo si es suya.</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<button>Sí, es mi decisión</button>
</form>`
  return { ...titled('Confirmar su decisión', content), posts: true }
}

/** A notice's preferences have no page of their own to go back to. */
export function confirmedPage(receipt: string): Page {
  const content = html`<p>Desde ahora valen las preferencias que usted confirmó.</p>
${facts([['Comprobante', html`<code>${receipt}</code>`]])}
<p>Guárdelo: prueba lo que decidió y el texto que se le mostró.</p>`
  return titled('Registramos su decisión', content)
}
