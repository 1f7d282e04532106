import { endpoints } from '#http/endpoints.ts'
import { ById, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { departmentRecord, entityRecord, workspaceRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as org from './service.ts'

const DEPRECATED = '/docs#tag/org'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'org')

  app.addSchema(schemas.DEPARTMENT_NODE)

  route.get('/org/workspaces', {
    id: 'listWorkspaces',
    summary: 'Listar los espacios de trabajo',
    role: 'VIEWER',
    query: schemas.WorkspacesQuery,
    ok: listOf('workspaces', schemas.Workspace),
    read: (ctx, { query }) => org.listWorkspaces(ctx, query),
  })

  route.post('/org/workspaces', {
    id: 'createWorkspace',
    summary: 'Crear un espacio de trabajo',
    role: 'ADMIN',
    record: workspaceRecord,
    body: schemas.NewWorkspace,
    created: schemas.Workspace,
    act: (ctx, { body }) => org.createWorkspace(ctx, body),
  })

  route.patch('/org/workspaces/:id', {
    id: 'updateWorkspace',
    summary: 'Cambiar el nombre o la descripción de un espacio de trabajo',
    role: 'ADMIN',
    params: ById,
    record: workspaceRecord,
    body: schemas.WorkspacePatch,
    ok: schemas.Workspace,
    act: (ctx, { params, body }) => org.updateWorkspace(ctx, params.id, body),
  })

  route.get('/org/entities', {
    id: 'listEntities',
    summary: 'Listar las entidades legales, también las inactivas',
    role: 'VIEWER',
    query: schemas.EntitiesQuery,
    ok: listOf('entities', schemas.Entity),
    read: (ctx, { query }) => org.listEntities(ctx, query),
  })

  route.post('/org/entities', {
    id: 'createEntity',
    summary: 'Crear una entidad legal',
    role: 'ADMIN',
    record: entityRecord,
    body: schemas.NewEntity,
    created: schemas.Entity,
    act: (ctx, { body }) => org.createEntity(ctx, body),
  })

  route.get('/org/entities/:id', {
    id: 'getEntity',
    summary: 'Ver una entidad legal',
    role: 'VIEWER',
    params: ById,
    record: entityRecord,
    ok: schemas.Entity,
    read: (ctx, { params }) => org.getEntity(ctx, params.id),
  })

  route.patch('/org/entities/:id', {
    id: 'updateEntity',
    summary: 'Cambiar los campos enviados de una entidad legal',
    role: 'ADMIN',
    params: ById,
    record: entityRecord,
    body: schemas.EntityPatch,
    ok: schemas.Entity,
    refusals: [422],
    act: (ctx, { params, body }) => org.updateEntity(ctx, params.id, body),
  })

  route.delete('/org/entities/:id', {
    id: 'deactivateEntity',
    summary: 'Desactivar una entidad legal; sus datos se conservan',
    description: 'Queda inactiva; lo vinculado se conserva.',
    role: 'ADMIN',
    params: ById,
    record: entityRecord,
    act: (ctx, { params }) => org.deactivateEntity(ctx, params.id),
  })

  route.patch('/org/entities/:id/dpo', {
    id: 'assignDpo',
    summary: 'Asignar como DPO a una persona de la organización',
    role: 'ADMIN',
    params: ById,
    record: entityRecord,
    body: schemas.AssignDpo,
    ok: schemas.Entity,
    refusals: [422],
    act: (ctx, { params, body }) => org.assignDpo(ctx, params.id, body.userId),
  })

  route.get('/org/entities/:entityId/departments', {
    id: 'listDepartments',
    summary: 'Ver el árbol de departamentos de una entidad',
    role: 'VIEWER',
    params: schemas.OfEntity,
    query: MaybePage,
    ok: listOf('departments', schemas.Department),
    read: (ctx, { params, query }) => org.listDepartments(ctx, params.entityId, query),
  })

  route.post('/org/departments', {
    id: 'createDepartment',
    summary: 'Crear un departamento (en desuso)',
    role: 'ADMIN',
    deprecated: DEPRECATED,
    record: departmentRecord,
    body: schemas.NewDepartment,
    created: schemas.Department,
    act: (ctx, { body }) => org.createDepartment(ctx, body),
  })

  route.get('/org/departments/:id', {
    id: 'getDepartment',
    summary: 'Ver un departamento, con los que dependen de él',
    role: 'VIEWER',
    params: ById,
    record: departmentRecord,
    ok: schemas.Department,
    read: (ctx, { params }) => org.getDepartment(ctx, params.id),
  })

  route.patch('/org/departments/:id', {
    id: 'updateDepartment',
    summary: 'Cambiar el nombre o la descripción de un departamento',
    role: 'ADMIN',
    params: ById,
    record: departmentRecord,
    body: schemas.DepartmentPatch,
    ok: schemas.Department,
    act: (ctx, { params, body }) => org.updateDepartment(ctx, params.id, body),
  })

  route.delete('/org/departments/:id', {
    id: 'archiveDepartment',
    summary: 'Archivar un departamento; los que dependen de él pasan a ser raíces',
    description: 'Sus subdepartamentos quedan como raíz.',
    role: 'ADMIN',
    params: ById,
    record: departmentRecord,
    act: (ctx, { params }) => org.archiveDepartment(ctx, params.id),
  })
}
