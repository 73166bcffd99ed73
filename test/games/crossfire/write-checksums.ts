// Writes games/crossfire/made/faces/checksums.ts after pictures were changed on purpose: `node test/games/crossfire/write-checksums.ts`.
import { writeFileSync } from 'node:fs'
import { faceNames } from '../../../games/crossfire/made/faces/names.ts'
import { checksumOf } from '../../../games/crossfire/pictures/faces.ts'

const sums = faceNames.map((name) => `0x${checksumOf(name).toString(16).padStart(8, '0')}`)
const lines = Array.from({ length: Math.ceil(sums.length / 8) }, (_, line) =>
  sums.slice(line * 8, line * 8 + 8).join(', '),
)
const head =
  '// [CF-6.8] In the order of made/faces/names.ts. Written by test/games/crossfire/write-checksums.ts: a picture that changes must\n' +
  '// change its checksum, or clients go on showing the old one.\n'
const path = new URL('../../../games/crossfire/made/faces/checksums.ts', import.meta.url)
writeFileSync(
  path,
  `${head}// biome-ignore format: eight a line\nexport const checksums: readonly number[] = [\n  ${lines.join(',\n  ')},\n]\n`,
)
