import { ById, data, done, faults, listOf, MaybePage } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as org from './service.ts'

const tags = ['org']
const write = { role: 'ADMIN' } as const
const read = { role: 'VIEWER' } as const
const DEPRECATED = '/docs#tag/org'

export const routes: Routes = (app) => {
  app.addSchema(schemas.DEPARTMENT_NODE)

  app.get(
    '/org/workspaces',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listWorkspaces',
        summary: 'Listar los espacios de trabajo',
        querystring: MaybePage,
        response: { 200: listOf('workspaces', schemas.Workspace) },
      },
    },
    (req) => req.read((ctx) => org.listWorkspaces(ctx, req.query)),
  )

  app.post(
    '/org/workspaces',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createWorkspace',
        summary: 'Crear un espacio de trabajo',
        body: schemas.NewWorkspace,
        response: { 201: data(schemas.Workspace) },
      },
    },
    (req) => req.act((ctx) => org.createWorkspace(ctx, req.body)),
  )

  app.get(
    '/org/entities',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listEntities',
        summary: 'Listar las entidades legales, también las inactivas',
        querystring: schemas.EntitiesQuery,
        response: { 200: listOf('entities', schemas.Entity) },
      },
    },
    (req) => req.read((ctx) => org.listEntities(ctx, req.query)),
  )

  app.post(
    '/org/entities',
    {
      config: write,
      schema: {
        tags,
        operationId: 'createEntity',
        summary: 'Crear una entidad legal',
        body: schemas.NewEntity,
        response: { 201: data(schemas.Entity) },
      },
    },
    (req) => req.act((ctx) => org.createEntity(ctx, req.body)),
  )

  app.patch(
    '/org/entities/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'updateEntity',
        summary: 'Cambiar los campos enviados de una entidad legal',
        params: ById,
        body: schemas.EntityPatch,
        response: { 200: data(schemas.Entity), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => org.updateEntity(ctx, req.params.id, req.body)),
  )

  app.delete(
    '/org/entities/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'deactivateEntity',
        summary: 'Desactivar una entidad legal; sus datos se conservan',
        description: 'Queda inactiva; lo vinculado se conserva.',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => org.deactivateEntity(ctx, req.params.id)),
  )

  app.patch(
    '/org/entities/:id/dpo',
    {
      config: write,
      schema: {
        tags,
        operationId: 'assignDpo',
        summary: 'Asignar como DPO a una persona de la organización',
        params: ById,
        body: schemas.AssignDpo,
        response: { 200: data(schemas.Entity), ...faults(422) },
      },
    },
    (req) => req.act((ctx) => org.assignDpo(ctx, req.params.id, req.body.userId)),
  )

  app.get(
    '/org/entities/:entityId/departments',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listDepartments',
        summary: 'Ver el árbol de departamentos de una entidad',
        params: schemas.OfEntity,
        querystring: MaybePage,
        response: { 200: listOf('departments', schemas.Department) },
      },
    },
    (req) => req.read((ctx) => org.listDepartments(ctx, req.params.entityId, req.query)),
  )

  app.post(
    '/org/departments',
    {
      config: { ...write, deprecated: DEPRECATED },
      schema: {
        tags,
        operationId: 'createDepartment',
        summary: 'Crear un departamento (en desuso)',
        body: schemas.NewDepartment,
        response: { 201: data(schemas.Department) },
      },
    },
    (req) => req.act((ctx) => org.createDepartment(ctx, req.body)),
  )

  app.delete(
    '/org/departments/:id',
    {
      config: write,
      schema: {
        tags,
        operationId: 'archiveDepartment',
        summary: 'Archivar un departamento; los que dependen de él pasan a ser raíces',
        description: 'Sus subdepartamentos quedan como raíz.',
        params: ById,
        response: { 200: done },
      },
    },
    (req) => req.act((ctx) => org.archiveDepartment(ctx, req.params.id)),
  )
}
