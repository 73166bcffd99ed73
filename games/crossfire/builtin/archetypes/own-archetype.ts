// If Crossfire has no key, `packetboat_FIELD` sets that field of the archetype's traits, as JSON or as a word.
// `packetboat_layer` sets the archetype's layer.
import { attachEvents, eventHooksOf } from '../../import/attributes/event-hooks.ts'
import { ObjectAttributes } from '../../import/attributes/object-attributes.ts'
import { convertArchetype } from '../../import/converters/archetype.ts'
import { ImportError } from '../../import/format/import-error.ts'
import { type ObjectDefinition, parseArchetypes } from '../../import/format/objects.ts'
import { parseTreasureLists, type TreasureEntry } from '../../import/format/treasures.ts'
import type { Archetype, Layer, MonsterDrop, Traits } from '../../model/definitions/archetype.ts'
import type { EventHook } from '../../model/definitions/script.ts'

const ownPrefix = 'packetboat_'
const ownFields: readonly string[] = [
  'layer role joins shop holy swims openArchetype otherArchetype pulled secret lock opened acceptedRole range',
  'slowdownPercent regenerates spell level charges food casts resists hpPer100Ticks remainsId ticksPerStep guardStats',
].flatMap((fields) => fields.split(' '))
/** Key for the minimum count of an entry in a treasure list. */
const leastKey = 'packetboat_least'

const noAttributes: ReadonlyMap<string, string> = new Map()

/** The things that monsters drop, by the name of the list in the monster's `randomitems`. */
export type DropLists = ReadonlyMap<string, readonly MonsterDrop[]>

export function attributesOf(definition: ObjectDefinition): ObjectAttributes {
  return new ObjectAttributes(definition.arch, noAttributes, {
    get: (name) => (name === definition.arch ? definition : undefined),
  })
}

/** Throws ImportError with file and line. */
export function readDrops(file: string, text: string): DropLists {
  return new Map(
    parseTreasureLists(file, text).map(({ name, entries }) => [name, entries.map(dropOf)] as const),
  )
}

/** Throws ImportError with file and line. */
export function readArchetypes(file: string, text: string, drops: DropLists): readonly Archetype[] {
  return parseArchetypes(file, text).map((definition) => readArchetype(file, definition, drops))
}

function readArchetype(file: string, definition: ObjectDefinition, dropLists: DropLists): Archetype {
  const { arch, attributes: keys } = definition
  const attributes = attributesOf(definition)
  const { text, ...kind } = convertArchetype(arch, attributes)
  const { layer = kind.layer, ...ownTraits } = ownKeysOf(file, definition)
  const drops = dropLists.get(keys.get('randomitems') ?? '') ?? []
  const traits = {
    ...kind.traits,
    ...(kind.traits.role === 'monster' && { drops }),
    ...ownTraits,
  } as Traits
  const hooks = hooksOf(definition)
  const [animation, ticks] = [keys.get('animation'), keys.get('anim_speed')]
  return {
    ...kind,
    ...(animation && { animation }),
    ...(ticks && { animationTicks: Number(ticks) }),
    layer: layer as Layer,
    ...(keys.has('known_magical') && { magic: true }),
    ...(hooks.length > 0 && { hooks }),
    // The message of a person is the person's reply to speech, so `examine` does not show it.
    ...(text && traits.role !== 'person' && { text }),
    traits,
  }
}

/** [CF-23.1] Each event connector has a type and a subtype of its own. */
function hooksOf(definition: ObjectDefinition): readonly EventHook[] {
  const { arch, attributes } = attachEvents({ get: () => undefined }, definition)
  return eventHooksOf(new ObjectAttributes(arch, attributes))
}

function ownKeysOf(file: string, { arch, line, attributes }: ObjectDefinition) {
  const own = [...attributes].filter(([key]) => key.startsWith(ownPrefix))
  const fields = own.map(([key, value]) => [key.slice(ownPrefix.length), parseValue(value)] as const)
  const unknown = fields.find(([field]) => !ownFields.includes(field))
  if (unknown) throw new ImportError(file, line, `${arch} has an unknown key ${ownPrefix}${unknown[0]}`)
  return Object.fromEntries(fields)
}

function parseValue(value: string): unknown {
  return /^[-\d[{]|^true$/.test(value) ? JSON.parse(value) : value
}

function dropOf({ arch, chance, count, attributes }: TreasureEntry): MonsterDrop {
  const least = Number(attributes.get(leastKey) ?? 1)
  return { id: arch!, chance, ...(count > 0 && { count: [least, count] }) }
}
