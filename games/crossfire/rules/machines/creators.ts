// [CF-20.16]

import {
  matchesItem,
  movableThingsAt,
  type PlacedPart,
  setPartState,
} from '../../model/level/machine-parts.ts'
import { maxCreaturesPerLevel, newCreatureState } from '../../model/level/spawns.ts'
import type { GameState } from '../../model/state/game-state.ts'
import { consumeThing, markThingChanged, putThing, takeFromPile } from '../../model/things/move-things.ts'
import { maxPileCount, maxPilesPerCell } from '../../model/things/thing.ts'

/** [CF-20.16] Creates a random one of the things inside the creator, or else the thing that the creator names. */
export function runCreator(game: GameState, creator: PlacedPart): void {
  const { thing, machine, part, at } = creator
  if (part.type !== 'creator' || (part.maxUses !== undefined && machine.state >= part.maxUses)) return
  const inside = thing.inside ?? []
  const pattern = inside[Math.floor(game.context.random() * inside.length)]
  const id = pattern?.archetype.id ?? part.productId
  if (id === undefined || !canBeCreated(game, id) || !at.level.hasRoomForPile(at.x, at.y)) return
  const name = part.productName ?? pattern?.name?.one
  const kind = game.archetypes.get(id)
  if (kind.layer === 'creature') {
    if (at.level.creatures.size >= maxCreaturesPerLevel || !at.level.isFree(at.x, at.y)) return
    putThing(game.createThing(id, 1, { life: newCreatureState(kind, -1, at) }), at)
    at.level.creaturesUnsaved = true
  } else
    putThing(
      game.createThing(
        id,
        pattern?.count ?? 1,
        name === undefined ? {} : { name: { one: name, many: name } },
      ),
      at,
    )
  if (part.maxUses !== undefined) setPartState(creator, machine.state + 1)
}

/** Only items and creatures can be created, because walls and machines are fixed parts of their maps. */
function canBeCreated(game: GameState, id: string): boolean {
  const { layer } = game.archetypes.get(id)
  return layer === 'item' || layer === 'creature'
}

/** [CF-20.16] */
export function runDuplicator(_game: GameState, { part, at }: PlacedPart): void {
  if (part.type !== 'duplicator') return
  for (const thing of [...movableThingsAt(at)]) {
    if (thing.archetype.layer !== 'item' || !matchesItem(thing, part.item)) continue
    if (part.factor === 0) consumeThing(thing, thing.count)
    else if (thing.archetype.stacks) {
      thing.count = Math.min(maxPileCount, thing.count * part.factor)
      markThingChanged(thing)
    }
  }
}

/** [CF-20.16] Products of a converter in a shop belong to the shop. */
export function runConverter(game: GameState, { part, at }: PlacedPart): void {
  if (part.type !== 'converter') return
  for (const thing of [...movableThingsAt(at)]) {
    if (thing.archetype.layer !== 'item' || thing.unpaid || !matchesItem(thing, part.item)) continue
    if (game.archetypes.get(part.productId).layer !== 'item') continue
    const fits = game.archetypes.get(part.productId).stacks
      ? maxPileCount
      : maxPilesPerCell - [...movableThingsAt(at)].length
    const times = Math.min(Math.floor(thing.count / part.count), Math.floor(fits / part.productCount))
    if (times < 1) continue
    takeFromPile(game.tags, thing, times * part.count)
    placeProducts(game, part.productId, times * part.productCount, at)
  }
}

function placeProducts(game: GameState, id: string, count: number, at: PlacedPart['at']): void {
  if (game.archetypes.get(id).stacks) putThing(game.createThing(id, count), at)
  else for (let left = count; left > 0; left--) putThing(game.createThing(id), at)
}
