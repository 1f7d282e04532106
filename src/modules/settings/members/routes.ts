import { endpoints } from '#http/endpoints.ts'
import { listOf } from '#http/schema-kit.ts'
import type { Routes } from '#http/types.ts'
import { memberRecord } from './repo.ts'
import * as schemas from './schemas.ts'
import * as members from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'settings')

  route.get('/settings/members', {
    id: 'listMembers',
    summary: 'Listar las personas de la organización, también las invitadas',
    role: 'VIEWER',
    personOnly: true,
    query: schemas.MembersQuery,
    ok: listOf('members', schemas.Member),
    read: (ctx, { query }) => members.listMembers(ctx, query),
  })

  route.post('/settings/members', {
    id: 'inviteMember',
    summary: 'Invitar a una persona; repetirlo antes de que acepte renueva el enlace',
    description:
      'Envía la invitación por correo y responde también su enlace, para las instalaciones sin correo.',
    role: 'ADMIN',
    sudo: { role: ['OWNER', 'ADMIN'] },
    personOnly: true,
    body: schemas.NewMember,
    created: schemas.Invited,
    refusals: [402],
    act: (ctx, { body }) => members.inviteMember(ctx, body),
  })

  route.get('/settings/members/:userId', {
    id: 'getMember',
    summary: 'Ver una persona de la organización',
    role: 'VIEWER',
    personOnly: true,
    params: schemas.OfUser,
    record: memberRecord,
    ok: schemas.Member,
    read: (ctx, { params }) => members.getMember(ctx, params.userId),
  })

  route.patch('/settings/members/:userId', {
    id: 'changeRole',
    summary: 'Cambiar el rol de una persona, con efecto en su próxima solicitud',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: schemas.OfUser,
    record: memberRecord,
    body: schemas.RoleChange,
    ok: schemas.Member,
    refusals: [409],
    act: (ctx, { params, body }) => members.changeRole(ctx, params.userId, body.role),
  })

  route.delete('/settings/members/:userId', {
    id: 'removeMember',
    summary: 'Quitar a una persona o retirar su invitación',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: schemas.OfUser,
    record: memberRecord,
    refusals: [409],
    act: (ctx, { params }) => members.removeMember(ctx, params.userId),
  })

  route.delete('/settings/members/:userId/mfa', {
    id: 'resetMemberMfa',
    summary: 'Restablecer el segundo factor que perdió una persona',
    description:
      'Quita su aplicación de códigos, sus llaves de acceso y sus códigos de recuperación, cierra sus sesiones y le avisa por correo. Solo un OWNER lo hace con otro OWNER. Si la persona es parte de otra organización, 409: lo hace quien opera el servicio.',
    role: 'ADMIN',
    sudo: true,
    personOnly: true,
    params: schemas.OfUser,
    record: memberRecord,
    refusals: [409],
    act: (ctx, { params }) => members.resetMfa(ctx, params.userId),
  })
}
