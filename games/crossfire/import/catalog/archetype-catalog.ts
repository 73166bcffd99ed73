// Converts imported archetypes on first use. An id contains the attributes that the map changes, so a stored thing
// needs no other record.
import { builtinArchetypes } from '../../builtin/archetypes/index.ts'
import type {
  Appearance,
  Archetype,
  ArchetypeRegistry,
  MatchProperties,
  RevealedProperties,
  SpellObjectState,
} from '../../model/definitions/archetype.ts'
import type { Disease } from '../../model/definitions/disease.ts'
import type { God } from '../../model/definitions/god.ts'
import {
  type CreatureMood,
  discoveredTrapStateOffset,
  type Machine,
} from '../../model/definitions/machine.ts'
import type { GodServant, Spell } from '../../model/definitions/spell.ts'
import {
  archetypeIdOf,
  archetypePrefix,
  machineStateAttribute,
  spellMakerAttribute,
} from '../attributes/archetype-id.ts'
import { attachEvents, connectorObjectType, eventHooksOf } from '../attributes/event-hooks.ts'
import {
  type ArchetypeSource,
  attributesOf,
  type ObjectAttributes,
  type RawObject,
} from '../attributes/object-attributes.ts'
import { convertArchetype } from '../converters/archetype.ts'
import { builtByPlayerKey } from '../converters/building.ts'
import { convertGod } from '../converters/gods.ts'
import { identificationKeys, revealedKeys, revealedPropertiesOf } from '../converters/identification.ts'
import { potionSpell } from '../converters/magic-items.ts'
import { tamePetKey } from '../converters/monsters.ts'
import { parseSpell } from '../converters/spells.ts'
import { type ObjectDefinition, parseOwnObject } from '../format/objects.ts'

export interface FaceLookup {
  /** Undefined if the face does not exist. */
  faceNumber(name: string): number | undefined
  animated(name: string): Appearance['animation'] | undefined
}

/** [CF-21.6] */
const coinNames = ['silvercoin', 'goldcoin', 'platinacoin', 'jadecoin', 'ambercoin'] as const

/** Types of things that can act as a spell themselves: potions, and effects that some walls shoot. */
const [potionType, effectType] = [5, 102] as const

/** [CF-20.19] */
const attributeOfMood: { readonly [mood in CreatureMood]: readonly [key: string, value: string] } = {
  angry: ['unaggressive', '0'],
  calm: ['unaggressive', '1'],
  asleep: ['sleep', '1'],
  charmed: ['friendly', '1'],
}

const noAttributes: ReadonlyMap<string, string> = new Map()
const curses: readonly string[] = ['cursed', 'damned']

/** `bytes`: total length of the ids, because an id can be as long as an object's text. */
const maxCached = { entries: 8192, bytes: 8 * 1024 * 1024 } as const

/** The cache is cleared when it is full. */
class IdCache<Value> extends Map<string, Value> {
  #bytes = 0

  override set(id: string, value: Value): this {
    if (this.size >= maxCached.entries || this.#bytes > maxCached.bytes) this.clear()
    this.#bytes = (this.size > 0 ? this.#bytes : 0) + id.length
    return super.set(id, value)
  }
}

export class ArchetypeCatalog implements ArchetypeRegistry {
  readonly #archetypes: ArchetypeSource
  readonly #faces: FaceLookup
  readonly #built = new IdCache<Archetype>()
  /** Ids of changed archetypes, by the change (such as another state or mood) and the id of the original. */
  readonly #changedIds = new IdCache<string>()
  #coins: readonly Archetype[] | undefined
  readonly #gods: readonly string[]
  readonly #godsMade = new Map<string, God>()

  /** `gods`: archetype names. */
  constructor(archetypes: ArchetypeSource, faces: FaceLookup, gods: readonly string[] = []) {
    this.#archetypes = archetypes
    this.#faces = faces
    this.#gods = gods
  }

