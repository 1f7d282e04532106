import { html } from '#kernel/html.ts'
import type { ContractType } from '../rules.ts'
import type { TemplateVariable } from '../tables.ts'
import { ASSIGNMENT, TRANSFER_BETWEEN_CONTROLLERS } from './between-controllers.ts'
import { LAW_AND_FORUM, partiesAs, signaturesAs } from './parties.ts'

/**
 * The documents that every organisation starts with. Articles are those of Ley 19.628 as amended by Ley 21.719. Known facts
 * of the organisation, the processor and the activities are filled in; the person gives the others.
 */

/** Filled by the plan: the reinforced clauses, or nothing. */
export const REINFORCED_KEY = 'clausulasReforzadas'

/** Filled by the service while the law does not bind yet; empty afterwards. */
export const LAW_KEY = 'vigenciaLey'

/** Every variable of the built-in documents, and the source of its value. */
export const VARIABLES: readonly Required<TemplateVariable>[] = [
  { key: 'fecha', label: 'Fecha del contrato', description: 'El día en que se genera, si no se indica otro' },
  { key: 'responsableNombre', label: 'Nombre del responsable', description: 'La entidad legal que es parte' },
  {
    key: 'responsableRut',
    label: 'RUT del responsable',
    description: 'El RUT de la entidad legal que es parte',
  },
  {
    key: 'responsableDomicilio',
    label: 'Domicilio del responsable',
    description: 'La dirección de la entidad legal',
  },
  {
    key: 'responsableRepresentante',
    label: 'Representante del responsable',
    description: 'El representante legal',
  },
  {
    key: 'responsableContacto',
    label: 'Contacto del responsable',
    description: 'El correo del DPO o el de contacto',
  },
  { key: 'encargadoNombre', label: 'Nombre del encargado', description: 'El nombre del encargado' },
  {
    key: 'encargadoRut',
    label: 'RUT o identificación del encargado',
    description: 'La identificación del encargado',
  },
  {
    key: 'encargadoDocumento',
    label: 'Clase de identificación del encargado',
    description: 'RUT si es de Chile o tiene uno; si no, identificación',
  },
  { key: 'encargadoPais', label: 'País del encargado', description: 'El país donde opera' },
  {
    key: 'encargadoRepresentante',
    label: 'Representante del encargado',
    description: 'El contacto del encargado',
  },
  { key: 'encargadoContacto', label: 'Contacto del encargado', description: 'El correo del contacto' },
  { key: 'servicios', label: 'Servicios contratados', description: 'Los servicios del encargado' },
  {
    key: 'actividades',
    label: 'Actividades de tratamiento',
    description: 'Los nombres de las actividades elegidas',
  },
  { key: 'finalidades', label: 'Finalidades', description: 'Las finalidades de las actividades elegidas' },
  {
    key: 'categoriasDatos',
    label: 'Tipos de datos personales',
    description: 'Las categorías de las actividades',
  },
  {
    key: 'categoriasTitulares',
    label: 'Categorías de titulares',
    description: 'Los titulares de las actividades',
  },
  { key: 'conservacion', label: 'Plazos de conservación', description: 'Los plazos de las actividades' },
  { key: 'medidasSeguridad', label: 'Medidas de seguridad', description: 'Las medidas de las actividades' },
  {
    key: 'paisesDestino',
    label: 'Países de destino',
    description: 'Los destinos de las transferencias declaradas',
  },
  {
    key: 'mecanismos',
    label: 'Mecanismos de transferencia',
    description: 'Los mecanismos de las transferencias',
  },
  { key: 'duracion', label: 'Duración del contrato', description: 'Por ejemplo: 12 meses desde la firma' },
  {
    key: 'subencargados',
    label: 'Subencargados autorizados',
    description: 'Nombres, servicios y países, uno por uno',
  },
  {
    key: 'contratoOriginal',
    label: 'Contrato que se modifica',
    description: 'Nombre y fecha del contrato original',
  },
  {
    key: 'modificaciones',
    label: 'Modificaciones acordadas',
    description: 'Lo que cambia respecto del original',
  },
  {
    key: REINFORCED_KEY,
    label: 'Cláusulas reforzadas',
    description: 'Las agrega el servicio cuando el plan las incluye; en los demás planes queda vacía',
  },
  {
    key: 'agencia',
    label: 'Autoridad de protección de datos',
    description: 'El nombre de la autoridad, según la ley vigente',
  },
  {
    key: LAW_KEY,
    label: 'Vigencia de la ley',
    description: 'La agrega el servicio mientras la ley no rige; después queda vacía',
  },
]

const PARTIES = partiesAs('Responsable', 'Encargado')
const SIGNATURES = signaturesAs('Responsable', 'Encargado')

