// A host's archetypes as kinds of our world: each made when first asked for, of what it says and its type's rule. Its id is
// `arch NAME` and, a line each, what a map says differently, so that a stored thing tells by itself what it is.
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

/** Of names: what the pictures of a world are asked. */
export interface Pictured {
  /** The number of the face; undefined: there is none of that name. */
  faceNumber(name: string): number | undefined
  animated(name: string): Look['animation'] | undefined
}

/** [CF-21.6] What Crossfire's shops pay with. */
const coinNames = ['silvercoin', 'goldcoin', 'platinacoin', 'jadecoin', 'ambercoin'] as const

/** Types of what is a spell by itself: a potion, and what some walls shoot. */
const [potionType, effectType] = [5, 102] as const

/** [CF-20.19] What a creature says that is in that mood. */
const saidOfMood: { readonly [mood in Mood]: readonly [key: string, value: string] } = {
  angry: ['unaggressive', '0'],
  calm: ['unaggressive', '1'],
  asleep: ['sleep', '1'],
  charmed: ['friendly', '1'],
}

const silent: ReadonlyMap<string, string> = new Map()
/** Keys of the two curses. */
const curses: readonly string[] = ['cursed', 'damned']

/** So many are remembered; the next is the first of another so many. */
const mostMade = 8192

export class LoreKinds implements Kinds {
  readonly crossfires = true
  readonly #archetypes: Brought
  readonly #pictured: Pictured
  readonly #made = new Map<string, Archetype>()
  /** By a state or a mood and an id: the id in it. */
  readonly #turns = new Map<string, string>()
  #coins: readonly Archetype[] | undefined
  readonly #gods: readonly string[]
  readonly #godsMade = new Map<string, God>()

  /** `gods`: the archetypes of all that there are. */
  constructor(archetypes: Brought, pictured: Pictured, gods: readonly string[] = []) {
    this.#archetypes = archetypes
    this.#pictured = pictured
    this.#gods = gods
  }

  /** A host whose smallest is worth more than 1, or who has none, could not give change: ours are used there. */
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
    // What things are of stays with them: two of one id are alike, whichever of its objects they have.
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(id, kind)
    return kind
  }

  inState(kind: Archetype, state: number): Archetype {
    return this.#turned(kind, String(state), () => {
      const object = objectFrom(kind.id)
      const says = new Map(object.says)
      says.delete(stateKey)
      // As its map has it, it is called as its map has it: nothing needs to be remembered of it then.
      const first = kindId({ arch: object.arch, says })
      const { is } = this.named(first)
      if (is.role === 'machine' && is.state === state) return first
      return kindId({ arch: object.arch, says: says.set(stateKey, String(state)) })
    })
  }

  /** The id of the same thing, which nobody sees; of one of ours its own. */
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

  /** [CF-25.8] What its archetype has of a curse its id has to say otherwise. */
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

  /** What becomes of a kind, found out once: parts of machines and floors ask each tick. */
  #turned(kind: Archetype, to: string, found: () => string): Archetype {
    const key = `${to} ${kind.id}`
    const known = this.#turns.get(key)
    if (known !== undefined) return this.named(known)
    const id = found()
    if (this.#turns.size >= mostMade) this.#turns.clear()
    this.#turns.set(key, id)
    return this.named(id)
  }

  /** [CF-22.1] A potion that changes who drinks it is a spell of its own. */
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

  /** [CF-22.7] The same creature, as one who fights monsters. */
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

  /** Archetypes that a list of treasures gives to one of that level. */
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

  /** [CF-23.1] The object as its kind is called: with what calls scripts in it. */
  withEvents(object: LoreObject): LoreObject {
    return object.inside.length > 0 ? withEvents(this.#archetypes, object) : object
  }

  /** What calls a script is no thing: it is part of its owner's kind. */
  isConnector(object: LoreObject): boolean {
    return this.said(object).type === connector
  }

  /** What the object says, with its archetype. */
  said(object: LoreObject): Said {
    return merged(this.#archetypes, object)
  }

  #kindOf(id: string, said: Said): Archetype {
    const is = said.is(effectKey) ? effect(said) : (typeOf(said).rule?.(said) ?? mute(said))
    const machine = is.role === 'machine' ? is : undefined
    const look = this.#lookOf(said, machine)
    const layer = said.is(effectKey) ? 'effect' : layerOf(said, machine)
    const goods = layer === 'item' && !said.is('invisible') ? this.#goods(said, is) : {}
    // What nobody knows tells nothing of itself, but for what is written in a book.
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

  /** [CF-25.1] [CF-25.3] What of it is told to who has it, and what it does for him. */
  #goods(said: Said, is: Role): Pick<Archetype, 'magic' | 'curse' | 'unknown' | 'gives'> {
    const [unknown, curse, gives] = [unknownOf(said), curseOf(said), wornGives(said, is)]
    return {
      ...(said.is('magic') && { magic: true }),
      ...(unknown && { unknown }),
      ...(curse && { curse }),
      ...(gives && { gives }),
    }
  }

  /** A thing that says no face, or one that is not there, shows nothing. */
  #lookOf(said: Said, machine: Machine | undefined): Look {
    const animation = this.#pictured.animated(said.text('animation') ?? '')
    const face = this.#pictured.faceNumber(said.text('face') ?? '')
    const number = face ?? animation?.faces[0] ?? this.#pictured.faceNumber('blank.111') ?? 1
    if (machine?.frame !== undefined) return { face: animation?.faces.at(machine.frame) ?? number }
    return { face: number, ...(animation && moves(said, animation.facings) && { animation }) }
  }
}

