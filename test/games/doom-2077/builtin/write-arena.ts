// Writes games/doom-2077/builtin/arena/packed.ts from the plan: `node test/games/doom-2077/builtin/write-arena.ts`. Debian's
// zdbsp builds the nodes; the script passes it the WAD through two files in a temporary folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'fflate'
import { arenaLumps } from '../../../../games/doom-2077/builtin/arena/arena-lumps.ts'
import { readWad, writeWad } from '../../../../games/doom-2077/import/wad.ts'

const folder = mkdtempSync(join(tmpdir(), 'arena-'))
const [plain, built] = [join(folder, 'plain.wad'), join(folder, 'built.wad')]
try {
  writeFileSync(plain, writeWad([{ name: 'MAP01', bytes: new Uint8Array(0) }, ...arenaLumps()]))
  execFileSync('zdbsp', ['--no-prune', '--zero-reject', '-o', built, plain], { stdio: 'inherit' })
  const wad = writeWad(readWad(readFileSync(built)))
  const base64 = Buffer.from(deflateSync(wad, { level: 9 })).toString('base64')
  const lines = base64.match(/.{1,110}/g)!.join('\n')
  const path = new URL('../../../../games/doom-2077/builtin/arena/packed.ts', import.meta.url)
  const head =
    '// The finished WAD of plan.ts: deflated, in base64. Written by test/games/doom-2077/builtin/write-arena.ts.\n'
  writeFileSync(path, `${head}export const packed = \`\n${lines}\n\`\n`)
} finally {
  rmSync(folder, { recursive: true })
}
