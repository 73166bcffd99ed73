// Writes games/arcane-sector/builtin/island/island.deflate from the generator:
// `node --import ./cli/bundle/import-data-files.ts test/games/arcane-sector/builtin/write-island.ts`.
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'fflate'
import { generate } from '../../../../games/arcane-sector/builtin/generator/index.ts'
import { defaultSeed } from '../../../../games/arcane-sector/options.ts'

const { terrain, items, spawners, townsfolk } = generate(defaultSeed)
const furniture = Buffer.from(JSON.stringify({ items, spawners, townsfolk }))
const path = new URL('../../../../games/arcane-sector/builtin/island/island.deflate', import.meta.url)
writeFileSync(path, deflateSync(Buffer.concat([terrain, furniture]), { level: 9 }))