const DPA = html`<h1>Contrato de encargo de tratamiento de datos personales</h1>
${PARTIES}
<h2>1. Objeto</h2>
<p>El Responsable encomienda al Encargado el tratamiento de datos personales que exigen los siguientes servicios: {{servicios}}. El encargo cubre las actividades de tratamiento: {{actividades}}. Este contrato se celebra según el art. 15 bis de la Ley 19.628, modificada por la Ley 21.719.</p>
<h2>2. Duración</h2>
<p>El encargo tendrá la siguiente duración: {{duracion}}. Termina en todo caso con la prestación de los servicios. Los deberes de secreto y de supresión o devolución subsisten después de su término.</p>
<h2>3. Finalidad del tratamiento</h2>
<p>Los datos se tratarán únicamente para: {{finalidades}}. El Encargado no los usará para otro objeto ni para fines propios.</p>
<h2>4. Tipo de datos personales</h2>
<p>El encargo comprende los siguientes tipos de datos: {{categoriasDatos}}. Si entre ellos hay datos sensibles, se aplicarán las reglas de los arts. 16 y siguientes y las medidas reforzadas que correspondan al riesgo.</p>
<h2>5. Categorías de titulares</h2>
<p>Los datos corresponden a las siguientes categorías de titulares: {{categoriasTitulares}}.</p>
<h2>6. Derechos y obligaciones del Responsable</h2>
<ol>
<li>Entregar al Encargado solo los datos necesarios y con una base de licitud vigente.</li>
<li>Impartir por escrito las instrucciones del tratamiento y sus cambios.</li>
<li>Informar a los titulares, atender sus derechos y comunicar las vulneraciones que la ley ordena comunicar.</li>
<li>Supervisar el cumplimiento de este contrato y pedir sus evidencias.</li>
</ol>
<h2>7. Derechos y obligaciones del Encargado</h2>
<ol>
<li><strong>Instrucciones.</strong> Tratará los datos únicamente según las instrucciones del Responsable. Si una le parece contraria a la ley, lo advertirá antes de ejecutarla.</li>
<li><strong>Prohibición de cesión.</strong> No cederá ni entregará los datos a terceros sin autorización expresa y específica del Responsable.</li>
<li><strong>Secreto y confidencialidad.</strong> Guardará secreto de los datos, también después de terminada la relación (art. 14 bis), y lo exigirá a su personal.</li>
<li><strong>Medidas de seguridad.</strong> Aplicará las medidas del art. 14 quinquies según el riesgo, al menos: {{medidasSeguridad}}.</li>
<li><strong>Vulneraciones.</strong> Comunicará al Responsable toda vulneración de las medidas de seguridad sin dilaciones indebidas y por el medio más expedito, con la información que el art. 14 sexies exige.</li>
<li><strong>Derechos de los titulares.</strong> Remitirá sin demora al Responsable las solicitudes que reciba, y las de bloqueo temporal el mismo día, y le prestará la ayuda necesaria para responderlas en plazo.</li>
<li><strong>Evidencias.</strong> Mantendrá a disposición del Responsable lo necesario para acreditar el cumplimiento.</li>
</ol>
<h2>8. Delegación y subencargados</h2>
<p>El Encargado solo podrá delegar el encargo con autorización específica y por escrito del Responsable; una autorización general no basta. Quedan autorizados: {{subencargados}}. El Encargado que delega responde solidariamente por el subencargado.</p>
<h2>9. Ubicación y transferencias internacionales</h2>
<p>El Encargado tratará los datos en {{encargadoPais}}. Destinos fuera de Chile: {{paisesDestino}}. Garantía de la transferencia (arts. 27 y 28): {{mecanismos}}. No habrá otra transferencia fuera de Chile sin autorización previa, específica y por escrito del Responsable.</p>
<h2>10. Conservación, supresión y devolución</h2>
<p>Los datos se conservarán según: {{conservacion}}. Cumplida la prestación, el Encargado suprimirá los datos o los devolverá al Responsable, según este indique, junto con sus copias, salvo los que una ley obligue a conservar.</p>
<h2>11. Responsabilidad</h2>
<p>El Encargado que trate los datos con otro objeto, los ceda o los entregue sin autorización se considerará responsable para todos los efectos legales: responderá personalmente de las infracciones y, solidariamente con el Responsable, de los daños ocasionados (art. 15 bis).</p>
{{vigenciaLey}}
{{clausulasReforzadas}}
${SIGNATURES}`