/** What a thing of that id says, and nothing of what may be in it: that is its own, or its archetype's. */
function objectFrom(id: string): Pick<LoreObject, 'arch' | 'says'> {
  const [object] = mapObjects('a kind', `${id}\nend\n`)
  return { arch: object!.arch, says: object!.says }
}

/** The id of what it is with that key. */
function saying({ arch, says }: Pick<LoreObject, 'arch' | 'says'>, key: string, value: string): string {
  return kindId({ arch, says: new Map([...says, [key, value]]) })
}

/** The id of what it is without those keys. */
function without({ arch, says }: Pick<LoreObject, 'arch' | 'says'>, keys: readonly string[]): string {
  return kindId({ arch, says: new Map([...says].filter(([key]) => !keys.includes(key))) })
}

function mute(said: Said): Role {
  if (said.is('is_floor')) return { role: 'ground', ...(said.type === 68 && { shop: true }) }
  return stops(said) ? { role: 'wall' } : { role: 'scenery' }
}

/** A trap is seen when somebody has found it, and until it is used up. */
function isFound({ state, gone }: Machine): boolean {
  return state >= found && !gone
}

function knownBy(said: Said): Known {
  const [race, word] = [said.text('race'), said.text('slaying')]
  return { archetype: said.arch, type: said.type, ...(race && { race }), ...(word && { word }) }
}

/** `move_block all`, or in old files `no_pass`: nobody walks there. Ways that are blocked for boats alone count for nothing. */
function stops(said: Said): boolean {
  const blocked = said.text('move_block') ?? ''
  return /(^|\s)(all|walk)(\s|$)/.test(blocked) || said.is('no_pass')
}

/** A machine that hides what is behind it hides as a wall does only while it stops one, too. */
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

/** [CF-20.5] With `is_animated 0` the pictures are for the ways that it may look, or for what is done to it. */
function moves(said: Said, facings: number): boolean {
  return !said.is('stand_still') && (facings > 1 || said.number('is_animated', 1) !== 0)
}

/** `anim_speed` in ticks, or one picture each act of its own. */
function animationTicks(said: Said): { animationTicks: number } {
  const speed = Math.abs(said.number('speed'))
  const ticks = said.number('anim_speed') || (speed > 0 ? 1 / speed : 4)
  return { animationTicks: Math.min(255, Math.max(1, Math.round(ticks))) }
}
