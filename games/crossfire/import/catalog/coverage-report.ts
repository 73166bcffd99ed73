// Formats the coverage of an import for the room page and `packetboat doctor`. [CF-20.9]
import type { Json } from '../../../game.ts'
import type { ImportCoverage, TypeCoverage } from './coverage.ts'
import type { KeyCounts } from './key-coverage.ts'

export type StoredCoverage = ImportCoverage['share'] & {
  readonly types: readonly Readonly<TypeCoverage>[]
} & Pick<KeyCounts, 'dropped'>

const maxTypesListed = 12

/** Formats the coverage for the room's public state. */
export function formatCoverage({ things, maps, keys, types, dropped }: StoredCoverage, count: number): Json {
  const mute = types
    .map(({ name, things, living }) => ({ type: name, mute: things - living, of: things }))
    .filter(({ mute }) => mute > 0)
    .sort((a, b) => b.mute - a.mute)
    .slice(0, maxTypesListed)
  const all = types.reduce((sum, each) => sum + each.things, 0)
  return {
    ...{ maps: count, percentOfMapsWhole: maps, things: all, percentOfThingsAlive: things, mute },
    ...{ percentOfKeysUsed: keys, dropped: dropped.slice(0, maxTypesListed).map((each) => ({ ...each })) },
  }
}

/** The coverage in one line; undefined if the world is not imported. */
export function coverageSummary(view: Json): string | undefined {
  const { world } = fieldsOf(view) ?? {}
  const report = fieldsOf(world)
  if (!report) return undefined
  const { maps, percentOfMapsWhole, things, percentOfThingsAlive, mute } = report
  const named = (Array.isArray(mute) ? mute : []).slice(0, 3).map((each) => {
    const { mute: count, type } = fieldsOf(each) ?? {}
    return `${count} of type ${type}`
  })
  const rest = named.length > 0 ? `; most common without effect: ${named.join(', ')}` : ''
  return (
    `${maps} maps, ${percentOfMapsWhole} % fully supported; ` +
    `${things} things, ${percentOfThingsAlive} % supported${rest}`
  )
}

function fieldsOf(value: Json | undefined): { readonly [key: string]: Json } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : undefined
}
