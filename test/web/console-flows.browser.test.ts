import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asMember, openAccount, signIn } from '#test/kit/officer.ts'
import { openReceiver } from '#test/kit/receiver.ts'
import { openSite } from '#test/kit/visitor.ts'

const site = await openSite()
const receiver = await openReceiver()
after(() => receiver.close())
const owner = await site.api.tenant({ name: 'Clínica del Sur' })

const FLOW = {
  name: 'Evaluaciones de impacto de la clínica',
  description: 'Antes de tratar datos de salud en un sistema nuevo.',
  entityType: 'DPIA',
  stages: [
    {
      id: 'legal',
      name: 'Revisión legal',
      description: 'Necesidad, proporcionalidad y base de licitud (art. 15 ter).',
      requiredRole: 'DPO',
      slaDays: 5,
      slaWarningDays: 2,
      fields: [
        { name: 'conclusion', label: 'Conclusión', type: 'TEXTAREA', required: true },
        {
          name: 'alcance',
          label: 'Alcance',
          type: 'SELECT',
          required: true,
          options: ['Una sede', 'Todas las sedes'],
        },
      ],
    },
    {
      id: 'tecnica',
      name: 'Revisión técnica',
      requiredRole: 'ANALYST',
      slaDays: 3,
      autoAdvance: true,
      parallelStages: [
        { id: 'seguridad', name: 'Seguridad' },
        { id: 'datos', name: 'Calidad de los datos' },
      ],
    },
    {
      id: 'gerencia',
      name: 'Gerencia',
      requiredRole: 'ADMIN',
      conditions: [{ field: 'alcance', operator: 'eq', value: 'Todas las sedes' }],
    },
  ],
}

async function assess(title: string) {
  const { data } = await owner.post('/dpia/assessments', {
    title,
    scope: 'Pacientes de urgencia',
    necessity: 'Sin el sistema no se puede coordinar la atención.',
    proportionality: 'Solo datos clínicos del episodio.',
  })
  await owner.post(`/dpia/assessments/${data.id}/risks`, {
    description: 'Acceso de personal sin atención a cargo',
    likelihood: 'medium',
    impact: 'high',
    mitigation: 'Permisos por turno y registro de accesos',
  })
}

async function approvalAbout(title: string): Promise<string> {
  const { items } = (await owner.get('/workflow-instances?limit=100')).data
  return items.find((one: { entityTitle: string }) => one.entityTitle === title).id
}

