import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachment, HEAD_BYTES, tidyName, typeOf } from './rules.ts'
import { isAccepted } from './uploads/rules.ts'

const at = (offset: number, text: string) =>
  Buffer.concat([Buffer.alloc(offset), Buffer.from(text, 'latin1')])
const hex = (text: string) => Buffer.from(`${text}00`, 'hex')

/** Written by hand: the first bytes of files that people send, and the type they are served as. */
const KNOWN: [what: string, bytes: Buffer, name: string, type: string][] = [
  ['a PDF with the name of a page', Buffer.from('%PDF-2.0'), 'a.html', 'application/pdf'],
  ['a PNG', hex('89504e470d0a1a0a'), 'a', 'image/png'],
  ['a GIF', Buffer.from('GIF87a'), 'a.gif', 'image/gif'],
  ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'a.webp', 'image/webp'],
  ['a TIFF of an Intel machine', hex('49492a00'), 'a.tif', 'image/tiff'],
  ['a TIFF of a Motorola machine', hex('4d4d002a'), 'a.tif', 'image/tiff'],
  ['a photo of a phone', at(4, 'ftypmif1'), 'a.heic', 'image/heic'],
  ['a recording of a phone', at(4, 'ftypM4A '), 'a.m4a', 'audio/mp4'],
  ['a film of a phone', at(4, 'ftypqt  '), 'a.mov', 'video/mp4'],
  ['a film of a browser', hex('1a45dfa3'), 'a.webm', 'video/webm'],
  ['a song with its title', Buffer.from('ID3\x04\0', 'latin1'), 'a.mp3', 'audio/mpeg'],
  ['a song without one', hex('fffb90'), 'a.mp3', 'audio/mpeg'],
  ['a song of another rate', hex('fff382'), 'a.mp3', 'audio/mpeg'],
  ['a signature', hex('30820a'), 'a.p7s', 'application/pkcs7-signature'],
  ['a sheet', hex('504b0304'), 'a.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    'slides',
    hex('504b0304'),
    'a.pptx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  ['an open text', hex('504b0304'), 'a.odt', 'application/vnd.oasis.opendocument.text'],
  ['an open sheet', hex('504b0304'), 'a.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a container with the name of the other kind', hex('504b0304'), 'a.doc', 'application/zip'],
  ['an old letter', hex('d0cf11e0a1b11ae1'), 'a.doc', 'application/msword'],
  ['an old sheet', hex('d0cf11e0a1b11ae1'), 'a.xls', 'application/vnd.ms-excel'],
  ['old slides', hex('d0cf11e0a1b11ae1'), 'a.ppt', 'application/vnd.ms-powerpoint'],
  ['an old container with a new name', hex('d0cf11e0a1b11ae1'), 'a.docx', 'application/x-ole-storage'],
  [
    'a text with a word of other formats in its place',
    Buffer.from('catálogoWAVE', 'latin1'),
    'a.txt',
    'text/plain',
  ],
  ['a mail', Buffer.from('From: ana@sur.cl\n'), 'a.eml', 'message/rfc822'],
  ['data', Buffer.from('{"a":1}'), 'a.json', 'application/json'],
  ['a picture that is markup', Buffer.from('<svg onload="x()"/>'), 'a.svg', 'text/plain'],
  ['text of the other end', Buffer.from('feff0061', 'hex'), 'a.txt', 'text/plain'],
  ['a text with tabs, breaks and a page', Buffer.from('a\tb\v\f\r\n'), 'a.txt', 'text/plain'],
]
for (const [what, bytes, name, type] of KNOWN)
  test(`${what} is served as ${type}`, () => assert.equal(typeOf(bytes, name), type))

const UNKNOWN: [what: string, bytes: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['a program', Buffer.from('\x7fELF\x02\x01\0', 'latin1')],
  ['text with a zero in it', Buffer.from('hola\0mundo')],
  ['old letters with a bell', Buffer.from('a\xf1o\x07', 'latin1')],
  ['old letters with the sign to delete', Buffer.from('a\xf1o\x7f', 'latin1')],
]
for (const [what, bytes] of UNKNOWN)
  test(`${what} is no accepted format`, () => assert.equal(typeOf(bytes, 'a.pdf'), undefined))

test('a text cut inside a letter at the end of the head is text; a file that ends there is not', () => {
  // The bell rules out the old encodings, so only UTF-8 makes this a text. «ñ» has two bytes.
  const cut = Buffer.from(`${'a'.repeat(HEAD_BYTES - 2)}\x07ñ`).subarray(0, HEAD_BYTES)
  assert.equal(typeOf(cut, 'a.txt'), 'text/plain')
  assert.equal(typeOf(cut.subarray(1), 'a.txt'), undefined)
})

const NAMES: [sent: string, kept: string][] = [
  ['Informe año 2026.pdf', 'Informe año 2026.pdf'],
  ['n\u0303andu\u0301.pdf', 'ñandú.pdf'],
  ['/etc/shadow', 'shadow'],
  ['C:\\Temp\\carta.docx', 'carta.docx'],
  ['carpeta/', 'archivo'],
  ['a"b<c>d|e?f*g:h.txt', 'abcdefgh.txt'],
  ['a\u2066b\u2069c\u202d.txt', 'abc.txt'],
  ['\ud800roto.txt', '\ufffdroto.txt'],
  [' ..  ', '..'],
  ['\t\n', 'archivo'],
]
for (const [sent, kept] of NAMES)
  test(`a file sent as ${JSON.stringify(sent)} is kept as ${JSON.stringify(kept)}`, () =>
    assert.equal(tidyName(sent), kept))

test('a name of two hundred characters is kept whole', () => {
  assert.equal(tidyName('ñ'.repeat(200)).length, 200)
  assert.equal(tidyName(`${'ñ'.repeat(199)}.pdf`), `${'ñ'.repeat(199)}.`)
})

const HEADERS: [name: string, header: string][] = [
  ['a.pdf', `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`],
  ['a"b\\c%d.pdf', `attachment; filename="a_b_c_d.pdf"; filename*=UTF-8''a%22b%5Cc%25d.pdf`],
  ["l'acta (1)*.pdf", `attachment; filename="l'acta (1)*.pdf"; filename*=UTF-8''l%27acta%20%281%29%2A.pdf`],
  ['😀', `attachment; filename="archivo"; filename*=UTF-8''%F0%9F%98%80`],
]
for (const [name, header] of HEADERS)
  test(`${name} goes into a header that no character of it breaks`, () =>
    assert.equal(attachment(name), header))

test('strangers send papers and pictures; people who run a system send data too', () => {
  const papers = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic']
  const data = ['text/csv', 'application/json', 'text/plain']
  const never = ['video/mp4', 'audio/mpeg', 'application/zip', 'application/x-ole-storage', 'text/html']
  for (const type of papers)
    assert.deepEqual([isAccepted(type, false), isAccepted(type, true)], [true, true], type)
  for (const type of data)
    assert.deepEqual([isAccepted(type, false), isAccepted(type, true)], [false, true], type)
  for (const type of never)
    assert.deepEqual([isAccepted(type, false), isAccepted(type, true)], [false, false], type)
})
