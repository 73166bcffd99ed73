// Imported archetypes as kinds of this world, each built on first use from its attributes and the rule of its type.
// The id is `arch NAME` and a line for each attribute that the map changes, so that a stored thing describes itself.
import { ourKinds } from '../../made/archetypes/index.ts'
import type { Archetype, Kinds, Known, Layer, Look, Role, Unknown } from '../../scene/archetype.ts'
import type { God } from '../../scene/god.ts'
import type { Machine, Mood } from '../../scene/machine.ts'
import { found } from '../../scene/machine.ts'
import type { Spell } from '../../scene/spell.ts'
import { type LoreObject, mapObjects } from '../objects.ts'
import { wornGives } from './arms.ts'
import { builtKey } from './building.ts'
import { drunk } from './casters.ts'
import { effect, effectKey } from './effects.ts'
import { connector, hooksOf, withEvents } from './events.ts'
import { godOf } from './gods.ts'
import { kindId, mark, stateKey } from './kind-id.ts'
import { curseOf, knowingKeys, nameOf, sensedKeys, unknownOf, worthOf } from './knowing.ts'
import { tameKey } from './monsters.ts'
import { type Brought, merged, type Said } from './said.ts'
import { spellOf } from './spells.ts'
import { typeOf } from './types.ts'

/** Lookup of a world's pictures by name. */
export interface Pictured {
  /** The number of the face; undefined: no such face. */
  faceNumber(name: string): number | undefined
  animated(name: string): Look['animation'] | undefined
}

/** [CF-21.6] The coins that Crossfire's shops pay with. */
const coinNames = ['silvercoin', 'goldcoin', 'platinacoin', 'jadecoin', 'ambercoin'] as const

/** Types that can be a spell themselves: potions, and effects that some walls shoot. */
const [potionType, effectType] = [5, 102] as const

/** [CF-20.19] The attribute that sets each mood. */
const saidOfMood: { readonly [mood in Mood]: readonly [key: string, value: string] } = {
  angry: ['unaggressive', '0'],
  calm: ['unaggressive', '1'],
  asleep: ['sleep', '1'],
  charmed: ['friendly', '1'],
}

const silent: ReadonlyMap<string, string> = new Map()
/** Keys of the two curses. */
const curses: readonly string[] = ['cursed', 'damned']

/** Cache size. The cache is cleared when it is full. */
const mostMade = 8192

export class LoreKinds implements Kinds {
  readonly crossfires = true
  readonly #archetypes: Brought
  readonly #pictured: Pictured
  readonly #made = new Map<string, Archetype>()
  /** Derived ids, by change (state, mood …) and original id. */
  readonly #turns = new Map<string, string>()
  #coins: readonly Archetype[] | undefined
  readonly #gods: readonly string[]
  readonly #godsMade = new Map<string, God>()

  /** `gods`: archetypes of all gods. */
  constructor(archetypes: Brought, pictured: Pictured, gods: readonly string[] = []) {
    this.#archetypes = archetypes
    this.#pictured = pictured
    this.#gods = gods
  }

