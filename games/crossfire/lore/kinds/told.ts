// How much of a host's world lives, as its room and `packetboat doctor` tell it. [CF-20.9]
import type { Json } from '../../../game.ts'
import type { Coverage, CoveredType } from './coverage.ts'

/** What the founding kept of it. */
export type KeptCoverage = Coverage['share'] & { readonly types: readonly Readonly<CoveredType>[] }

/** So many types of mute things are named. */
const mostNamed = 12

/** For the room's public state. */
export function livingTold({ things, maps, types }: KeptCoverage, count: number): Json {
  const mute = types
    .map(({ name, things, living }) => ({ type: name, mute: things - living, of: things }))
    .filter(({ mute }) => mute > 0)
    .sort((a, b) => b.mute - a.mute)
    .slice(0, mostNamed)
  const all = types.reduce((sum, each) => sum + each.things, 0)
  return { maps: count, percentOfMapsWhole: maps, things: all, percentOfThingsAlive: things, mute }
}

/** In one line, of that public state; undefined: it is no host's world. */
export function remarkOf(view: Json): string | undefined {
  const { world } = fieldsOf(view) ?? {}
  const told = fieldsOf(world)
  if (!told) return undefined
  const { maps, percentOfMapsWhole, things, percentOfThingsAlive, mute } = told
  const named = (Array.isArray(mute) ? mute : []).slice(0, 3).map((each) => {
    const { mute: count, type } = fieldsOf(each) ?? {}
    return `${count} of type ${type}`
  })
  const rest = named.length > 0 ? `; of what does nothing most are ${named.join(', ')}` : ''
  return (
    `${maps} maps, ${percentOfMapsWhole} % of them whole; ` +
    `of ${things} things ${percentOfThingsAlive} % do what they are for${rest}`
  )
}

function fieldsOf(value: Json | undefined): { readonly [key: string]: Json } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : undefined
}
