// Creators, duplicators and converters. [CF-20.16]
import { lifeOf, mostCreatures } from '../places/births.ts'
import { isWanted, movablesAt, type Standing, setState } from '../places/parts.ts'
import type { Scene } from '../scene/scene.ts'
import { changed, put, takeFrom, useUp } from '../things/contents.ts'
import { mostInPile, mostPiles } from '../things/thing.ts'

/** [CF-20.16] Creates what is inside it, else what it names, unless the cell is full. */
export function create(scene: Scene, creator: Standing): void {
  const { thing, is, part, at } = creator
  if (part.is !== 'creator' || (part.times !== undefined && is.state >= part.times)) return
  const inside = thing.inside ?? []
  const pattern = inside[Math.floor(scene.context.random() * inside.length)]
  const id = pattern?.kind.id ?? part.makes
  if (id === undefined || !isMakeable(scene, id) || !at.level.hasRoom(at.x, at.y)) return
  const name = part.named ?? pattern?.name?.one
  const kind = scene.kinds.named(id)
  if (kind.layer === 'creature') {
    if (at.level.creatures.size >= mostCreatures || !at.level.isFree(at.x, at.y)) return
    put(scene.make(id, 1, { life: lifeOf(kind, -1, at) }), at)
    at.level.creaturesUnkept = true
  } else
    put(
      scene.make(id, pattern?.count ?? 1, name === undefined ? {} : { name: { one: name, many: name } }),
      at,
    )
  if (part.times !== undefined) setState(creator, is.state + 1)
}

/** Items and creatures; walls and machines belong to their maps. */
function isMakeable(scene: Scene, id: string): boolean {
  const { layer } = scene.kinds.named(id)
  return layer === 'item' || layer === 'creature'
}

/** [CF-20.16] */
export function duplicate(_scene: Scene, { part, at }: Standing): void {
  if (part.is !== 'duplicator') return
  for (const thing of [...movablesAt(at)]) {
    if (thing.kind.layer !== 'item' || !isWanted(thing, part.wants)) continue
    if (part.by === 0) useUp(thing, thing.count)
    else if (thing.kind.stacks) {
      thing.count = Math.min(mostInPile, thing.count * part.by)
      changed(thing)
    }
  }
}

/** [CF-20.16] Converts as often as the items suffice. In a shop, the products belong to the shop. */
export function convert(scene: Scene, { part, at }: Standing): void {
  if (part.is !== 'converter') return
  for (const thing of [...movablesAt(at)]) {
    if (thing.kind.layer !== 'item' || thing.unpaid || !isWanted(thing, part.wants)) continue
    if (scene.kinds.named(part.makes).layer !== 'item') continue
    const fits = scene.kinds.named(part.makes).stacks ? mostInPile : mostPiles - [...movablesAt(at)].length
    const times = Math.min(Math.floor(thing.count / part.count), Math.floor(fits / part.many))
    if (times < 1) continue
    takeFrom(scene.tags, thing, times * part.count)
    layMade(scene, part.makes, times * part.many, at)
  }
}

function layMade(scene: Scene, id: string, count: number, at: Standing['at']): void {
  if (scene.kinds.named(id).stacks) put(scene.make(id, count), at)
  else for (let left = count; left > 0; left--) put(scene.make(id), at)
}
