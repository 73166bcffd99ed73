// [CF-20.9] Measures how much of Debian's Crossfire world works, for the table in games/crossfire/import/README.md.
import { existsSync } from 'node:fs'
import { readArchiveArchetypes } from '../../games/crossfire/import/archive/arch-archive.ts'
import { emptyProgress, importMapsPart } from '../../games/crossfire/import/archive/maps-archive.ts'
import type { ImportCoverage } from '../../games/crossfire/import/catalog/coverage.ts'
import { uploadedFile } from '../../games/shared/uploaded-file.ts'
import { readUpload } from '../api/upload.ts'

/** The folder in which Debian's crossfire-common and crossfire-maps install their files. */
export const crossfireFolder = '/usr/share/games/crossfire'

export function isCrossfireInstalled(): boolean {
  return ['archetypes', 'maps/regions.reg'].every((file) => existsSync(`${crossfireFolder}/${file}`))
}

/** Reads the whole world, which takes about 6 s. */
export async function measureCrossfireCoverage(): Promise<ImportCoverage> {
  const [arch, maps] = await Promise.all([
    readUpload(crossfireFolder, { includes: (path) => !path.includes('/') }),
    readUpload(`${crossfireFolder}/maps`),
  ])
  const archetypes = readArchiveArchetypes(uploadedFile(arch.name, await arch.bytes()))
  const file = uploadedFile(maps.name, await maps.bytes())
  let part = await importMapsPart(file, archetypes, emptyProgress, async () => {})
  while (!part.all) part = await importMapsPart(file, archetypes, part.soFar, async () => {})
  return part.coverage
}

/** The figures, followed by the types and keys that have no effect. */
export function coverageMarkdown({ maps, things, wholeMaps, types, keys, share }: ImportCoverage): string {
  const missing = [...types.values()]
    .map(({ name, things, living }) => ({ name, of: things, without: things - living }))
    .filter(({ without }) => without > 0)
    .sort((a, b) => b.without - a.without || (a.name < b.name ? -1 : 1))
  return [
    '| | all | work | |',
    '| --- | --- | --- | --- |',
    `| maps | ${maps} | ${wholeMaps} | ${share.maps} % |`,
    `| things | ${things} | ${missing.reduce((left, { without }) => left - without, things)} | ${share.things} % |`,
    `| keys that matter in fights | ${keys.keys} | ${keys.keys - keys.droppedKeys} | ${share.keys} % |`,
    '',
    '| type | things | without effect |',
    '| --- | --- | --- |',
    ...missing.map(({ name, of, without }) => `| ${name} | ${of} | ${without} |`),
    '',
    '| key | things whose rules do not read it |',
    '| --- | --- |',
    ...keys.counts.dropped.map(({ key, things }) => `| \`${key}\` | ${things} |`),
  ].join('\n')
}