const CCT = html`<h1>Cláusulas contractuales para la transferencia internacional de datos personales</h1>
${PARTIES}
<h2>1. Objeto</h2>
<p>Estas cláusulas dan garantías adecuadas a la transferencia de datos personales desde Chile hacia {{paisesDestino}}, según los arts. 27 letra b) y 28 de la Ley 19.628, modificada por la Ley 21.719, y acompañan el encargo de tratamiento de los servicios: {{servicios}}.</p>
<h2>2. Duración</h2>
<p>Rigen mientras el Encargado conserve datos transferidos. Duración acordada: {{duracion}}.</p>
<h2>3. Transferencia que se ampara</h2>
<ul>
<li>Actividades: {{actividades}}.</li>
<li>Finalidades: {{finalidades}}.</li>
<li>Tipos de datos: {{categoriasDatos}}.</li>
<li>Categorías de titulares: {{categoriasTitulares}}.</li>
<li>Países de destino: {{paisesDestino}}. Mecanismo: {{mecanismos}}.</li>
<li>Conservación: {{conservacion}}.</li>
</ul>
<h2>4. Obligaciones del exportador (Responsable)</h2>
<p>Comprobar que la transferencia tiene base de licitud, informarla en su política de tratamiento (art. 14 ter letra h), evaluar si el país de destino permite cumplir estas cláusulas y acreditar ese cumplimiento ante la Agencia.</p>
<h2>5. Obligaciones del importador (Encargado)</h2>
<ol>
<li>Tratar los datos solo según las instrucciones del exportador y para las finalidades indicadas.</li>
<li>Aplicar medidas de seguridad equivalentes a las del art. 14 quinquies, al menos: {{medidasSeguridad}}.</li>
<li>Guardar secreto y confidencialidad, y exigirlos a su personal.</li>
<li>Comunicar sin dilaciones indebidas toda vulneración de seguridad y toda orden de una autoridad extranjera que alcance los datos, salvo prohibición legal.</li>
<li>No transferir los datos a un tercero ni delegar en subencargados sin autorización específica y por escrito. Autorizados: {{subencargados}}.</li>
<li>Suprimir o devolver los datos al término, con sus copias.</li>
</ol>
<h2>6. Derechos de los titulares</h2>
<p>Los titulares pueden exigir estas cláusulas a cualquiera de las partes y ejercer ante el exportador los derechos de los arts. 4 a 11. El importador prestará la ayuda necesaria para responder en plazo.</p>
<h2>7. Suspensión</h2>
<p>Si el importador no puede cumplir, lo avisará de inmediato y el exportador suspenderá la transferencia.</p>
<h2>8. Responsabilidad</h2>
<p>El importador que trate los datos con otro objeto, los ceda o los entregue sin autorización responde como responsable ante los titulares y, solidariamente con el exportador, de los daños ocasionados (art. 15 bis). Cada parte indemnizará a la otra los perjuicios que le cause por incumplir estas cláusulas. Ninguna limitación de responsabilidad entre las partes afecta los derechos de los titulares.</p>
${LAW_AND_FORUM}
{{vigenciaLey}}
{{clausulasReforzadas}}
${SIGNATURES}`

const ADDENDUM = html`<h1>Adenda de protección de datos personales</h1>
${PARTIES}
<h2>1. Objeto</h2>
<p>Esta adenda modifica y complementa el siguiente contrato entre las partes: {{contratoOriginal}}, para adecuarlo a la Ley 19.628, modificada por la Ley 21.719. En lo no modificado, el contrato original sigue vigente; en caso de contradicción prevalece esta adenda.</p>
<h2>2. Tratamiento que comprende</h2>
<ul>
<li>Actividades: {{actividades}}.</li>
<li>Finalidades: {{finalidades}}.</li>
<li>Tipos de datos: {{categoriasDatos}}.</li>
<li>Categorías de titulares: {{categoriasTitulares}}.</li>
<li>Duración: {{duracion}}.</li>
</ul>
<h2>3. Modificaciones acordadas</h2>
<p>{{modificaciones}}</p>
<h2>4. Obligaciones del Encargado</h2>
<p>El Encargado tratará los datos solo según las instrucciones del Responsable; guardará secreto y confidencialidad; aplicará medidas de seguridad según el riesgo, al menos: {{medidasSeguridad}}; comunicará sin dilaciones indebidas toda vulneración de seguridad; no los cederá ni entregará sin autorización expresa y específica; no delegará en subencargados sin autorización específica y por escrito; y al término suprimirá o devolverá los datos (art. 15 bis).</p>
{{vigenciaLey}}
{{clausulasReforzadas}}
${SIGNATURES}`

export interface BuiltInTemplate {
  type: ContractType
  name: string
  content: string
}

export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  { type: 'DPA', name: 'Encargo de tratamiento (art. 15 bis)', content: DPA.markup },
  { type: 'CCT', name: 'Cláusulas de transferencia internacional (arts. 27 y 28)', content: CCT.markup },
  { type: 'ADDENDUM', name: 'Adenda de protección de datos', content: ADDENDUM.markup },
  {
    type: 'CCT',
    name: 'Transferencia internacional entre responsables (arts. 27 y 28)',
    content: TRANSFER_BETWEEN_CONTROLLERS.markup,
  },
  // The contract has three types and a cesión is none of them: its own title says what it is.
  { type: 'ADDENDUM', name: 'Cesión a otro responsable (art. 15)', content: ASSIGNMENT.markup },
]
