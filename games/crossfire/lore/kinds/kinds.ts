// A host's archetypes as kinds of our world: each made when first asked for, of what it says and its type's rule. Its id is
// `arch NAME` and, a line each, what a map says differently, so that a stored thing tells by itself what it is.
import { ourKinds } from '../../made/archetypes/index.ts'
import type { Archetype, Kinds, Layer, Look, Role } from '../../scene/archetype.ts'
import { type LoreObject, mapObjects, writeObject } from '../objects.ts'
import { merged, type Said } from './said.ts'
import { typeOf } from './types.ts'

/** Of names: what the pictures of a world are asked. */
export interface Pictured {
  /** The number of the face; undefined: there is none of that name. */
  faceNumber(name: string): number | undefined
  animated(name: string): Look['animation'] | undefined
}

/** So many are remembered; the next is the first of another so many. */
const mostMade = 8192
const mark = 'arch '

export class LoreKinds implements Kinds {
  readonly #archetypes: ReadonlyMap<string, LoreObject>
  readonly #pictured: Pictured
  readonly #made = new Map<string, Archetype>()

  constructor(archetypes: ReadonlyMap<string, LoreObject>, pictured: Pictured) {
    this.#archetypes = archetypes
    this.#pictured = pictured
  }

  named(id: string): Archetype {
    if (!id.startsWith(mark)) return ourKinds.named(id)
    const known = this.#made.get(id)
    if (known) return known
    const [object] = mapObjects('a kind', `${id}\nend\n`)
    const kind = this.#kindOf(id, merged(this.#archetypes.get(object!.arch), object!))
    // What things are of stays with them: two of one id are alike, whichever of its objects they have.
    if (this.#made.size >= mostMade) this.#made.clear()
    this.#made.set(id, kind)
    return kind
  }

  archetype(name: string): LoreObject | undefined {
    return this.#archetypes.get(name)
  }

  /** What the object says, with its archetype. */
  said(object: LoreObject): Said {
    return merged(this.#archetypes.get(object.arch), object)
  }

  #kindOf(id: string, said: Said): Archetype {
    const is = typeOf(said).rule?.(said) ?? mute(said)
    const look = this.#lookOf(said)
    const text = said.text('msg')
    const { name } = said
    return {
      id,
      name: { one: name, many: said.text('name_pl') ?? name },
      face: said.text('face') ?? '',
      look,
      ...(look.animation && animationTicks(said)),
      layer: layerOf(said),
      type: said.within('client_type', 0, 32_767),
      weight: said.is('no_pick') || said.isMonster ? -1 : said.within('weight', 0, 100_000_000),
      value: said.within('value', 0, 1_000_000_000),
      ...(said.text('nrof') !== undefined && { stacks: true }),
      ...(stops(said) && { stops: true }),
      ...(said.is('blocksview') && { hides: true }),
      ...(said.is('glow_radius') && { light: said.within('glow_radius', 0, 4) }),
      ...(said.is('invisible') && { unseen: true }),
      ...(text && { text }),
      ...(is.role === 'gate' && { stops: !said.is('wc') }),
      is,
      kinds: this,
      object: said.keys,
    }
  }

  /** A thing that says no face, or one that is not there, shows nothing. */
  #lookOf(said: Said): Look {
    const animation = this.#pictured.animated(said.text('animation') ?? '')
    const face = this.#pictured.faceNumber(said.text('face') ?? '')
    const number = face ?? animation?.faces[0] ?? this.#pictured.faceNumber('blank.111') ?? 1
    return { face: number, ...(animation && !said.is('stand_still') && { animation }) }
  }
}

/**
 * Keys of the place and not of what lies there. How high the land is differs from cell to cell of the outer world: with it
 * each would be a kind of its own.
 */
const ofPlace: ReadonlySet<string> = new Set(['nrof', 'elevation'])

/** The id of what a map has there; what is its place's (x, y, count, height, what is inside) is no part of it. */
export function kindId({ arch, says }: Pick<LoreObject, 'arch' | 'says'>): string {
  if (says.size === 0) return `${mark}${arch}`
  const own = new Map([...says].filter(([key]) => !ofPlace.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (own.size === 0) return `${mark}${arch}`
  const text = writeObject({ arch, says: own, line: 0, x: 0, y: 0, inside: [], more: [] })
  return text.slice(0, -'\nend\n'.length)
}

function mute(said: Said): Role {
  if (said.is('is_floor')) return { role: 'ground', ...(said.type === 68 && { shop: true }) }
  return stops(said) ? { role: 'wall' } : { role: 'scenery' }
}

/** `move_block all`, or in old files `no_pass`: nobody walks there. Ways that are blocked for boats alone count for nothing. */
function stops(said: Said): boolean {
  const blocked = said.text('move_block') ?? ''
  return /(^|\s)(all|walk)(\s|$)/.test(blocked) || said.is('no_pass')
}

function layerOf(said: Said): Layer {
  if (said.isMonster) return 'creature'
  if (said.is('is_floor')) return 'floor'
  if (said.is('blocksview') && said.is('no_pick')) return 'wall'
  return said.is('no_pick') ? 'fixture' : 'item'
}

/** `anim_speed` in ticks, or one picture each act of its own. */
function animationTicks(said: Said): { animationTicks: number } {
  const speed = Math.abs(said.number('speed'))
  const ticks = said.number('anim_speed') || (speed > 0 ? 1 / speed : 4)
  return { animationTicks: Math.min(255, Math.max(1, Math.round(ticks))) }
}
