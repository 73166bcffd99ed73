// Writes games/arcane-sector/builtin/island/packed.ts from the generator: `node test/games/arcane-sector/builtin/write-island.ts`.
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'fflate'
import { generate } from '../../../../games/arcane-sector/builtin/generator/index.ts'
import { defaultSeed } from '../../../../games/arcane-sector/options.ts'

const { terrain, items, spawners, townsfolk } = generate(defaultSeed)
const furniture = Buffer.from(JSON.stringify({ items, spawners, townsfolk }))
const base64 = Buffer.from(deflateSync(Buffer.concat([terrain, furniture]), { level: 9 })).toString('base64')
const lines = base64.match(/.{1,110}/g)!.join('\n')
const path = new URL('../../../../games/arcane-sector/builtin/island/packed.ts', import.meta.url)
const head =
  '// The island of the usual seed: deflated, in base64. Written by test/games/arcane-sector/builtin/write-island.ts.\n'
writeFileSync(path, `${head}export const packed = \`\n${lines}\n\`\n`)
