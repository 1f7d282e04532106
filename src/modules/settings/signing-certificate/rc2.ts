/**
 * RC2 in CBC mode (RFC 2268), decryption only. Certificate files from older systems use it, and Node's OpenSSL no longer has
 * it.
 */

/** RFC 2268, 2: bytes derived from the digits of pi. */
const PI = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)
const ROTATIONS = [1, 2, 3, 5] as const
const BLOCK = 8

/** RFC 2268, 3. */
function subkeysOf(key: Buffer, bits: number): Uint16Array {
  const bytes = Buffer.alloc(128)
  key.copy(bytes)
  for (let at = key.length; at < 128; at += 1)
    bytes[at] = PI[(bytes[at - 1]! + bytes[at - key.length]!) & 0xff]!
  const used = Math.ceil(bits / 8)
  bytes[128 - used] = PI[bytes[128 - used]! & (0xff >> (8 * used - bits))]!
  for (let at = 127 - used; at >= 0; at -= 1) bytes[at] = PI[bytes[at + 1]! ^ bytes[at + used]!]!
  return Uint16Array.from({ length: 64 }, (_, at) => bytes.readUInt16LE(2 * at))
}

/** RFC 2268, 4: five mixing rounds, one mashing, six, one, five; in reverse. */
function openBlock(subkeys: Uint16Array, words: Uint16Array): void {
  let next = 63
  for (let round = 15; round >= 0; round -= 1) {
    for (let at = 3; at >= 0; at -= 1) {
      const turned = words[at]!
      const by = ROTATIONS[at]!
      const [one, two, three] = [words[(at + 3) & 3]!, words[(at + 2) & 3]!, words[(at + 1) & 3]!]
      const back = ((turned >>> by) | (turned << (16 - by))) & 0xffff
      words[at] = back - subkeys[next]! - (one & two) - (~one & three)
      next -= 1
    }
    if (round !== 11 && round !== 5) continue
    for (let at = 3; at >= 0; at -= 1) words[at] = words[at]! - subkeys[words[(at + 3) & 3]! & 63]!
  }
}

/** The decrypted bytes, with padding. */
export function openRc2(key: Buffer, bits: number, iv: Buffer, sealed: Buffer): Buffer {
  const subkeys = subkeysOf(key, bits)
  const clear = Buffer.alloc(sealed.length)
  const words = new Uint16Array(4)
  let before = iv
  for (let at = 0; at + BLOCK <= sealed.length; at += BLOCK) {
    for (let word = 0; word < 4; word += 1) words[word] = sealed.readUInt16LE(at + 2 * word)
    openBlock(subkeys, words)
    for (let word = 0; word < 4; word += 1)
      clear.writeUInt16LE(words[word]! ^ before.readUInt16LE(2 * word), at + 2 * word)
    before = sealed.subarray(at, at + BLOCK)
  }
  return clear
}
