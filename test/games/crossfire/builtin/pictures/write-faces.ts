// Draws all faces and writes games/crossfire/builtin/faces/packed-faces.ts and checksums.ts, after pictures were changed on purpose:
// `node test/games/crossfire/builtin/pictures/write-faces.ts`.
import { writeFileSync } from 'node:fs'
import { faceNames } from '../../../../../games/crossfire/builtin/faces/face-names.ts'
import { checksumOf, packFace } from '../../../../../games/crossfire/builtin/faces/face-packing.ts'
import { drawn } from './drawn-faces.ts'

const folder = new URL('../../../../../games/crossfire/made/faces/', import.meta.url)
const by =
  'In the order of made/faces/names.ts. Written by test/games/crossfire/builtin/pictures/write-faces.ts'

const pictures = faceNames.map(drawn)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const texts = pictures
  .map(packFace)
  .map(({ png, small }) => `  {\n    png: '${base64(png)}',\n    small: '${base64(small)}',\n  },\n`)
writeFileSync(
  new URL('packed.ts', folder),
  `// [CF-6.12] The pictures of each face. ${by}.\n` +
    `import type { Packed } from './packing.ts'\n\nexport const packed: readonly Packed[] = [\n${texts.join('')}]\n`,
)

const sums = pictures.map((both) => `0x${checksumOf(both).toString(16).padStart(8, '0')}`)
const lines = Array.from({ length: Math.ceil(sums.length / 8) }, (_, line) =>
  sums.slice(line * 8, line * 8 + 8).join(', '),
)
writeFileSync(
  new URL('checksums.ts', folder),
  `// [CF-6.8] ${by}: a picture that changes must\n` +
    '// change its checksum, or clients go on showing the old one.\n' +
    `// biome-ignore format: eight a line\nexport const checksums: readonly number[] = [\n  ${lines.join(',\n  ')},\n]\n`,
)
