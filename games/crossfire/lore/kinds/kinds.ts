// A host's archetypes as kinds of our world: each made when first asked for, of what it says and its type's rule. Its id is
// `arch NAME` and, a line each, what a map says differently, so that a stored thing tells by itself what it is.
import { ourKinds } from '../../made/archetypes/index.ts'
import type { Archetype, Kinds, Known, Layer, Look, Role } from '../../scene/archetype.ts'
import type { Machine } from '../../scene/machine.ts'
import { found } from '../../scene/machine.ts'
import { type LoreObject, mapObjects } from '../objects.ts'
import { kindId, mark, stateKey } from './kind-id.ts'
import { merged, type Said } from './said.ts'
import { typeOf } from './types.ts'

/** Of names: what the pictures of a world are asked. */
export interface Pictured {
  /** The number of the face; undefined: there is none of that name. */
  faceNumber(name: string): number | undefined
  animated(name: string): Look['animation'] | undefined
}

/** [CF-21.6] What Crossfire's shops pay with. */
const coinNames = ['silvercoin', 'goldcoin', 'platinacoin', 'jadecoin', 'ambercoin'] as const

/** So many are remembered; the next is the first of another so many. */
const mostMade = 8192

export class LoreKinds implements Kinds {
  readonly #archetypes: ReadonlyMap<string, LoreObject>
  readonly #pictured: Pictured
  readonly #made = new Map<string, Archetype>()
  /** By a state and an id: the id in that state. */
  readonly #states = new Map<string, string>()
  #coins: readonly Archetype[] | undefined

  constructor(archetypes: ReadonlyMap<string, LoreObject>, pictured: Pictured) {
    this.#archetypes = archetypes
    this.#pictured = pictured
  }

  /** A host whose smallest is worth more than 1, or who has none, could not give change: ours are used there. */
  get coins(): readonly Archetype[] {
    this.#coins ??= coinNames
      .filter((name) => this.#archetypes.has(name))
      .map((name) => this.named(`${mark}${name}`))
      .filter(({ is, value = 0 }) => is.role === 'money' && value > 0)
      .sort((a, b) => a.value! - b.value!)
    return this.#coins[0]?.value === 1 ? this.#coins : ourKinds.coins
  }

  named(id: string): Archetype {
    if (!id.startsWith(mark)) return ourKinds.named(id)
    const known = this.#made.get(id)
    if (known) return known
    const [object] = mapObjects('a kind', `${id}\nend\n`)
    const kind = this.#kindOf(id, merged(this.#archetypes, object!))
    // What things are of stays with them: two of one id are alike, whichever of its objects they have.
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(id, kind)
    return kind
  }

  inState(kind: Archetype, state: number): Archetype {
    const key = `${state} ${kind.id}`
    const known = this.#states.get(key)
    if (known !== undefined) return this.named(known)
    const [object] = mapObjects('a kind', `${kind.id}\nend\n`)
    const says = new Map(object!.says)
    says.delete(stateKey)
    // As its map has it, it is called as its map has it: nothing needs to be remembered of it then.
    const first = kindId({ arch: object!.arch, says })
    says.set(stateKey, String(state))
    const { is } = this.named(first)
    const id = is.role === 'machine' && is.state === state ? first : kindId({ arch: object!.arch, says })
    if (this.#states.size >= mostMade) this.#states.clear()
    this.#states.set(key, id)
    return this.named(id)
  }

  archetype(name: string): LoreObject | undefined {
    return this.#archetypes.get(name)
  }

  /** What the object says, with its archetype. */
  said(object: LoreObject): Said {
    return merged(this.#archetypes, object)
  }

  #kindOf(id: string, said: Said): Archetype {
    const is = typeOf(said).rule?.(said) ?? mute(said)
    const machine = is.role === 'machine' ? is : undefined
    const look = this.#lookOf(said, machine)
    const text = said.text('msg')
    const { name } = said
    return {
      id,
      name: { one: name, many: said.text('name_pl') ?? name },
      face: said.text('face') ?? '',
      look,
      ...(look.animation && animationTicks(said)),
      layer: layerOf(said, machine),
      type: said.within('client_type', 0, 32_767),
      weight: said.is('no_pick') || said.isMonster || machine ? -1 : said.within('weight', 0, 100_000_000),
      value: said.within('value', 0, 1_000_000_000),
      ...(said.text('nrof') !== undefined && { stacks: true }),
      ...((machine?.stops ?? stops(said)) && { stops: true }),
      ...(hides(said, machine) && { hides: true }),
      ...(said.is('glow_radius') && { light: said.within('glow_radius', 0, 4) }),
      ...((machine?.part.is === 'trap' ? !isFound(machine) : said.is('invisible') || machine?.gone) && {
        unseen: true,
      }),
      ...(text && { text }),
      is,
      known: knownBy(said),
      kinds: this,
      object: said.keys,
    }
  }

  /** A thing that says no face, or one that is not there, shows nothing. */
  #lookOf(said: Said, machine: Machine | undefined): Look {
    const animation = this.#pictured.animated(said.text('animation') ?? '')
    const face = this.#pictured.faceNumber(said.text('face') ?? '')
    const number = face ?? animation?.faces[0] ?? this.#pictured.faceNumber('blank.111') ?? 1
    if (machine?.frame !== undefined) return { face: animation?.faces.at(machine.frame) ?? number }
    return { face: number, ...(animation && !said.is('stand_still') && { animation }) }
  }
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

/** `anim_speed` in ticks, or one picture each act of its own. */
function animationTicks(said: Said): { animationTicks: number } {
  const speed = Math.abs(said.number('speed'))
  const ticks = said.number('anim_speed') || (speed > 0 ? 1 / speed : 4)
  return { animationTicks: Math.min(255, Math.max(1, Math.round(ticks))) }
}
