import { html, NOTHING } from '#kernel/html.ts'
import {
  chosenRight,
  declaration,
  type Filled,
  faultsIn,
  knownFields,
  questionFields,
  type RightType,
  rightChoices,
  type Uses,
  usesOf,
} from '#modules/dsar/public.ts'
import { HONEYPOT, note, select } from '#pages/controls.ts'
import type { Page } from '#pages/page.ts'
import { type Frame, inPortal, portalAt } from './markup.ts'
import type { portalConfig } from './service.ts'

/** A request from inside the portal: the questions of the public form, except those that the session answers. */

export type Offer = Pick<Awaited<ReturnType<typeof portalConfig>>, 'rights' | 'notice' | 'entities'> & {
  /** The public form, which also takes requests for other people. */
  rightsForm: string | undefined
  uses: Uses
}

const EMPTY: Filled = { values: new URLSearchParams(), faults: [], message: undefined, files: [] }

const TITLE = 'Presentar una solicitud'

export function chooseRightPage(frame: Frame, { rights, notice }: Offer, message?: string): Page {
  return inPortal(
    frame,
    TITLE,
    html`${faultsIn({ ...EMPTY, message })}${notice ? note('info', html`<p>${notice}</p>`) : NOTHING}
<form method="get" action="${portalAt(frame, '/nueva')}">
${rightChoices(rights)}
<button>Continuar</button>
</form>
<p><a href="${portalAt(frame)}">Volver a mis datos</a></p>`,
  )
}

export function newRequestPage(
  frame: Frame,
  { notice, entities, rightsForm, uses }: Offer,
  right: RightType,
  sendKey: string,
  who: { email: string },
  filled: Filled = EMPTY,
): Page {
  const { values, faults } = filled
  const entity = select({
    name: 'legalEntityId',
    label: '¿A quién la dirige?',
    options: entities.map(({ id, name }) => ({ value: id, label: name })),
    value: values.get('legalEntityId') ?? undefined,
    fault: faults.find(({ path }) => path === 'legalEntityId')?.message,
  })
  const page = inPortal(
    frame,
    TITLE,
    html`${faultsIn(filled)}
${chosenRight(right, portalAt(frame, '/nueva'))}
${notice ? note('info', html`<p>${notice}</p>`) : NOTHING}
<form method="post" action="${portalAt(frame, '/nueva')}" enctype="multipart/form-data">
<input type="hidden" name="rightType" value="${right}">
<input type="hidden" name="sendKey" value="${sendKey}">
${entities.length > 1 ? entity : NOTHING}
${questionFields(right, filled)}
<h2>Sus datos</h2>
<p class="hint">El folio y la respuesta llegan a ${who.email}, el correo con que entró.</p>
${knownFields(filled)}
${declaration(filled)}
${usesOf(uses)}
${HONEYPOT}
<div class="actions"><button>Enviar la solicitud</button></div>
</form>
${rightsForm ? html`<p class="hint">¿Pide en nombre de otra persona? <a href="${rightsForm}">Use el formulario de derechos</a>, que recibe el documento que lo acredita, también el de quien hereda de una persona fallecida.</p>\n` : NOTHING}<p><a href="${portalAt(frame)}">Volver sin enviar</a></p>`,
  )
  return { ...page, sheets: ['portal.css', 'rights-request.css'] }
}
