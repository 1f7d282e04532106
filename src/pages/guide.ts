import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#kernel/failure.ts'
import { html } from '#kernel/html.ts'
import { ROOT } from '#kernel/installed.ts'
import { renderMarkdown } from '#kernel/markdown.ts'
import { isUnchanged } from './negotiate.ts'
import { type Page, rootFrom, sendKnownPage, titled } from './page.ts'
import { PAGE } from './routes.ts'

/** The guide for privacy officers, `docs/guia`, as pages that the console's help opens. */
const FOLDER = join(ROOT, 'docs/guia')

const GUIDE = { ...PAGE, config: { ...PAGE.config, budget: 'none' } } as const
const FIRST = 'README'

export function useGuide(app: FastifyInstance): void {
  const texts = readTexts()
  const pictures = readPictures()

  const show = (name: string, url: string): Page => {
    const text = texts.get(name)
    if (text === undefined) throw notFound('esta página de la guía')
    const root = rootFrom(url)
    const { title, content } = renderMarkdown(text, {
      link: (target) => linkFrom(root, target),
      picture: (target) => {
        const known = pictures.get(target.replace(/^imagenes\//, ''))
        return { src: `${root}guia/${target}`, ...known?.size }
      },
    })
    const back = name === FIRST ? '' : html`<p><a href="${root}guia/">Guía de Resguardo</a></p>\n`
    return {
      ...titled(title, html`${back}${content}`),
      sheets: ['document.css', 'guide.css'],
      wide: true,
      pictures: true,
    }
  }

  for (const address of ['/guia', '/guia/'])
    app.get(address, GUIDE, (request, reply) => sendKnownPage(reply, show(FIRST, request.originalUrl)))

  app.get<{ Params: { name: string } }>('/guia/:name', GUIDE, (request, reply) =>
    sendKnownPage(reply, show(request.params.name, request.originalUrl)),
  )

  app.get<{ Params: { file: string } }>('/guia/imagenes/:file', GUIDE, (request, reply) => {
    const picture = pictures.get(request.params.file)
    if (!picture) throw notFound('esta imagen de la guía')
    reply.headers({ etag: picture.etag, 'cache-control': 'public, max-age=3600' })
    if (isUnchanged(request, picture.etag)) return reply.code(304).send()
    return reply.type('image/png').send(picture.bytes)
  })
}

/** Links to files of the guide by name. Other addresses stay unchanged. */
function linkFrom(root: string, target: string): string {
  const page = /^([\w-]+)\.md$/.exec(target)?.[1]
  if (page === undefined) return target
  return page === FIRST ? `${root}guia/` : `${root}guia/${page}`
}

function readTexts(): ReadonlyMap<string, string> {
  if (!existsSync(FOLDER)) return new Map()
  return new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file.slice(0, -'.md'.length), readFileSync(join(FOLDER, file), 'utf8')]),
  )
}

interface Picture {
  bytes: Buffer
  etag: string
  size: { width: number; height: number }
}

function readPictures(): ReadonlyMap<string, Picture> {
  const folder = join(FOLDER, 'imagenes')
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.png'))
      .map((file) => {
        const bytes = readFileSync(join(folder, file))
        const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
        // A PNG has its size at a fixed place. With the size, the text does not jump when the picture loads.
        const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        return [file, { bytes, etag, size }]
      }),
  )
}
