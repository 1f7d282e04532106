import { useState } from 'react'
import type { Data } from '#client'
import { useActIn } from '../../data.ts'
import { serviceOf } from '../../service.ts'
import { useMe } from '../../session/me.ts'
import { ago } from '../../times.ts'
import { Button } from '../../ui/button.tsx'
import { FormView, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/mark.tsx'
import { Facts, Page, Panel } from '../../ui/page.tsx'

type Asked = Data<'GET /auth/device/{userCode}'>

/** A program without a browser asks to act as this person. The person compares its code and allows or refuses it. */
export function DevicePage() {
  const [asked, setAsked] = useState<Asked>()
  const [answer, setAnswer] = useState<'approved' | 'refused'>()
  const form = useForm({
    initial: { userCode: new URLSearchParams(location.search).get('codigo') ?? '' },
    save: async ({ userCode }) =>
      setAsked(await serviceOf().get('/auth/device/{userCode}', { path: { userCode } })),
  })
  return (
    <Page
      narrow
      title="Entrar desde un programa"
      about="Un programa en su computador, como la línea de comandos, puede trabajar con su cuenta si usted lo autoriza."
    >
      {!asked && (
        <Panel title="El código que muestra el programa">
          <FormView form={form} submit="Continuar">
            <TextField
              form={form}
              name="userCode"
              label="Código"
              hint="Ocho letras, por ejemplo WDJB-MJHT."
              complete="off"
              required
            />
          </FormView>
        </Panel>
      )}
      {asked && !answer && <Answer asked={asked} onAnswer={setAnswer} />}
      {answer === 'approved' && (
        <Notice tone="ok" alert>
          <p>
            Listo: vuelva al programa. La sesión aparece en <a href="cuenta?parte=sesiones">sus sesiones</a>,
            y allí puede cerrarla.
          </p>
        </Notice>
      )}
      {answer === 'refused' && (
        <Notice tone="warn" alert>
          <p>
            El programa no entró. Si usted no lo había pedido y alguien le envió el código, no le responda:
            intentaba usar su cuenta.
          </p>
        </Notice>
      )}
    </Page>
  )
}

function Answer({ asked, onAnswer }: { asked: Asked; onAnswer: (answer: 'approved' | 'refused') => void }) {
  const { user } = useMe()
  const body = { userCode: asked.userCode }
  const approve = useActIn('', (service) => service.post('/auth/device/approve', { body }), {
    after: () => onAnswer('approved'),
  })
  const refuse = useActIn('', (service) => service.post('/auth/device/refuse', { body }), {
    after: () => onAnswer('refused'),
  })
  return (
    <Panel title={`¿Deja entrar a ${asked.device}?`}>
      <Facts
        facts={[
          ['Código', asked.userCode],
          ['Red', asked.addressPrefix],
          ['Lo pidió', ago(asked.createdAt)],
          ['Cuenta', user?.email],
        ]}
      />
      <Notice>
        <p>
          Autorícelo solo si usted mismo inició el ingreso y el código es el que ve en su pantalla. Podrá ver
          y hacer lo mismo que usted, en todas sus organizaciones, hasta que cierre esa sesión.
        </p>
      </Notice>
      <div className="row">
        <Button kind="main" busy={approve.isPending} onClick={() => approve.mutate()}>
          Autorizar
        </Button>
        <Button busy={refuse.isPending} onClick={() => refuse.mutate()}>
          Rechazar
        </Button>
      </div>
    </Panel>
  )
}
