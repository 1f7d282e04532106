import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftFromText } from './draft.ts'

/** Art. 8 bis: automated decisions about a person in many trades, and sentences that only resemble them. */

const DECIDE = [
  'Tenemos un modelo de fraude que bloquea la compra si la tarjeta parece robada.',
  'Usamos un modelo de fraude que bloquea la compra en la tienda online.',
  'Un modelo de scoring rechaza el crédito de consumo según el historial de pagos.',
  'Un algoritmo descarta postulantes según su currículum.',
  'El sistema descarta automáticamente los currículums que no cumplen el perfil.',
  'Nuestro software filtra y rechaza solo a los candidatos con poca experiencia.',
  'La plataforma aprueba o rechaza el préstamo en línea sin que intervenga nadie.',
  'Un motor de reglas decide el cupo de la tarjeta de cada cliente.',
  'La app desactiva la cuenta del conductor cuando su calificación baja de 4,2.',
  'El sistema asigna los viajes a los conductores según su puntaje.',
  'Calculamos con inteligencia artificial la prima del seguro de auto de cada cliente.',
  'Un modelo predictivo selecciona a qué deudores se les corta el servicio.',
  'La aplicación suspende a los repartidores que rechazan muchos pedidos.',
  'Usamos machine learning para fijar el precio que ve cada cliente en la web.',
  'El antifraude congela automáticamente la cuenta del cliente cuando ve movimientos raros.',
  'Una IA corrige las pruebas de los alumnos y pone la nota.',
  'Un puntaje automático decide quién recibe el subsidio municipal.',
  'El torniquete niega el acceso al socio moroso en forma automática.',
  'Un score interno define si el arrendatario es aceptado.',
  'El chatbot con IA evalúa los reclamos y los rechaza o los acepta.',
  'Un modelo de riesgo bloquea transferencias sospechosas de los clientes del banco.',
  'El sistema bloquea a los usuarios que el modelo marca como fraude.',
  'La plataforma de arriendo descarta a los inquilinos con deudas.',
  'Un sistema de inteligencia artificial califica a los alumnos en riesgo de deserción.',
  'El software de la isapre rechaza las licencias que no cumplen los criterios.',
  'Los pedidos sospechosos son rechazados por el sistema antifraude.',
  'La app del gimnasio suspende la membresía del socio que no paga.',
  'Las postulaciones quedan descartadas por el algoritmo si no llegan al puntaje.',
  'Un robot revisa las solicitudes de crédito y aprueba las que cumplen.',
  'El municipio usa un algoritmo para decidir qué familias reciben el beneficio.',
  'Score de comportamiento que define la tasa del préstamo de cada cliente.',
  'Banco: un modelo aprueba o rechaza los créditos de consumo de los clientes en la aplicación.',
  'App de transporte de pasajeros: calculamos la tarifa y asignamos el conductor según su calificación con un algoritmo.',
  'Empresa de arriendo de autos: un sistema bloquea a los clientes que figuran en una lista de riesgo.',
  'Plataforma de empleo: un algoritmo ordena a los candidatos y muestra a la empresa solo los mejores.',
]

const DO_NOT = [
  'El guardia bloquea la entrada a quien no muestra su cédula.',
  'Rechazamos las compras con tarjetas vencidas a mano y llamamos al cliente.',
  'Tenemos un modelo de contrato de arriendo que firma el cliente.',
  'Un comité de crédito revisa los antecedentes y decide si se aprueba el préstamo.',
  'Enviamos el boletín automáticamente cada lunes a los suscriptores.',
  'La reclutadora lee los currículums y descarta los que no sirven.',
  'Somos una agencia de modelos: guardamos fotos y medidas de las modelos.',
  'Bloqueamos la agenda del médico cuando el paciente anula la hora.',
  'Vendemos modelos de ropa por internet y rechazamos devoluciones fuera de plazo.',
  'El estacionamiento cobra automáticamente según la patente.',
  'Revisamos a mano las alertas de fraude antes de bloquear una tarjeta.',
  'El sistema bloquea la pantalla del computador después de cinco minutos.',
  'El sistema no rechaza a nadie: un analista revisa cada solicitud antes de decidir.',
  'La aplicación muestra el menú del día a los trabajadores.',
  'La plataforma envía automáticamente la boleta al correo del cliente.',
  'El software calcula las liquidaciones de sueldo de los trabajadores.',
  'La app permite al paciente cancelar su hora.',
  'Un sistema de riego controla el agua de cada parcela.',
  'El sistema ordena las fichas de los pacientes por fecha.',
  'La plataforma clasifica los correos de los clientes por tema.',
  'El cliente elige su tarjeta en la plataforma.',
  'El sistema de cámaras graba a quien entra.',
  'El software de contabilidad define las cuentas de cada proveedor.',
]

for (const says of DECIDE)
  test(`a machine decides: «${says}»`, () => {
    const { draft, dpiaRequired } = draftFromText(says)
    assert.equal(draft.automatedDecisions, true)
    assert.ok(
      draft.automatedLogic?.includes(says.slice(0, -1)),
      'its logic is said in the words that were given',
    )
    assert.equal(dpiaRequired, true, 'art. 15 ter letra a')
  })

for (const says of DO_NOT)
  test(`no machine decides: «${says}»`, () => {
    const { draft } = draftFromText(says)
    assert.deepEqual([draft.automatedDecisions, draft.automatedLogic], [false, null])
  })

/** Words of another trade or of the machine that are no clue to the activity. */
for (const [says, templates, who] of [
  ['Usamos machine learning para fijar el precio que ve cada cliente en la web.', ['none'], 'customers'],
  [
    'Un sistema de inteligencia artificial califica a los alumnos en riesgo de deserción.',
    ['none'],
    'students',
  ],
  [
    'Las postulaciones quedan descartadas por el algoritmo si no llegan al puntaje.',
    ['none', 'reclutamiento'],
    undefined,
  ],
  ['Un motor de reglas decide el cupo de la tarjeta de cada cliente.', ['evaluacion-crediticia'], undefined],
  ['El torniquete se abre con la credencial del trabajador.', ['control-asistencia'], 'employees'],
] as const)
  test(`«${says}» starts from ${templates.join(' or ')}`, () => {
    const { draft, match, hasSensitiveData } = draftFromText(says)
    assert.ok((templates as readonly string[]).includes(match?.template.id ?? 'none'), match?.template.id)
    assert.equal(hasSensitiveData, false)
    if (who) assert.ok(draft.subjectCategories.includes(who), String(draft.subjectCategories))
  })

test('a system that is «alojado» abroad has no guests', () => {
  const { draft } = draftFromText(
    'Clínica en Concepción: guardamos las fichas de los pacientes en un sistema alojado en Estados Unidos.',
  )
  assert.deepEqual(draft.subjectCategories, ['patients'])
  assert.deepEqual(draft.internationalTransfer.country, 'US')
})
