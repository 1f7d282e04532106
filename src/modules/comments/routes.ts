import { endpoints } from '#http/endpoints.ts'
import { ById, listOf } from '#http/schema-kit.ts'
import { assertKeyMay } from '#http/scopes.ts'
import type { Routes } from '#http/types.ts'
import { MODULE_OF } from './rules.ts'
import * as schemas from './schemas.ts'
import * as comments from './service.ts'

export const routes: Routes = (app) => {
  const route = endpoints(app, 'comments')

  route.get('/comments', {
    id: 'listComments',
    summary: 'Listar los comentarios de un registro, o los de la organización',
    description: 'Del más nuevo al más antiguo. Una clave de API ve los de los módulos que puede leer.',
    role: 'VIEWER',
    query: schemas.CommentsQuery,
    ok: listOf('items', schemas.Comment),
    refusals: [404],
    handle: (req) => req.read((ctx) => comments.listComments(ctx, req.query, req.keyHolder)),
  })

  route.post('/comments', {
    id: 'addComment',
    summary: 'Comentar un registro',
    description:
      'A quienes nombra «mentions» se les avisa. Una clave de API necesita también el permiso de escribir en el módulo del registro.',
    role: 'ANALYST',
    body: schemas.NewComment,
    created: schemas.Comment,
    refusals: [422],
    handle: (req) => {
      assertKeyMay(req.keyHolder, MODULE_OF[req.body.entityType], 'write')
      return req.act((ctx) => comments.addComment(ctx, req.body))
    },
  })

  route.delete('/comments/:id', {
    id: 'deleteComment',
    summary: 'Eliminar un comentario propio; ADMIN, el de cualquiera',
    description: 'Queda en la auditoría lo que decía.',
    role: 'ANALYST',
    params: ById,
    act: (ctx, { params }) => comments.removeComment(ctx, params.id),
  })
}
