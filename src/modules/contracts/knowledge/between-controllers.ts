import { html } from '#kernel/html.ts'
import { LAW_AND_FORUM, partiesAs, signaturesAs } from './parties.ts'

/** Documents with another controller, which decides itself what it does with the data. */

/** Art. 15: a cesión must be in writing, with the parties, the data and the purposes. */
export const ASSIGNMENT = html`<h1>Contrato de cesión de datos personales</h1>
${partiesAs('Cedente', 'Cesionario')}
<h2>1. Objeto</h2>
<p>El Cedente cede al Cesionario los datos personales que se indican, según el art. 15 de la Ley 19.628, modificada por la Ley 21.719. Una vez perfeccionada la cesión, el Cesionario es responsable de datos para todos los efectos legales, y el Cedente lo sigue siendo de las operaciones de tratamiento que continúe realizando.</p>
<h2>2. Datos que se ceden</h2>
<p>Tipos de datos: {{categoriasDatos}}. Categorías de titulares: {{categoriasTitulares}}. Provienen de las siguientes actividades de tratamiento del Cedente: {{actividades}}.</p>
<h2>3. Finalidad</h2>
<p>El Cesionario tratará los datos únicamente para: {{finalidades}}, y no para otra finalidad.</p>
<h2>4. Licitud de la cesión</h2>
<p>El Cedente declara que la cesión se funda en una de las causas del art. 15: el consentimiento del titular; ser necesaria para cumplir un contrato en que el titular es parte; un interés legítimo del Cedente o del Cesionario (art. 13 letra d); o una disposición de la ley; y, si hay datos sensibles, además en los arts. 16 y siguientes. Declara también que conserva la prueba de ella y que informó los destinatarios de los datos (art. 14 ter letra d). Si el consentimiento con que se recolectaron los datos no consideró la cesión, se obtiene otro antes de ella. Si la causa es el consentimiento, la cesión comprende solo a los titulares que lo dieron; el Cedente avisará sin demora su retiro al Cesionario, que dejará de tratar esos datos.</p>
<h2>5. Duración</h2>
<p>La cesión tendrá la siguiente duración: {{duracion}}. El Cesionario conservará los datos según: {{conservacion}}, y después los suprimirá o anonimizará.</p>
<h2>6. Obligaciones del Cedente</h2>
<ol>
<li>Entregar solo los datos necesarios para la finalidad, exactos y actualizados.</li>
<li>Entregarlos por un medio seguro.</li>
<li>Informar al Cesionario las rectificaciones, supresiones y oposiciones que acoja respecto de los datos cedidos (art. 11).</li>
</ol>
<h2>7. Obligaciones del Cesionario</h2>
<ol>
<li>Cumplir respecto de los datos todos los deberes que la ley impone al responsable.</li>
<li>Informar en su política de tratamiento de dónde obtuvo los datos (art. 14 ter letra j).</li>
<li>Atender los derechos de los titulares y dejar de tratar los datos de quien se oponga o retire su consentimiento.</li>
<li>Guardar secreto y aplicar las medidas del art. 14 quinquies según el riesgo, al menos: {{medidasSeguridad}}.</li>
<li>No ceder los datos a su vez sin una base de licitud e informarlo al Cedente.</li>
</ol>
<h2>8. Transferencia internacional</h2>
<p>Destinos fuera de Chile: {{paisesDestino}}. Garantía (arts. 27 y 28): {{mecanismos}}.</p>
<h2>9. Responsabilidad</h2>
<p>Cada parte responde ante los titulares y ante la {{agencia}} de su propio tratamiento. La cesión hecha sin el consentimiento del titular, cuando era necesario, es nula: el Cesionario suprimirá todos los datos recibidos, sin perjuicio de las responsabilidades legales que correspondan (art. 15).</p>
{{vigenciaLey}}
${signaturesAs('Cedente', 'Cesionario')}`

export const TRANSFER_BETWEEN_CONTROLLERS = html`<h1>Cláusulas contractuales para la transferencia internacional entre responsables</h1>
${partiesAs('Exportador', 'Importador')}
<h2>1. Objeto</h2>
<p>Estas cláusulas dan garantías adecuadas a la transferencia de datos personales desde Chile hacia {{paisesDestino}}, de un responsable a otro, según los arts. 27 letra b) y 28 de la Ley 19.628, modificada por la Ley 21.719. El Importador decide sobre los fines y medios de su tratamiento dentro de lo que aquí se acuerda. Esta transferencia es además una cesión: consta por escrito y la rige el art. 15.</p>
<h2>2. Duración</h2>
<p>Rigen mientras el Importador conserve datos transferidos. Duración acordada: {{duracion}}.</p>
<h2>3. Transferencia que se ampara</h2>
<ul>
<li>Actividades: {{actividades}}.</li>
<li>Finalidades: {{finalidades}}.</li>
<li>Tipos de datos: {{categoriasDatos}}.</li>
<li>Categorías de titulares: {{categoriasTitulares}}.</li>
<li>Países de destino: {{paisesDestino}}. Mecanismo: {{mecanismos}}.</li>
<li>Conservación: {{conservacion}}.</li>
</ul>
<h2>4. Obligaciones del Exportador</h2>
<p>Comprobar que la transferencia tiene base de licitud, informarla en su política de tratamiento (art. 14 ter letra h), evaluar si el país de destino permite cumplir estas cláusulas y acreditar ese cumplimiento ante la autoridad de control.</p>
<h2>5. Obligaciones del Importador</h2>
<ol>
<li>Tratar los datos solo para las finalidades indicadas y según los principios del art. 3.</li>
<li>Informar a los titulares quién es, para qué trata los datos y cómo ejercer sus derechos ante él.</li>
<li>Aplicar medidas de seguridad equivalentes a las del art. 14 quinquies, al menos: {{medidasSeguridad}}.</li>
<li>Guardar secreto y confidencialidad, y exigirlos a su personal.</li>
<li>Comunicar al Exportador sin dilaciones indebidas toda vulneración de seguridad y toda orden de una autoridad extranjera que alcance los datos, salvo prohibición legal.</li>
<li>No transferir los datos a un tercero sin garantías equivalentes a estas.</li>
<li>Suprimir los datos cumplida la finalidad, con sus copias, y acreditarlo.</li>
</ol>
<h2>6. Derechos de los titulares</h2>
<p>Los titulares pueden exigir estas cláusulas a cualquiera de las partes y ejercer ante ambas los derechos de los arts. 4 a 11. Las partes seguirán entre ellas las instrucciones necesarias para que la respuesta de una alcance a la otra.</p>
<h2>7. Suspensión</h2>
<p>Si el Importador no puede cumplir, lo avisará de inmediato y el Exportador suspenderá la transferencia.</p>
<h2>8. Responsabilidad</h2>
<p>Cada parte responde de su propio tratamiento. Si ambas causan un mismo daño por incumplir estas cláusulas, responden solidariamente ante el titular. Ninguna limitación de responsabilidad entre las partes afecta los derechos de los titulares.</p>
${LAW_AND_FORUM}
{{vigenciaLey}}
${signaturesAs('Exportador', 'Importador')}`