  /** Falls back to the built-in coins if the imported ones lack a coin of value 1, and so could not give change. */
  get coins(): readonly Archetype[] {
    this.#coins ??= coinNames
      .filter((name) => this.#archetypes.get(name))
      .map((name) => this.named(`${mark}${name}`))
      .filter(({ is, value = 0 }) => is.role === 'money' && value > 0)
      .sort((a, b) => a.value! - b.value!)
    return this.#coins[0]?.value === 1 ? this.#coins : ourKinds.coins
  }

  named(id: string): Archetype {
    if (!id.startsWith(mark)) return ourKinds.named(id)
    const known = this.#made.get(id)
    if (known) return known
    const kind = this.#kindOf(id, merged(this.#archetypes, objectFrom(id)))
    // Attributes depend on the id alone, so two kinds of one id are interchangeable even after the cache is cleared.
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(id, kind)
    return kind
  }

  inState(kind: Archetype, state: number): Archetype {
    return this.#turned(kind, String(state), () => {
      const object = objectFrom(kind.id)
      const says = new Map(object.says)
      says.delete(stateKey)
      // The state that the map gives uses the map's own id, so that nothing has to be stored for it.
      const first = kindId({ arch: object.arch, says })
      const { is } = this.named(first)
      if (is.role === 'machine' && is.state === state) return first
      return kindId({ arch: object.arch, says: says.set(stateKey, String(state)) })
    })
  }

  /** The id of the same thing, invisible; a built-in thing's id is unchanged. */
  unseen(id: string): string {
    if (!id.startsWith(mark) || this.named(id).unseen) return id
    return saying(objectFrom(id), 'invisible', '1')
  }

  inMood(kind: Archetype, mood: Mood): Archetype {
    if (!kind.id.startsWith(mark)) return kind
    return this.#turned(kind, mood, () => {
      const object = objectFrom(kind.id)
      const [key, value] = saidOfMood[mood]
      return merged(this.#archetypes, object).text(key) === value ? kind.id : saying(object, key, value)
    })
  }

  /** [CF-24.4] */
  blessed(kind: Archetype, most: number): Archetype | undefined {
    if (!kind.id.startsWith(mark)) return undefined
    const object = objectFrom(kind.id)
    const magic = merged(this.#archetypes, object).within('magic', -10, 10)
    return magic < most ? this.named(saying(object, 'magic', String(magic + 1))) : undefined
  }

  /** [CF-25.5] */
  known(kind: Archetype): Archetype {
    if (!kind.unknown) return kind
    return this.#turned(kind, 'known', () => without(objectFrom(kind.id), knowingKeys))
  }

  /** [CF-25.7] */
  sensed(kind: Archetype, what: keyof Unknown): Archetype {
    if (!kind.unknown || kind.unknown[what]) return kind
    return this.#turned(kind, `sensed ${what}`, () => saying(objectFrom(kind.id), sensedKeys[what], '1'))
  }

  /** [CF-25.8] A curse that the archetype has is overridden in the id. */
  freed(kind: Archetype): Archetype {
    if (!kind.curse) return kind
    return this.#turned(kind, 'freed', () => {
      const object = objectFrom(kind.id)
      const cursed = curses.filter((key) => this.#archetypes.get(object.arch)?.says.has(key))
      const says = new Map([...object.says].filter(([key]) => !curses.includes(key)))
      return kindId({
        arch: object.arch,
        says: new Map([...says, ...cursed.map((key) => [key, '0'] as const)]),
      })
    })
  }

  /** Caches derived ids: machine parts and floors ask for them every tick. */
  #turned(kind: Archetype, to: string, found: () => string): Archetype {
    const key = `${to} ${kind.id}`
    const known = this.#turns.get(key)
    if (known !== undefined) return this.named(known)
    const id = found()
    if (this.#turns.size >= mostMade) this.#turns.clear()
    this.#turns.set(key, id)
    return this.named(id)
  }

  /** [CF-22.1] A potion that changes the drinker is a spell of its own. */
  spell(id: string): Spell | undefined {
    if (!id.startsWith(mark)) return undefined
    const { is, object, look } = this.named(id)
    const spell = is.role === 'spell' ? is.spell : this.#ownSpellOf(id)
    return spell && object ? { ...spell, id, picture: look?.face ?? 1 } : undefined
  }

  #ownSpellOf(id: string): Spell | undefined {
    const said = merged(this.#archetypes, objectFrom(id))
    return said.type === potionType ? drunk(said) : said.type === effectType ? spellOf(said) : undefined
  }

  /** [CF-22.7] The same creature, fighting on the players' side. */
  tamed(id: string): Archetype | undefined {
    if (!id.startsWith(mark) || this.named(id).is.role !== 'monster') return undefined
    return this.named(saying(objectFrom(id), tameKey, '1'))
  }

  /** [CF-24.1] */
  get gods(): readonly string[] {
    return this.#gods
  }

  god(name: string): God | undefined {
    const known = this.#godsMade.get(name)
    if (known || !this.#gods.includes(name)) return known
    const god = godOf(merged(this.#archetypes, { arch: name, says: silent }))
    if (god) this.#godsMade.set(name, god)
    return god
  }

  /** Archetypes that a treasure list gives at that level. */
  listed(list: string, level: number): readonly string[] {
    return this.#archetypes.listed?.(list, level) ?? []
  }

  /** [CF-21.11] */
  improved({ id }: Archetype, says: ReadonlyMap<string, string>): Archetype | undefined {
    if (!id.startsWith(mark)) return undefined
    const object = objectFrom(id)
    return this.named(kindId({ arch: object.arch, says: new Map([...object.says, ...says]) }))
  }

  archetype(name: string): LoreObject | undefined {
    return this.#archetypes.get(name)
  }

  /** [CF-23.1] The object with its script connectors as part of its kind. */
  withEvents(object: LoreObject): LoreObject {
    return object.inside.length > 0 ? withEvents(this.#archetypes, object) : object
  }

  /** Whether the object is a script connector, which is part of its owner's kind and no thing of its own. */
  isConnector(object: LoreObject): boolean {
    return this.said(object).type === connector
  }

  /** The object's attributes merged with its archetype's. */
  said(object: LoreObject): Said {
    return merged(this.#archetypes, object)
  }

  #kindOf(id: string, said: Said): Archetype {
    const is = said.is(effectKey) ? effect(said) : (typeOf(said).rule?.(said) ?? mute(said))
    const machine = is.role === 'machine' ? is : undefined
    const look = this.#lookOf(said, machine)
    const layer = said.is(effectKey) ? 'effect' : layerOf(said, machine)
    const goods = layer === 'item' && !said.is('invisible') ? this.#goods(said, is) : {}
    // An unidentified thing hides its text, except for the content of a book.
    const text = goods.unknown && is.role !== 'book' ? undefined : said.text('msg')
    const hooks = hooksOf(said)
    return {
      id,
      name: nameOf(said),
      face: said.text('face') ?? '',
      look,
      ...(look.animation && animationTicks(said)),
      layer,
      type: said.within('client_type', 0, 32_767),
      weight: said.is('no_pick') || said.isMonster || machine ? -1 : said.within('weight', 0, 1_000_000_000),
      value: worthOf(said),
      ...(said.text('nrof') !== undefined && { stacks: true }),
      ...((machine?.stops ?? stops(said)) && { stops: true }),
      ...(hides(said, machine) && { hides: true }),
      ...(said.is('glow_radius') && { light: said.within('glow_radius', 0, 9) }),
      ...((machine?.part.is === 'trap' ? !isFound(machine) : said.is('invisible') || machine?.gone) && {
        unseen: true,
      }),
      ...(text && { text }),
      ...goods,
      ...(said.is(builtKey) && { built: true }),
      is,
      known: knownBy(said),
      ...(hooks.length > 0 && { hooks }),
      kinds: this,
      object: said.keys,
    }
  }

  /** [CF-25.1] [CF-25.3] What the owner learns about the item, and its bonuses when worn. */
  #goods(said: Said, is: Role): Pick<Archetype, 'magic' | 'curse' | 'unknown' | 'gives'> {
    const [unknown, curse, gives] = [unknownOf(said), curseOf(said), wornGives(said, is)]
    return {
      ...(said.is('magic') && { magic: true }),
      ...(unknown && { unknown }),
      ...(curse && { curse }),
      ...(gives && { gives }),
    }
  }

  /** A thing with no face, or an unknown one, is blank. */
  #lookOf(said: Said, machine: Machine | undefined): Look {
    const animation = this.#pictured.animated(said.text('animation') ?? '')
    const face = this.#pictured.faceNumber(said.text('face') ?? '')
    const number = face ?? animation?.faces[0] ?? this.#pictured.faceNumber('blank.111') ?? 1
    if (machine?.frame !== undefined) return { face: animation?.faces.at(machine.frame) ?? number }
    return { face: number, ...(animation && moves(said, animation.facings) && { animation }) }
  }
}

/** Parses the attributes from an id. Contents are not part of it. */
function objectFrom(id: string): Pick<LoreObject, 'arch' | 'says'> {
  const [object] = mapObjects('a kind', `${id}\nend\n`)
  return { arch: object!.arch, says: object!.says }
}

/** The id with the key set. */
function saying({ arch, says }: Pick<LoreObject, 'arch' | 'says'>, key: string, value: string): string {
  return kindId({ arch, says: new Map([...says, [key, value]]) })
}

/** The id without those keys. */
function without({ arch, says }: Pick<LoreObject, 'arch' | 'says'>, keys: readonly string[]): string {
  return kindId({ arch, says: new Map([...says].filter(([key]) => !keys.includes(key))) })
}

function mute(said: Said): Role {
  if (said.is('is_floor')) return { role: 'ground', ...(said.type === 68 && { shop: true }) }
  return stops(said) ? { role: 'wall' } : { role: 'scenery' }
}

/** A trap is visible once found, and until it is used up. */
function isFound({ state, gone }: Machine): boolean {
  return state >= found && !gone
}

function knownBy(said: Said): Known {
  const [race, word] = [said.text('race'), said.text('slaying')]
  return { archetype: said.arch, type: said.type, ...(race && { race }), ...(word && { word }) }
}

/** `move_block all` or `walk`, or `no_pass` in old files, blocks walking. Blocking only boats has no effect here. */
function stops(said: Said): boolean {
  const blocked = said.text('move_block') ?? ''
  return /(^|\s)(all|walk)(\s|$)/.test(blocked) || said.is('no_pass')
}

/**
 * Whether the thing blocks the view. A machine that does so only while it blocks the way stops hiding once it opens.
 */
function hides(said: Said, machine: Machine | undefined): boolean {
  if (machine?.stops === undefined) return said.is('blocksview')
  return machine.stops && (machine.part.is !== 'gate' || !said.is('ac'))
}

function layerOf(said: Said, machine: Machine | undefined): Layer {
  if (said.isMonster) return 'creature'
  if (said.is('is_floor')) return 'floor'
  if (machine) return machine.stops && hides(said, machine) ? 'wall' : 'fixture'
  if (said.is('blocksview') && said.is('no_pick')) return 'wall'
  return said.is('no_pick') ? 'fixture' : 'item'
}

/** [CF-20.5] With `is_animated 0` the pictures show directions or states. */
function moves(said: Said, facings: number): boolean {
  return !said.is('stand_still') && (facings > 1 || said.number('is_animated', 1) !== 0)
}

/** `anim_speed` in ticks, or one picture per action. */
function animationTicks(said: Said): { animationTicks: number } {
  const speed = Math.abs(said.number('speed'))
  const ticks = said.number('anim_speed') || (speed > 0 ? 1 / speed : 4)
  return { animationTicks: Math.min(255, Math.max(1, Math.round(ticks))) }
}
