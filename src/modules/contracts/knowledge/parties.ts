import { html } from '#kernel/html.ts'

/** The beginning and the end of every document. */

/** The parties, each with its name in the text. */
export const partiesAs = (own: string, other: string) => html`<p>En Chile, con fecha {{fecha}}, entre:</p>
<p><strong>{{responsableNombre}}</strong>, RUT {{responsableRut}}, con domicilio en {{responsableDomicilio}}, representada por {{responsableRepresentante}}, contacto {{responsableContacto}}, en adelante el <strong>${own}</strong>; y</p>
<p><strong>{{encargadoNombre}}</strong>, {{encargadoDocumento}} {{encargadoRut}}, de {{encargadoPais}}, representada por {{encargadoRepresentante}}, contacto {{encargadoContacto}}, en adelante el <strong>${other}</strong>,</p>
<p>se acuerda lo siguiente:</p>`

export const signaturesAs = (own: string, other: string) => html`<h2>Firmas</h2>
<p>Por el ${own}: {{responsableRepresentante}}, {{responsableNombre}}</p>
<p>Por el ${other}: {{encargadoRepresentante}}, {{encargadoNombre}}</p>`

/** For a transfer. The model clauses are offered, not asserted: whether the Ministry could approve them is debated. */
export const LAW_AND_FORUM = html`<h2>9. Ley aplicable, autoridad y tribunales</h2>
<p>Las partes se someten a la ley chilena, a la supervisión de la {{agencia}} y a los tribunales ordinarios de justicia de Chile, sin perjuicio de las acciones que la ley da a los titulares.</p>
<h2>10. Cláusulas modelo</h2>
<p>Las partes pueden adoptar en lugar de estas las cláusulas modelo aprobadas por el Ministerio de Economía, Fomento y Turismo (Res. Ex. RAEX202503748, D.O. 19-12-2025), o las que apruebe la autoridad de control. Desde que las firmen, prevalecen sobre estas en lo que sean incompatibles.</p>`
