import { data, done, faults, listOf, PageOnly } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import * as schemas from './schemas.ts'
import * as members from './service.ts'

const tags = ['settings']
const write = { role: 'ADMIN' } as const

export const routes: Routes = (app) => {
  app.get(
    '/settings/members',
    {
      config: { role: 'VIEWER' },
      schema: {
        tags,
        operationId: 'listMembers',
        summary: 'Listar las personas de la organización, también las invitadas',
        querystring: PageOnly,
        response: { 200: listOf('members', schemas.Member) },
      },
    },
    (req) => req.read((ctx) => members.listMembers(ctx, req.query)),
  )

  app.post(
    '/settings/members',
    {
      config: write,
      schema: {
        tags,
        operationId: 'inviteMember',
        summary: 'Invitar a una persona; repetirlo antes de que acepte renueva el enlace',
        description:
          'Envía la invitación por correo y responde también su enlace, para las instalaciones sin correo.',
        body: schemas.NewMember,
        response: { 201: data(schemas.Invited) },
      },
    },
    (req) => req.act((ctx) => members.inviteMember(ctx, req.body)),
  )

  app.patch(
    '/settings/members/:userId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'changeRole',
        summary: 'Cambiar el rol de una persona, con efecto en su próxima solicitud',
        params: schemas.OfUser,
        body: schemas.RoleChange,
        response: { 200: data(schemas.Member), ...faults(409) },
      },
    },
    (req) => req.act((ctx) => members.changeRole(ctx, req.params.userId, req.body.role)),
  )

  app.delete(
    '/settings/members/:userId',
    {
      config: write,
      schema: {
        tags,
        operationId: 'removeMember',
        summary: 'Quitar a una persona o retirar su invitación',
        params: schemas.OfUser,
        response: { 200: done, ...faults(409) },
      },
    },
    (req) => req.act((ctx) => members.removeMember(ctx, req.params.userId)),
  )
}
