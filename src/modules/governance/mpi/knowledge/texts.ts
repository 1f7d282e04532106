import type { Law } from '#kernel/law/law.ts'

/** The fixed texts of the prevention model. Numbers of the law come from `law`. */

/** The top authority signs this. The printed model is in force from the day of the signature. */
export const approval = (organisation: string, preparedOn: string) =>
  `Con su firma, la máxima autoridad de ${organisation} aprueba este modelo de prevención de infracciones, preparado el ${preparedOn}, y dispone que se ponga en práctica y se complete lo que indican las partes 13 y 14. Rige desde la fecha de la firma.`

export const LAW = 'Ley 19.628 (mod. Ley 21.719)'

export const purpose = ({ terms }: Law) =>
  `Este documento reúne el modelo de prevención de infracciones de la organización (arts. 49 a 53, ${LAW}, y Decreto Supremo 662, de 2025, del Ministerio de Hacienda). Adoptarlo es voluntario. Su certificación la otorga la Agencia, a solicitud de la organización, dura ${terms.certificateYears} años y atenúa la responsabilidad (art. 36); no exime de ella.\nLos hechos que se afirman aquí salen de los registros de la organización a la fecha indicada. Las partes 3, 7, 8, 9 y 11 y los anexos contienen las reglas que el modelo propone: rigen desde que la máxima autoridad las apruebe y la organización las ponga en práctica. Lo que los registros muestran incompleto está en «Lo que falta según los registros»; lo que ningún registro puede decir, en «Por completar por la organización».`

const dpoTasks = (model: string) => [
  'Informar y asesorar a la organización y a quienes tratan datos por ella.',
  'Participar en la política de tratamiento de datos y promoverla.',
  `Supervisar el cumplimiento de la ley, del reglamento y ${model}.`,
  'Capacitar a quienes participan en el tratamiento.',
  'Asistir en la identificación de riesgos y en las evaluaciones de impacto.',
  'Proponer un plan anual de trabajo y rendir cuenta de sus resultados.',
  'Responder las consultas y solicitudes de los titulares.',
  'Cooperar con la Agencia y servirle de punto de contacto.',
]

/** For a DPO within this model. */
export const DPO_TASKS = dpoTasks('de este modelo')

/** For a DPO whose organisation may have no model. */
export const DPO_DUTIES = dpoTasks('de las normas internas sobre datos personales')

/** Powers that the act grants (art. 50). */
export const DPO_APPOINTED = [
  'En las materias de la ley, el delegado actúa con autonomía respecto de la administración y se comunica directamente con la máxima autoridad. Puede tener otras tareas, siempre que ninguna le cree un conflicto de interés (art. 50).',
  'La máxima autoridad le da los medios y las facultades suficientes para su cargo: acceso a las personas, los sistemas y los documentos en que se tratan datos personales. Los titulares pueden contactarlo por todo lo relativo a sus datos y a sus derechos.',
] as const

/** Fifth transitory article. */
export const PUBLIC_BODY_DPO =
  'Por tratarse de un órgano del Estado, el delegado es un funcionario en ejercicio de la institución (art. quinto transitorio, Ley 21.719).'

export const DPO_GUARANTEES =
  'La máxima autoridad le dará autonomía, acceso directo a ella, medios y facultades suficientes, y ninguna tarea que le cree un conflicto de interés (arts. 49 letras a y b, y 50; DS 662, arts. 6 y 7).'

export const COMPLAINT_CHANNEL = [
  'Cualquier persona que trabaje en la organización o le preste servicios puede denunciar un hecho que parezca una infracción a la ley o a este modelo. También pueden hacerlo los titulares y los terceros.',
  'La denuncia se recibe por escrito, con o sin nombre. Quien la recibe da acuse de recibo si hay dónde, y la entrega al delegado de protección de datos; si se refiere al delegado, a la máxima autoridad.',
  'La identidad de quien denuncia y el contenido de la denuncia son confidenciales: los conocen solo quienes deben investigarla.',
  'Nadie puede ser despedido, trasladado, sancionado ni perjudicado por denunciar de buena fe o por colaborar en la investigación.',
  'El delegado deja constancia de la denuncia, de lo investigado y de lo resuelto, y propone a la máxima autoridad las medidas que correspondan, entre ellas la autodenuncia ante la Agencia (art. 36).',
] as const

/** Art. 49 letra g). */
export const INTERNAL_SANCTIONS =
  'Quien incumple este modelo responde según el reglamento interno, su contrato o el estatuto que lo rige, previa investigación en que puede ser oído. La sanción es proporcional a la gravedad. El delegado propone; resuelve la máxima autoridad o quien ella designe (art. 49 letra g).'

export const PUBLIC_BODY_FINE =
  'Multa sobre la remuneración mensual del jefe superior del órgano, cualquiera sea la clase; con datos sensibles puede suspendérsele en el cargo (art. 44).'

export const reporting = ({ agency }: Law) => [
  'Quien advierte una vulneración de las medidas de seguridad la informa de inmediato al delegado de protección de datos y la ingresa al registro de vulneraciones.',
  `La organización evalúa el riesgo y, si es razonable para los derechos de los titulares, lo reporta a la ${agency.name} por el medio más expedito y sin dilaciones indebidas (art. 14 sexies). La ley no fija un número de horas.`,
  'Si la vulneración afecta datos sensibles, datos de niños o niñas menores de catorce años, o datos sobre obligaciones económicas, financieras, bancarias o comerciales, la comunica también a los titulares, en lenguaje claro (art. 14 sexies).',
  'Toda infracción que se detecte se informa al delegado, quien evalúa con la máxima autoridad si corresponde la autodenuncia junto con las medidas adoptadas (art. 36).',
]

export const CONTRACT_CLAUSE =
  'Protección de datos personales. El trabajador o prestador declara conocer el modelo de prevención de infracciones de la organización y se obliga a cumplirlo. En particular, tratará los datos personales a los que acceda solo para las finalidades y según las instrucciones de la organización; guardará secreto sobre ellos, también después de terminada la relación; aplicará las medidas de seguridad establecidas; informará de inmediato al delegado de protección de datos toda vulneración o infracción que advierta; y entregará al delegado, sin demora, toda solicitud de un titular que reciba. El incumplimiento de estas obligaciones se sanciona según el reglamento interno o el contrato, sin perjuicio de las responsabilidades que establece la ley.'

export const INTERNAL_RULES = [
  'Si la empresa tiene reglamento interno: De la protección de los datos personales. Quienes trabajan en la empresa tratarán los datos personales conforme a la Ley 19.628, a este reglamento y al modelo de prevención de infracciones, que la empresa mantiene a su disposición.',
  'Son obligaciones: tratar los datos solo para las finalidades autorizadas; guardar secreto; usar las medidas de seguridad establecidas; no copiarlos ni comunicarlos sin autorización; informar de inmediato las vulneraciones e infracciones; y derivar al delegado las solicitudes de los titulares.',
  'Su infracción se sanciona, según su gravedad, con amonestación verbal, amonestación escrita o multa de hasta la cuarta parte de la remuneración diaria (arts. 154 N.º 10 y 157, Código del Trabajo), sin perjuicio de la terminación del contrato cuando la ley la permita.',
  'Toda persona puede denunciar infracciones por el canal de denuncias del modelo, con confidencialidad y sin represalias.',
] as const

export const certificateNote = ({ terms }: Law) =>
  `La Agencia certifica el modelo a solicitud de la organización. El certificado dura ${terms.certificateYears} años, se renueva y consta en un registro público (arts. 51 a 53; DS 662, arts. 15 a 17).`
