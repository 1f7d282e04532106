import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reading, useAct, useRecord } from '../../data.ts'
import { useAt, useOrganisation, useServiceUrl } from '../../frame/organisation.tsx'
import { useParam } from '../../params.ts'
import { useSeen } from '../../seen.ts'
import { Button, FileLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AreaField, FormView, Pair, TextField } from '../../ui/field.tsx'
import { type Form, type Seen, useForm } from '../../ui/form.ts'
import { useFilters } from '../../ui/list.tsx'
import { Facts, Page, Panel } from '../../ui/page.tsx'
import css from './departments.module.css'
import { type Department, type Entity, mainOf } from './words.ts'

/** The departments of an entity as a tree. The address of a department shows the same screen with it open. */
export function Departments() {
  const { entities } = useRecord('/org/entities')
  const open = useParam('id')
  const { search, set } = useFilters()
  const at = useAt()
  const navigate = useNavigate()
  const { may } = useOrganisation()
  const url = useServiceUrl()
  const [under, setUnder] = useState<Department | 'top'>()
  const active = entities.filter(({ isActive }) => isActive)
  const { entity, departments } = useTree(active, open, search['entidad'])
  const add = may('POST /org/departments') && (
    <Button kind="main" onClick={() => setUnder('top')}>
      Agregar un departamento
    </Button>
  )
  return (
    <Page
      title="Departamentos"
      about="Cómo se divide la organización y quién está a cargo de cada parte: a quién preguntar por sus datos."
      actions={
        departments.length > 0 && (
          <>
            <FileLink href={url('/governance/export/departments?format=xlsx')}>Descargar en Excel</FileLink>
            {add}
          </>
        )
      }
    >
      {active.length > 1 && (
        <div className={css['entity']}>
          <label htmlFor="entidad" className="hint">
            Entidad legal
          </label>
          <select
            id="entidad"
            value={entity?.id ?? ''}
            onChange={({ target }) =>
              open ? void navigate(at('areas', { entidad: target.value })) : set({ entidad: target.value })
            }
          >
            {active.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {departments.length === 0 ? (
        <Empty title="Ningún departamento todavía" action={add}>
          Agregue las gerencias y las áreas que tratan datos. Sirven para decir quién responde por cada
          actividad y a quién preguntar cuando llega una solicitud.
        </Empty>
      ) : (
        <Panel title={entity?.name ?? ''}>
          <Tree departments={departments} open={open} onAdd={setUnder} />
        </Panel>
      )}
      {under && entity && (
        <AddDialog
          entity={entity}
          under={under === 'top' ? undefined : under}
          onClose={() => setUnder(undefined)}
        />
      )}
    </Page>
  )
}

/** The entity of the address, else the one of the open department, else the main one. */
function useTree(active: readonly Entity[], open: string, asked: string | undefined) {
  const { slug } = useOrganisation()
  const named = active.find(({ id }) => id === asked) ?? mainOf(active)
  const looked = open === '' ? active.filter((one) => one === named) : active
  const trees = useSuspenseQueries({
    queries: looked.map(({ id }) =>
      reading(slug, '/org/entities/{entityId}/departments', { path: { entityId: id } }),
    ),
  })
  const found = trees.map(({ data }, index) => ({ entity: looked[index], departments: data.departments }))
  return (
    found.find(({ departments }) => open !== '' && holds(departments, open)) ??
    found.find(({ entity }) => entity === named) ?? { entity: named, departments: [] }
  )
}

function holds(departments: readonly Department[], id: string): boolean {
  return departments.some((one) => one.id === id || holds(one.children, id))
}

function Tree({
  departments,
  open,
  onAdd,
}: {
  departments: readonly Department[]
  open: string
  onAdd: (under: Department) => void
}) {
  return (
    <ul className={css['tree']}>
      {departments.map((department) => (
        <li key={department.id}>
          <Branch department={department} isOpen={department.id === open} onAdd={onAdd} />
          {department.children.length > 0 && (
            <Tree departments={department.children} open={open} onAdd={onAdd} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Branch({
  department,
  isOpen,
  onAdd,
}: {
  department: Department
  isOpen: boolean
  onAdd: (under: Department) => void
}) {
  const { id, name, headName } = department
  const at = useAt()
  return (
    <div className={css['branch']}>
      <Link {...at(isOpen ? 'areas' : `areas/${id}`)} aria-expanded={isOpen} className={css['name']}>
        {name}
      </Link>
      <span className="hint">{headName ?? 'Sin nadie a cargo'}</span>
      {isOpen && <Open department={department} onAdd={() => onAdd(department)} />}
    </div>
  )
}

function Open({ department, onAdd }: { department: Department; onAdd: () => void }) {
  const { id } = department
  const { may } = useOrganisation()
  const at = useAt()
  const navigate = useNavigate()
  const { search, set } = useFilters()
  const archive = useAct((service) => service.delete('/org/departments/{id}', { path: { id } }), {
    done: 'El departamento quedó archivado.',
    after: () => void navigate(at('areas')),
  })
  return (
    <div className={css['open']}>
      <Facts
        facts={[
          ['A cargo', department.headName],
          ['Correo', department.headEmail],
          ['Qué hace', department.description, 'whole'],
        ]}
      />
      <div className="row">
        {may('PATCH /org/departments/{id}') && <Button onClick={() => set({ editar: 'si' })}>Editar</Button>}
        {may('POST /org/departments') && <Button onClick={onAdd}>Agregar uno dentro</Button>}
        {may('DELETE /org/departments/{id}') && (
          <ConfirmButton
            kind="quiet"
            title="¿Archivar este departamento?"
            about="Deja de verse. Los que dependen de él quedan en el primer nivel."
            confirm="Archivar"
            act={() => archive.mutate()}
          >
            Archivar
          </ConfirmButton>
        )}
      </div>
      {search['editar'] === 'si' && may('PATCH /org/departments/{id}') && (
        <EditDialog id={id} onClose={() => set({ editar: '' })} />
      )}
    </div>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(department?: Department) {
  return {
    name: department?.name ?? '',
    headName: department?.headName ?? '',
    headEmail: department?.headEmail ?? '',
    description: department?.description ?? '',
  }
}

const bodyOf = ({ name, headName, headEmail, description }: Values) => ({
  name,
  headName: headName || null,
  headEmail: headEmail || null,
  description: description || null,
})

function AddDialog({
  entity,
  under,
  onClose,
}: {
  entity: Entity
  under: Department | undefined
  onClose: () => void
}) {
  const add = useAct(
    (service, values: Values) =>
      service.post('/org/departments', {
        body: { ...bodyOf(values), legalEntityId: entity.id, parentDepartmentId: under?.id ?? null },
        idempotencyKey: true,
      }),
    { quiet: true, done: 'El departamento quedó registrado.', after: onClose },
  )
  const form = useForm({
    keep: `department/new/${under?.id ?? entity.id}`,
    initial: valuesOf(),
    save: (values) => add.mutateAsync(values),
  })
  return (
    <Dialog
      title={under ? `Agregar un departamento en ${under.name}` : 'Agregar un departamento'}
      about={`De ${entity.name}.`}
      onClose={onClose}
    >
      <DepartmentForm form={form} submit="Agregar" onClose={onClose} />
    </Dialog>
  )
}

function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const department = useRecord('/org/departments/{id}', { path: { id } })
  const save = useAct(
    (service, { values, seen }: { values: Values; seen: Seen }) =>
      service.patch('/org/departments/{id}', { path: { id }, body: bodyOf(values), ...seen }),
    { quiet: true, done: 'Guardado.', after: onClose },
  )
  const form = useForm({
    keep: `department/${id}`,
    version: useSeen(`/org/departments/${id}`),
    initial: valuesOf(department),
    save: (values, seen) => save.mutateAsync({ values, seen }),
  })
  return (
    <Dialog title="Editar el departamento" onClose={onClose}>
      <DepartmentForm form={form} submit="Guardar" onClose={onClose} />
    </Dialog>
  )
}

function DepartmentForm({
  form,
  submit,
  onClose,
}: {
  form: Form<Values>
  submit: string
  onClose: () => void
}) {
  return (
    <FormView form={form} submit={submit} onCancel={onClose}>
      <TextField form={form} name="name" label="Nombre" maxLength={200} required />
      <Pair>
        <TextField form={form} name="headName" label="Quién está a cargo" maxLength={200} />
        <TextField form={form} name="headEmail" label="Su correo" type="email" />
      </Pair>
      <AreaField form={form} name="description" label="Qué hace" rows={2} />
    </FormView>
  )
}