  /** Without an imported coin of value 1, shops could not give change, so such a world uses the built-in coins. */
  get coins(): readonly Archetype[] {
    this.#coins ??= coinNames
      .filter((name) => this.#archetypes.get(name))
      .map((name) => this.get(`${archetypePrefix}${name}`))
      .filter(({ traits, value = 0 }) => traits.role === 'money' && value > 0)
      .sort((a, b) => a.value! - b.value!)
    return this.#coins[0]?.value === 1 ? this.#coins : builtinArchetypes.coins
  }

  get(id: string): Archetype {
    if (!id.startsWith(archetypePrefix)) return builtinArchetypes.get(id)
    const known = this.#built.get(id)
    if (known) return known
    const kind = this.#convert(id, attributesOf(this.#archetypes, objectFrom(id)))
    // Two archetypes with the same id are interchangeable, even after the cache is cleared.
    this.#built.set(id, kind)
    return kind
  }

  has(id: string): boolean {
    if (!id.startsWith(archetypePrefix)) return builtinArchetypes.has(id)
    return this.#archetypes.get(id.slice(archetypePrefix.length)) !== undefined
  }

  withState(kind: Archetype, state: number): Archetype {
    return this.#cachedChange(kind, String(state), () => {
      const { arch, attributes } = objectFrom(kind.id)
      const changed = new Map(attributes)
      changed.delete(machineStateAttribute)
      // A machine part in its initial state has the id from the map, so the room need not store the part.
      const first = archetypeIdOf({ arch, attributes: changed })
      const { traits } = this.get(first)
      if (traits.role === 'machine' && traits.state === state) return first
      return archetypeIdOf({ arch, attributes: changed.set(machineStateAttribute, String(state)) })
    })
  }

  /** Returns the id of the same archetype with `invisible` set. The ids of built-in archetypes stay unchanged. */
  unseen(id: string): string {
    if (!id.startsWith(archetypePrefix) || this.get(id).invisible) return id
    return withAttribute(objectFrom(id), 'invisible', '1')
  }

  /** [CF-22.13] */
  conjured(id: string, { tag, skill, levelsAbove, spell }: SpellObjectState): Archetype | undefined {
    if (!id.startsWith(archetypePrefix)) return undefined
    const object = objectFrom(id)
    const { traits } = this.get(id)
    const changed = new Map(object.attributes)
      .set(builtByPlayerKey, '1')
      .set(spellMakerAttribute, `${tag}|${skill ?? ''}`)
    if (spell !== undefined) changed.set('other_arch', spell.slice(archetypePrefix.length))
    if (traits.role === 'machine' && traits.part.type === 'trap') {
      const { damageSpec, level } = traits.part
      if (damageSpec) changed.set('dam', String(damageSpec.damage + levelsAbove))
      changed
        .set('level', String(level + levelsAbove))
        .set(machineStateAttribute, String(discoveredTrapStateOffset))
    }
    return this.get(archetypeIdOf({ arch: object.arch, attributes: changed }))
  }

