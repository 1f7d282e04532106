import { createHash } from 'node:crypto'
import { readOrganisation } from '#db/organisation.ts'
import { findTenant } from '#db/sql.ts'
import { preparedBy } from '#kernel/branding.ts'
import { iso } from '#kernel/dates.ts'
import { FOLDER, type FolderManifest, type FolderSeal, sumsOf, textOfSeal } from '#kernel/evidence/folder.ts'
import type { Law } from '#kernel/law/law.ts'
import { findMember } from '#modules/org/public.ts'
import { verifierFile } from '#pages/verify.ts'
import { type ZipEntry, zip } from '#sheets/zip.ts'
import { readFacts } from '../facts.ts'
import type { ReportRow } from '../repo.ts'
import { scoreOf } from '../score.ts'
import { drawn, type Entry, type Making } from './entries.ts'
import { type About, type Contents, indexDocument, type Packed } from './index-document.ts'
import { SECTIONS } from './sections.ts'

/** Reports the progress in percent after each section. */
type Advance = (progress: number) => Promise<void>

const INDEX = '00-indice.pdf'

/** Signs the folder. The folder itself needs to know nothing of keys. */
export interface Proving {
  /** The public keys. The folder contains them. */
  keys(): Promise<readonly object[]>
  seal(folder: {
    id: string
    organisation: { id: string; slug: string; name: string }
    at: Date
    manifest: string
  }): Promise<FolderSeal>
}

/**
 * Everything an inspector asks for, in one archive. Reads in short transactions and packs file after file. The manifest has
 * the SHA-256 of every other file, so anybody can check that the folder is complete.
 */
export async function openFolder(
  row: ReportRow,
  making: Making,
  law: Law,
  proving: Proving,
  advance: Advance,
) {
  const [tenant, facts, { branding, slug }, maker, tenantId] = await making.read((ctx) =>
    Promise.all([
      findTenant(ctx),
      readFacts(ctx),
      readOrganisation(ctx),
      row.created_by ? findMember(ctx, row.created_by) : undefined,
      ctx.tenantId,
    ]),
  )
  const { score, level } = scoreOf(facts)
  const about: About = {
    title: row.title,
    organisation: tenant.name,
    tenant: { id: tenantId, slug, name: tenant.name },
    taxId: tenant.tax_id,
    madeBy: [maker?.name, preparedBy(branding)].filter(Boolean).join(' · ') || null,
    at: making.now,
    id: row.id,
    law,
  }
  return {
    content: zip(filesOf(about, making, proving, advance), making.now, { byName: true }),
    score,
    level,
  }
}

/** The index and the manifest describe the other files, so they are packed last. The directory is sorted by name. */
async function* filesOf(
  about: About,
  making: Making,
  proving: Proving,
  advance: Advance,
): AsyncGenerator<ZipEntry> {
  const contents: Contents[] = []
  for (const [index, section] of SECTIONS.entries()) {
    const { folder, title, article, note, period } = section
    const files: Packed[] = []
    for await (const entry of section.files(making))
      yield noted({ ...entry, name: `${folder}/${entry.name}` }, files)
    contents.push({
      folder,
      title,
      article,
      note,
      period: period ? await making.read(period) : null,
      files,
    })
    await advance(10 + Math.round((80 * (index + 1)) / SECTIONS.length))
  }
  const listed: Packed[] = []
  const index = drawn(making.draw, () => indexDocument(about, contents))
  yield noted({ name: INDEX, label: 'Índice', content: index }, listed)
  listed.push(...contents.flatMap(({ files }) => files))
  for (const entry of await verifierFiles(proving)) yield noted(entry, listed)
  const manifest = manifestOf(about, listed)
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  yield { path: FOLDER.manifest, content: [text] }
  // In the format of sha256sum.
  yield { path: FOLDER.sums, content: [sumsOf(manifest)] }
  const { id, tenant, at } = about
  const seal = await proving.seal({ id, organisation: tenant, at, manifest: text })
  yield { path: FOLDER.seal, content: [textOfSeal(seal)] }
}

/** For the recipient of the folder: a page that checks it offline, and the public keys. */
async function verifierFiles(proving: Proving): Promise<Entry[]> {
  const page = verifierFile()
  const keys = `${JSON.stringify({ keys: await proving.keys() }, null, 2)}\n`
  return [
    { name: FOLDER.keys, label: 'Claves públicas que firman la carpeta', content: [keys] },
    ...(page ? [{ name: FOLDER.verifier, label: 'Página que comprueba esta carpeta', content: [page] }] : []),
  ]
}

function manifestOf(about: About, files: readonly Packed[]): FolderManifest {
  return {
    titulo: about.title,
    organizacion: about.organisation,
    rut: about.taxId,
    preparadaEl: iso(about.at),
    preparadaPor: about.madeBy,
    identificador: about.id,
    algoritmo: 'SHA-256',
    archivos: files.map(({ path, label, bytes, sha256 }) => ({
      archivo: path,
      descripcion: label,
      bytes,
      sha256,
    })),
  }
}

/** Records the size and the hash of the file after it was read. */
function noted({ name: path, label, rows, content }: Entry, packed: Packed[]): ZipEntry {
  async function* reading() {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of content) {
      hash.update(part)
      bytes += Buffer.byteLength(part)
      yield part
    }
    packed.push({ path, label, bytes, sha256: hash.digest('hex'), rows: rows?.() })
  }
  return { path, content: reading() }
}