test('an officer decides with the document beside her, and the flow continues', async () => {
  const { data: flow } = await owner.post('/workflows', FLOW)
  assert.ok(flow.id)
  const titles = ['Ficha clínica electrónica', 'Telemedicina para adultos mayores', 'Cámaras en urgencia']
  for (const title of titles) await assess(title)
  const dpo = await owner.colleague('DPO', 'Camila Rojas')
  const { page, visit, open } = await asMember(site, dpo)

  await open('aprobaciones')
  await page.getByText('3 resultados').waitFor()
  await visit.assertSound('inbox')
  await visit.shot('flows-inbox')
  await page.getByRole('link', { name: 'Ficha clínica electrónica' }).click()
  await page.getByRole('heading', { name: 'Revisión legal', level: 2 }).waitFor()
  const document = page.frameLocator('iframe')
  await document.getByText('Pacientes de urgencia').first().waitFor()
  await visit.assertSound('approval')
  await visit.shot('flows-approval')

  // The missing answer is shown at its question.
  await page.getByRole('radio', { name: 'Aprobar' }).check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('Es obligatorio.').first().waitFor()
  await visit.assertSound('approval, refused')
  await visit.shot('flows-approval-refused')
  await page.getByLabel('Conclusión').fill('La base es la atención de salud; se limita al episodio.')
  await page.getByLabel('Alcance').selectOption('Todas las sedes')
  await page.getByRole('textbox', { name: 'Comentario' }).fill('Conforme con las medidas.')
  await page.getByRole('button', { name: 'Aprobar' }).click()

  await page.getByRole('heading', { name: 'Revisiones a la vez' }).waitFor()
  await visit.assertSound('parallel reviews')
  await visit.shot('flows-parallel')
  for (const name of ['Seguridad', 'Calidad de los datos']) {
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: 'Dar por revisada' })
      .click()
    const dialog = page.getByRole('dialog', { name: `Dar por revisada: ${name}` })
    await dialog.getByRole('button', { name: 'Dar por revisada' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  // The stage advances automatically to one that she may not decide.
  await page.getByText('Espera a una persona con este rol').waitFor()
  await visit.assertSound('waits for another role')
  await visit.shot('flows-waits')

  await open(`aprobaciones/${await approvalAbout('Cámaras en urgencia')}`)
  await page.getByRole('radio', { name: 'Reasignar' }).check()
  await page.getByLabel('A quién').selectOption({ label: 'Camila Rojas' })
  await page.getByRole('button', { name: 'Reasignar' }).click()
  await page.getByText('Reasignó: Revisión legal').waitFor()
  await page.getByRole('radio', { name: 'Rechazar' }).check()
  await page.getByLabel('Conclusión').fill('No es proporcional grabar salas de espera.')
  await page.getByLabel('Alcance').selectOption('Una sede')
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page.getByText('Rechazada', { exact: true }).first().waitFor()
  await visit.assertSound('refused approval')

  await open('aprobaciones')
  await page.getByText('1 resultado').waitFor()
  await page.getByRole('link', { name: 'En curso', exact: true }).click()
  await page.getByText('2 resultados').waitFor()
  await page.getByRole('link', { name: 'Terminadas', exact: true }).click()
  await page.getByText('1 resultado').waitFor()
  await page.getByRole('cell', { name: 'Rechazada' }).waitFor()
  await visit.assertSound('ended')
  await visit.shot('flows-ended')
  await visit.close()

  const gerente = await asMember(site, owner, { width: 390, dark: true })
  await gerente.open(`aprobaciones/${await approvalAbout('Ficha clínica electrónica')}`)
  await gerente.page.getByRole('heading', { name: 'Gerencia', level: 2 }).waitFor()
  await gerente.visit.assertSound('approval on a phone, dark')
  await gerente.visit.shot('flows-approval-phone-dark')
  await gerente.page.getByRole('radio', { name: 'Aprobar' }).check()
  await gerente.page.getByRole('button', { name: 'Aprobar' }).click()
  await gerente.page.getByText('Aprobada', { exact: true }).first().waitFor()
  await gerente.visit.close()
})

test('where the law is enforced it names the gaps, and a written reason continues', async () => {
  const strict = await site.api.tenant({ name: 'Municipalidad de Ñuble' })
  await strict.put('/settings/tenant', { legalGate: 'enforce' })
  await strict.post('/dpia/assessments', { title: 'Sin terminar' })
  const { items } = (await strict.get('/workflow-instances')).data
  const { page, visit, open } = await asMember(site, strict)
  await open(`aprobaciones/${items[0].id}`)
  await page.getByRole('radio', { name: 'Aprobar' }).check()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByLabel('Razón para continuar pese a lo que falta').waitFor()
  await visit.assertSound('gate')
  await visit.shot('flows-gate')
  await page
    .getByLabel('Razón para continuar pese a lo que falta')
    .fill('El alcance se describe en el anexo técnico.')
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await page.getByText('Aprobada', { exact: true }).first().waitFor()
  await visit.close()
})

test('an administrator draws a flow by keyboard, tries and saves it, and cannot retire it while it is in use', async () => {
  const account = await openAccount(site, 'Tienda Sur')
  const { page, visit, open } = await signIn(site, account)
  await open('flujos')
  await page.getByRole('link', { name: 'Aprobación de evaluaciones de impacto' }).click()
  await page.getByText('Viene con el servicio').waitFor()
  await visit.shot('flows-builtin')
  await page.getByRole('link', { name: 'Crear uno a partir de este' }).click()
  await page.getByLabel('Nombre del flujo').fill('')
  await page.getByText('Es obligatorio.').waitFor()
  await page.getByLabel('Nombre del flujo').fill('Evaluaciones con gerencia')
  await page.getByLabel('Nombre de la etapa').fill('Revisión de la delegada')
  await page.getByRole('button', { name: 'Agregar una pregunta' }).click()
  await page.getByText('Escriba qué se pregunta.').waitFor()
  await page.getByText('Por corregir').waitFor()
  await visit.assertSound('designer, faulty')
  await page.getByLabel('Qué se pregunta').fill('Conclusión')

  await page.getByRole('button', { name: 'Agregar una etapa' }).click()
  await page.getByRole('heading', { name: 'Etapa 2', level: 2 }).waitFor()
  await page.getByLabel('Nombre de la etapa').fill('Gerencia general')
  await page.getByLabel('Quién decide').selectOption('OWNER')
  await page.getByRole('button', { name: 'Agregar una condición' }).click()
  await page.getByLabel('Valor', { exact: true }).selectOption({ label: 'Alto' })
  await page.getByText('Solo si «Riesgo más alto» es Alto').first().waitFor()
  await visit.assertSound('designer')
  await visit.shot('flows-designer')

  await page.getByRole('button', { name: 'Probar sin guardar' }).click()
  const trial = page.getByRole('dialog', { name: 'Simulación' })
  await trial.getByRole('heading', { name: 'Ahora: Revisión de la delegada' }).waitFor()
  await trial.getByRole('button', { name: 'Responder' }).click()
  await trial.getByText('«Conclusión» es obligatorio.').waitFor()
  await visit.assertSound('dry run of a draft')
  await visit.shot('flows-designer-trial')
  await page.keyboard.press('Escape')
  // With the keyboard alone, the focused stage moves up and down.
  const nodes = page.locator('[data-stage]')
  await nodes.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  assert.match((await nodes.nth(0).textContent()) ?? '', /Gerencia general/)
  await nodes.nth(0).focus()
  await page.keyboard.press('Alt+ArrowDown')
  assert.match((await nodes.nth(1).textContent()) ?? '', /Gerencia general/)
  // The drawing survives reloading the page.
  await page.reload()
  await page.getByText('Recuperamos lo que había escrito').waitFor()
  await page.getByRole('button', { name: 'Guardar el flujo' }).click()
  await page.getByRole('heading', { name: 'Evaluaciones con gerencia', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Simulación' }).click()
  await page.getByRole('heading', { name: 'Ahora: Revisión de la delegada' }).waitFor()
  await page.getByLabel('Riesgo más alto').selectOption({ label: 'Alto' })
  await page.getByRole('button', { name: 'Empezar con esto' }).click()
  await page.getByLabel('Conclusión').fill('Conforme')
  await page.getByRole('button', { name: 'Responder' }).click()
  await page.getByRole('heading', { name: 'Ahora: Gerencia general' }).waitFor()
  await page.getByText('Se cumple', { exact: true }).waitFor()
  await visit.assertSound('dry run')
  await visit.shot('flows-trial')
  await page.getByRole('button', { name: 'Un paso atrás' }).click()
  await page.getByRole('heading', { name: 'Ahora: Revisión de la delegada' }).waitFor()
  await page.getByLabel('Riesgo más alto').selectOption({ label: 'Bajo' })
  await page.getByRole('button', { name: 'Empezar con esto' }).click()
  await page.getByLabel('Conclusión').fill('Conforme')
  await page.getByRole('button', { name: 'Responder' }).click()
  await page.getByRole('heading', { name: 'Terminó' }).waitFor()
  await page.getByText('Se salta', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'En palabras' }).click()
  await page.getByText('si no, se salta.').waitFor()
  await visit.assertSound('in words')
  await visit.shot('flows-words')

  await site.api.app.inject({
    method: 'POST',
    url: '/api/v1/dpia/assessments',
    headers: { authorization: `Bearer ${account.token}` },
    payload: { title: 'Programa de fidelidad' },
  })
  await page.getByRole('button', { name: 'Retirar' }).click()
  await page
    .getByRole('dialog', { name: '¿Retirar este flujo?' })
    .getByRole('button', { name: 'Retirar el flujo' })
    .click()
  await page.getByText('Hay aprobaciones en curso con este flujo').first().waitFor()
  await visit.close()
})

test('other systems are notified, and missed notices are sent again', async () => {
  const account = await openAccount(site, 'Transportes del Maule')
  const { page, visit, open } = await signIn(site, account)
  await open('flujos/nuevo')
  await page.getByLabel('Nombre del flujo').fill('Compras de software')
  await page.getByLabel('Para qué').selectOption({ label: 'Otro asunto' })
  await page.getByRole('button', { name: 'Agregar una dirección' }).click()
  await page.getByText('Escriba una dirección completa').waitFor()
  await page.getByRole('textbox', { name: 'Dirección' }).fill(receiver.url)
  await page.getByLabel('Empieza una aprobación').check()
  await page.getByRole('button', { name: 'Guardar el flujo' }).click()
  await page.getByRole('button', { name: 'Iniciar una aprobación' }).click()
  await page.getByLabel('Asunto').fill('Compra 2026-17: antivirus')
  await page.getByRole('button', { name: 'Iniciar', exact: true }).click()
  await page.getByRole('heading', { name: 'Compra 2026-17: antivirus', level: 1 }).waitFor()
  await page.getByText('El asunto se guarda fuera de Resguardo').waitFor()
  await visit.assertSound('a matter kept elsewhere')
  receiver.answerNext(410)
  await site.api.drain()
  await open('flujos')
  await page.getByRole('link', { name: 'Compras de software' }).click()
  await page.getByRole('link', { name: 'Avisos a otros sistemas' }).click()
  await page.getByText('No recibido').waitFor()
  await visit.assertSound('deliveries')
  await visit.shot('flows-deliveries')
  // The receiver answered that it is gone, so the address is off until somebody turns it on.
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('En uso').check()
  await page.getByRole('button', { name: 'Guardar el flujo' }).click()
  await page.getByRole('link', { name: 'Avisos a otros sistemas' }).click()
  await page.getByRole('button', { name: 'Enviar otra vez' }).click()
  await page.getByText('Se enviará otra vez').waitFor()
  await site.api.drain()
  assert.equal(receiver.received.at(-1)?.body.event, 'workflow.started')
  await page.reload()
  await page.getByText('Recibido', { exact: true }).waitFor()
  await visit.close()
})

test('a flow is drawn and tried on a phone in the dark theme', async () => {
  const { data } = await owner.get('/workflows?isActive=true')
  const flow = data.workflows.find(({ name }: { name: string }) => name === FLOW.name)
  const { page, visit, open } = await asMember(site, owner, { width: 390, dark: true })
  await open(`flujos/${flow.id}?editar=si&etapa=gerencia`)
  await page.getByLabel('Nombre de la etapa').waitFor()
  await visit.assertSound('designer on a phone')
  await visit.shot('flows-designer-390-dark')
  await open(`flujos/${flow.id}?parte=prueba`)
  await page.getByRole('heading', { name: 'Ahora: Revisión legal' }).waitFor()
  await visit.assertSound('dry run on a phone')
  await visit.shot('flows-trial-390-dark')
  await visit.close()
})
