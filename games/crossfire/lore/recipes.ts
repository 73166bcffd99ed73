// `artifacts`: modifiers that make an ordinary item a rare one. `formulae`: alchemy recipes.
import { shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'
import { texts } from './objects.ts'
import { saysOf } from './says.ts'

export interface Artifact {
  /** Name, which follows "of" in the item's name. */
  readonly name: string
  /** Names of archetypes that can become it; empty: all of its type. A leading `!` excludes. */
  readonly allowed: readonly string[]
  /** Weight among the artifacts that fit. */
  readonly chance: number
  /** Changes to the item, by object key. */
  readonly says: ReadonlyMap<string, string>
}

export interface Formula {
  /** Resulting artifact; `NONE`: the plain archetype. */
  readonly name: string
  readonly archetypes: readonly string[]
  readonly ingredients: readonly string[]
  readonly says: ReadonlyMap<string, string>
}

const most = { entries: 20_000, keys: 512 } as const

/** Keys before `Object` describe the artifact; keys from there to `end` change the item. */
export function readArtifacts(file: string, content: Uint8Array | string): Artifact[] {
  const lines = new Lines(file, content)
  const read: Artifact[] = []
  let before = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key !== 'Object') before.set(key, [before.get(key), value].filter(Boolean).join(','))
    else {
      if (read.length >= most.entries) throw lines.fault(`over ${most.entries} artifacts`)
      const says = saysOf(lines, value, 'an artifact', most.keys)
      const allowed = (before.get('Allowed') ?? 'all').split(',').map((name) => name.trim())
      const chance = Number(before.get('chance') ?? 0)
      if (!Number.isFinite(chance))
        throw lines.fault(`chance "${shown(before.get('chance') ?? '')}" is no number`)
      before.delete('Allowed')
      before.delete('chance')
      read.push({
        name: value,
        allowed: allowed.filter((name) => name !== 'all' && name !== ''),
        chance,
        says: new Map([...before, ...says]),
      })
      before = new Map()
    }
    if (before.size > most.keys) throw lines.fault(`over ${most.keys} keys before an Object`)
  }
  if (before.size > 0) throw lines.fault('keys, and no Object behind them')
  return read
}

export function writeArtifact({ name, allowed, chance, says }: Artifact): string {
  const lines = [
    `Allowed ${allowed.length ? allowed.join(',') : 'all'}`,
    `chance ${chance}`,
    `Object ${name}`,
  ]
  for (const [key, value] of says) {
    const closing = texts.get(key)
    lines.push(closing ? `${key}\n${value ? `${value}\n` : ''}${closing}` : value ? `${key} ${value}` : key)
  }
  return `${lines.join('\n')}\nend\n`
}

/** A formula ends at the next `Object`. Some source archives also have an `end`, which is accepted. */
export function readFormulae(file: string, content: Uint8Array | string): Formula[] {
  const lines = new Lines(file, content)
  const read: { name: string; says: Map<string, string> }[] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'Object') {
      if (read.length >= most.entries) throw lines.fault(`over ${most.entries} formulae`)
      read.push({ name: value, says: new Map() })
      continue
    }
    if (key === 'end' || key === 'Remove') continue
    const formula = read.at(-1)
    if (!formula) throw lines.fault(`"${shown(key)}" before the first Object`)
    formula.says.set(key, value)
    if (formula.says.size > most.keys) throw lines.fault(`a formula of over ${most.keys} keys`)
  }
  return read.map(({ name, says }) => {
    const [archetypes, ingredients] = ['arch', 'ingred'].map((key) => listed(says.get(key)))
    says.delete('arch')
    says.delete('ingred')
    return { name, archetypes: archetypes!, ingredients: ingredients!, says }
  })
}

function listed(value = ''): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

export function writeFormula({ name, archetypes, ingredients, says }: Formula): string {
  const lines = [
    `Object ${name}`,
    ...(archetypes.length ? [`arch ${archetypes.join(',')}`] : []),
    ...(ingredients.length ? [`ingred ${ingredients.join(',')}`] : []),
    ...[...says].map(([key, value]) => (value ? `${key} ${value}` : key)),
  ]
  return `${lines.join('\n')}\n`
}