  withMood(kind: Archetype, mood: CreatureMood): Archetype {
    if (!kind.id.startsWith(archetypePrefix)) return kind
    return this.#cachedChange(kind, mood, () => {
      const object = objectFrom(kind.id)
      const [key, value] = attributeOfMood[mood]
      return attributesOf(this.#archetypes, object).text(key) === value
        ? kind.id
        : withAttribute(object, key, value)
    })
  }

  /** [CF-24.4] */
  blessed(kind: Archetype, most: number): Archetype | undefined {
    if (!kind.id.startsWith(archetypePrefix)) return undefined
    const object = objectFrom(kind.id)
    const magic = attributesOf(this.#archetypes, object).intWithin('magic', -10, 10)
    return magic < most ? this.get(withAttribute(object, 'magic', String(magic + 1))) : undefined
  }

  /** [CF-25.5] */
  identified(kind: Archetype): Archetype {
    if (!kind.unidentified) return kind
    return this.#cachedChange(kind, 'known', () => withoutAttributes(objectFrom(kind.id), identificationKeys))
  }

  /** [CF-25.7] */
  revealed(kind: Archetype, what: keyof RevealedProperties): Archetype {
    if (!kind.unidentified || kind.unidentified[what]) return kind
    return this.#cachedChange(kind, `sensed ${what}`, () =>
      withAttribute(objectFrom(kind.id), revealedKeys[what], '1'),
    )
  }

  /** [CF-25.8] The id of the returned archetype contains attributes that override the curse. */
  uncursed(kind: Archetype): Archetype {
    if (!kind.curse) return kind
    return this.#cachedChange(kind, 'freed', () => {
      const { arch, attributes } = objectFrom(kind.id)
      const changed = new Map([...attributes].filter(([key]) => !curses.includes(key)))
      for (const key of curses) if (this.#archetypes.get(arch)?.attributes.has(key)) changed.set(key, '0')
      return archetypeIdOf({ arch, attributes: changed })
    })
  }

  /** Ids of changed archetypes are cached, because machine parts and floors request them in every tick. */
  #cachedChange(kind: Archetype, to: string, changedId: () => string): Archetype {
    const key = `${to} ${kind.id}`
    const known = this.#changedIds.get(key)
    if (known !== undefined) return this.get(known)
    const id = changedId()
    this.#changedIds.set(key, id)
    return this.get(id)
  }

  /** [CF-22.1] The id can also name a potion that changes the drinker. */
  spell(id: string): Spell | undefined {
    if (!id.startsWith(archetypePrefix)) return undefined
    const { traits, attributes, appearance } = this.get(id)
    const spell = traits.role === 'spell' ? traits.spell : this.#ownSpellOf(id)
    return spell && attributes ? { ...spell, id, picture: appearance?.face ?? 1 } : undefined
  }

  disease(id: string): Disease | undefined {
    if (!id.startsWith(archetypePrefix)) return undefined
    const { traits } = this.get(id)
    return traits.role === 'disease' ? traits.disease : undefined
  }

  #ownSpellOf(id: string): Spell | undefined {
    const attributes = attributesOf(this.#archetypes, objectFrom(id))
    return attributes.type === potionType
      ? potionSpell(attributes)
      : attributes.type === effectType
        ? parseSpell(attributes)
        : undefined
  }

  /** [CF-22.7] */
  tamed(id: string): Archetype | undefined {
    if (!id.startsWith(archetypePrefix) || this.get(id).traits.role !== 'monster') return undefined
    return this.get(withAttribute(objectFrom(id), tamePetKey, '1'))
  }

  /** [CF-24.1] */
  get gods(): readonly string[] {
    return this.#gods
  }

  god(name: string): God | undefined {
    const known = this.#godsMade.get(name)
    if (known || !this.#gods.includes(name)) return known
    const god = convertGod(attributesOf(this.#archetypes, { arch: name, attributes: noAttributes }))
    if (god) this.#godsMade.set(name, god)
    return god
  }

  /** [CF-22.7] Servants have the resistances, race, enemies and attacks of the god. */
  servantOf(god: string, rank: GodServant, choice: number): Archetype | undefined {
    const names = this.god(god)?.servants[rank] ?? []
    const arch = names[Math.floor(choice * names.length)]
    if (arch === undefined) return undefined
    const [own, creature] = [god, arch].map((name) =>
      attributesOf(this.#archetypes, { arch: name, attributes: noAttributes }),
    ) as [ObjectAttributes, ObjectAttributes]
    const resists = [...own.keys].filter(([key]) => key.startsWith('resist_'))
    const races = (['race', 'slaying'] as const).map((key) => [key, own.text(key) ?? ''] as const)
    const attacktype = own.int('attacktype') | creature.int('attacktype') | 1
    const attributes = new Map([...resists, ...races, ['attacktype', String(attacktype)] as const])
    attributes.set('name', `${rank} of ${god}`).set(tamePetKey, '1')
    return this.get(archetypeIdOf({ arch, attributes }))
  }

  /** [CF-22.7] */
  alliesOf(god: string): readonly { readonly id: string; readonly level: number }[] {
    const races = this.god(god)?.alliedRaces ?? []
    const names = new Set(races.flatMap((race) => [...(this.#archetypes.races?.get(race) ?? [])]))
    return [...names].flatMap((name) => {
      if (!this.archetype(name)) return []
      const creature = attributesOf(this.#archetypes, { arch: name, attributes: noAttributes })
      return creature.flag('monster')
        ? [{ id: `${archetypePrefix}${name}`, level: creature.int('level') }]
        : []
    })
  }

  /** [CF-22.17] The altar of `god` with the level of the given altar. */
  altarOf({ attributes }: Archetype, god: string): Archetype | undefined {
    const id = `${archetypePrefix}altar_${god.toLowerCase()}`
    if (!this.archetype(id.slice(archetypePrefix.length))) return undefined
    const { traits } = this.get(id)
    const level = attributes?.get('level')
    if (traits.role !== 'altar' || traits.god !== god) return undefined
    return this.get(level === undefined ? id : withAttribute(objectFrom(id), 'level', level))
  }

  /** `level`: from 1. */
  listed(list: string, level: number): readonly string[] {
    return this.#archetypes.treasureList?.(list, level) ?? []
  }

  /** [CF-21.11] */
  improved({ id }: Archetype, changed: ReadonlyMap<string, string>): Archetype | undefined {
    if (!id.startsWith(archetypePrefix)) return undefined
    const { arch, attributes } = objectFrom(id)
    return this.get(archetypeIdOf({ arch, attributes: new Map([...attributes, ...changed]) }))
  }

  archetype(name: string): ObjectDefinition | undefined {
    return this.#archetypes.get(name)
  }

  /** [CF-23.1] */
  withEvents(object: ObjectDefinition): ObjectDefinition {
    return object.inside.length > 0 ? attachEvents(this.#archetypes, object) : object
  }

  /** A connector is part of the archetype of the thing that contains it, and not a thing on the map. */
  isConnector(object: ObjectDefinition): boolean {
    return this.attributesOf(object).type === connectorObjectType
  }

  attributesOf(object: RawObject): ObjectAttributes {
    return attributesOf(this.#archetypes, object)
  }

  #convert(id: string, attributes: ObjectAttributes): Archetype {
    const kind = convertArchetype(id, attributes)
    const look = this.#appearanceOf(attributes, kind.traits.role === 'machine' ? kind.traits : undefined)
    const hooks = eventHooksOf(attributes)
    return {
      ...kind,
      appearance: look,
      ...(look.animation && animationTicks(attributes)),
      matchProperties: matchPropertiesOf(attributes),
      ...(hooks.length > 0 && { hooks }),
      registry: this,
      attributes: attributes.keys,
    }
  }

  /** An object without a known face is blank. */
  #appearanceOf(attributes: ObjectAttributes, machine: Machine | undefined): Appearance {
    const animation = this.#faces.animated(attributes.text('animation') ?? '')
    const face =
      (revealedPropertiesOf(attributes)
        ? undefined
        : this.#faces.faceNumber(attributes.text('identified_face') ?? '')) ??
      this.#faces.faceNumber(attributes.text('face') ?? '')
    const number = face ?? animation?.faces[0] ?? this.#faces.faceNumber('blank.111') ?? 1
    if (machine?.frame !== undefined) return { face: animation?.faces.at(machine.frame) ?? number }
    return {
      face: number,
      ...(animation && movementAnimation(attributes, animation.facings) && { animation }),
    }
  }
}

/** An id contains the attributes and not the contents. */
function objectFrom(id: string): Pick<ObjectDefinition, 'arch' | 'attributes'> {
  const { arch, attributes } = parseOwnObject(id)
  return { arch, attributes }
}

function withAttribute(
  { arch, attributes }: Pick<ObjectDefinition, 'arch' | 'attributes'>,
  key: string,
  value: string,
): string {
  return archetypeIdOf({ arch, attributes: new Map([...attributes, [key, value]]) })
}

function withoutAttributes(
  { arch, attributes }: Pick<ObjectDefinition, 'arch' | 'attributes'>,
  keys: readonly string[],
): string {
  return archetypeIdOf({ arch, attributes: new Map([...attributes].filter(([key]) => !keys.includes(key))) })
}

function matchPropertiesOf(attributes: ObjectAttributes): MatchProperties {
  const [race, word] = [attributes.text('race'), attributes.text('slaying')]
  return { archetype: attributes.arch, type: attributes.type, ...(race && { race }), ...(word && { word }) }
}

/** [CF-20.5] An object with `is_animated 0` shows a picture for its direction or state. */
function movementAnimation(attributes: ObjectAttributes, facings: number): boolean {
  return !attributes.flag('stand_still') && (facings > 1 || attributes.int('is_animated', 1) !== 0)
}

/** `anim_speed`, or the ticks per action if it is missing. */
function animationTicks(attributes: ObjectAttributes): { animationTicks: number } {
  const speed = Math.abs(attributes.int('speed'))
  const ticks = attributes.int('anim_speed') || (speed > 0 ? 1 / speed : 4)
  return { animationTicks: Math.min(255, Math.max(1, Math.round(ticks))) }
}
