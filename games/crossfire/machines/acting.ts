// The automatic actions of machine parts each tick, and effects of the ground on players. [CF-20.10]
import { hurts, playerResists } from '../fight/damage.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { isOver, letGoIn, partsAt, type Standing, setState, standing } from '../places/parts.ts'
import type { Ground } from '../scene/archetype.ts'
import type { CellOf, Level, Player, Scene, Thing } from '../scene/scene.ts'
import { sailOn } from '../scripts/voyages.ts'
import { nameOf } from '../things/thing.ts'
import { fallsOnTick } from '../time/pace.ts'
import { woundPlayer } from '../vitals/wounds.ts'
import { moveOn, teleportFrom } from './leading.ts'
import { create } from './making.ts'
import { markThere } from './marking.ts'
import { letGo } from './pressing.ts'
import { shoot } from './shooting.ts'
import { closeGate } from './signals.ts'
import { sink } from './swamps.ts'
import { sway } from './swaying.ts'

/** Maximum number of parts of one level that act in a tick; the others wait for the next. */
const mostActs = 100

/** Runs one tick of a level with players. */
export function tickMachines(scene: Scene, level: Level): void {
  let acts = 0
  for (const thing of [...level.machinery.acting]) {
    const part = standing(thing)
    if (part && acts < mostActs && act(scene, part)) acts++
  }
  for (const player of [...level.players]) if (player.level === level) carry(scene, level, player)
}

/** Returns whether it did anything. */
function act(scene: Scene, own: Standing): boolean {
  const { part, is } = own
  switch (part.is) {
    case 'gate':
      return actOfGate(scene, own)
    case 'creator':
      if (!isTime(scene, part.perTick)) return false
      create(scene, own)
      return true
    case 'shooter':
      if (!isTime(scene, part.perTick)) return false
      shoot(scene, own)
      return true
    case 'ship':
      if (is.state === 0 || !isOver(scene, own)) return false
      sailOn(scene, own)
      return true
    case 'mood':
      return isTime(scene, part.perTick) && sway(own)
    default:
      if (is.state === 0 || !isOver(scene, own)) return false
      letGo(own)
      return true
  }
}

/** [CF-20.13] A gate closes when its time is over, retries if somebody is in it, or opens and closes by itself. */
function actOfGate(scene: Scene, gate: Standing): boolean {
  const { part, is } = gate
  if (part.is !== 'gate') return false
  if (is.state === 2) closeGate(scene, gate)
  else if (part.ticks !== undefined) {
    if (!isOver(scene, gate)) return false
    closeGate(scene, gate)
  } else {
    if (!isOver(scene, gate)) return false
    if (is.state === 1) setState(gate, 0)
    else closeGate(scene, gate)
    letGoIn(scene, gate, Math.max(1, Math.round(stepsOfGate / part.perTick)))
  }
  return true
}
/** Steps of a gate from open to closed. */
const stepsOfGate = 8

function isTime(scene: Scene, perTick: number): boolean {
  return fallsOnTick(scene, Math.round(perTick * 1000), 1000)
}

function scorch(scene: Scene, player: Player, thing: Thing, burns: Burning | undefined): void {
  if (!burns || !isTime(scene, burns.perTick)) return
  const name = nameOf(thing).one
  const dealt = hurts(scene, burns.damage, playerResists(player, burns.attack))
  player.tell(`The ${name} hurts you.`, messageTypes.wasHit)
  woundPlayer(scene, player, dealt, `a ${name}`)
}
type Burning = NonNullable<Ground['burns']>

/** Ground and machine parts under a player move, mark or burn the player. */
function carry(scene: Scene, level: Level, player: Player): void {
  const at: CellOf = { in: 'cell', level, x: player.x, y: player.y }
  const ground = level.withRole(at.x, at.y, 'ground')
  if (ground?.kind.is.role === 'ground') {
    const { burns, sinks } = ground.kind.is
    sink(scene, player, sinks ? ground : undefined)
    scorch(scene, player, ground, burns)
  }
  // [CF-22.8]
  const blaze = level.things(at.x, at.y).findLast(({ kind }) => kind.is.role === 'effect' && kind.is.burns)
  if (blaze?.kind.is.role === 'effect' && player.level === level)
    scorch(scene, player, blaze, blaze.kind.is.burns)
  if (player.level !== level || !level.machinery.isAt(at.x + level.width * at.y)) return
  for (const own of partsAt(level, at.x, at.y)) {
    const { part } = own
    if (!('perTick' in part) || !isTime(scene, part.perTick)) continue
    if (part.is === 'mover') return moveOn(scene, own)
    if (part.is === 'teleporter') {
      teleportFrom(scene, own)
      return
    }
    if (part.is === 'marker') markThere(scene, own)
  }
}
