// Missiles and explosions: arrows, stones, bolts of spells. [CF-13.7]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { flash } from '../places/flashes.ts'
import { wayOver } from '../places/turning.ts'
import { percent, roll } from '../scene/dice.ts'
import { type Direction, stepOf } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import { type Flight, isPlayer, type Level, type Player, type Scene, type Thing } from '../scene/scene.ts'
import { soundAt } from '../scene/telling.ts'
import { put, remove } from '../things/contents.ts'
import { alike, nameOf } from '../things/thing.ts'
import { woundMonster, woundPlayer } from '../vitals/wounds.ts'
import { hits, hurts, monsterResists, playerResists } from './damage.ts'

/** [CF-20.17] Maximum number of effects per map; spells beyond that have no visible effect. */
export const mostEffects = 256
/** How long a burst is shown, in milliseconds of the world's clock. */
const burstMs = 600

/** Launches an effect without a place from `from`, where it hits nobody. */
export function launch(scene: Scene, level: Level, from: Spot, thing: Thing, flight: Flight): void {
  thing.flight = flight
  advance(scene, level, from, thing, flight)
}

/** Advances all missiles and removes finished effects. */
export function tickEffects(scene: Scene, level: Level): void {
  for (const thing of [...level.effects]) {
    const { where, flight } = thing
    // An earlier effect of this tick may have removed it.
    if (where?.in !== 'cell') continue
    if (flight) advance(scene, level, where, thing, flight)
    else if (thing.endsAt !== undefined && thing.endsAt <= scene.clock) remove(thing)
  }
}

function advance(scene: Scene, level: Level, from: Spot, thing: Thing, before: Flight): void {
  if (before.waits !== undefined && before.waits-- > 0) return
  const flight = before.wanders ? { ...before, direction: roll(scene, 8) as Direction } : before
  thing.flight = flight
  const { dx, dy } = stepOf(flight.direction)
  const to = { x: from.x + dx, y: from.y + dy }
  if (flight.reach <= 0) return end(scene, level, from, thing, flight)
  if (level.stops(to.x, to.y)) {
    // Wandering missiles try another direction.
    if (flight.wanders && thing.where) flight.reach--
    else end(scene, level, from, thing, flight)
    return
  }
  if (meets(scene, level, to, thing, flight) && !flight.pierces) return end(scene, level, to, thing, flight)
  flight.reach--
  if (thing.where) remove(thing)
  put(thing, { in: 'cell', level, ...to })
  // [CF-20.17]
  const direction = wayOver(level, to.x, to.y, flight)
  if (direction !== flight.direction) thing.flight = { ...flight, direction }
}

/** Whether it hits somebody there and stops. A player's missiles pass players, a monster's pass monsters. */
function meets(scene: Scene, level: Level, to: Spot, thing: Thing, flight: Flight): boolean {
  if (isPlayer(flight.by)) {
    const monster = level.creatureAt(to.x, to.y)
    return monster !== undefined && hitsMonster(scene, monster, thing, flight, flight.by)
  }
  const player = level.playersAt(to.x, to.y).at(-1)
  return player !== undefined && hitsPlayer(scene, player, thing, flight)
}

function hitsMonster(scene: Scene, monster: Thing, thing: Thing, flight: Flight, by: Player): boolean {
  const { is } = monster.kind
  if (is.role !== 'monster') return false
  if (flight.wc !== undefined && !hits(scene, flight.wc, is.ac)) return false
  const dealt = hurts(scene, flight.damage, monsterResists(is, flight.attack))
  by.tell(`Your ${nameOf(thing).one} hits the ${nameOf(monster).one}.`, messageTypes.hit)
  // Shooters who have left the game must not change.
  woundMonster(scene, monster, dealt, by.level ? by : undefined, flight.skill)
  return true
}

function hitsPlayer(scene: Scene, player: Player, thing: Thing, flight: Flight): boolean {
  if (flight.wc !== undefined && !hits(scene, flight.wc, player.figures.ac)) return false
  player.tell(`You are hit by a ${nameOf(thing).one}.`, messageTypes.wasHit)
  const dealt = hurts(scene, flight.damage, playerResists(player, flight.attack))
  woundPlayer(scene, player, dealt, `a ${nameOf(thing).one}`)
  return true
}

function end(scene: Scene, level: Level, at: Spot, thing: Thing, flight: Flight): void {
  if (thing.where) remove(thing)
  if (flight.bursts) burst(scene, level, at, flight, flight.bursts)
  const { leaves, breaks = 0 } = flight
  if (!leaves || percent(scene, breaks)) return
  const fits = level.hasRoom(at.x, at.y) || level.things(at.x, at.y).some((each) => alike(each, leaves))
  if (fits) put(leaves, { in: 'cell', level, x: at.x, y: at.y })
}

function burst(
  scene: Scene,
  level: Level,
  at: Spot,
  flight: Flight,
  bursts: NonNullable<Flight['bursts']>,
): void {
  soundAt(level, at.x, at.y, sounds.explode)
  const { radius = 1 } = bursts
  for (let y = at.y - radius; y <= at.y + radius; y++) {
    for (let x = at.x - radius; x <= at.x + radius; x++) {
      if (level.stops(x, y)) continue
      flash(scene, level, { x, y }, bursts.into, burstMs)
      singe(scene, level, { x, y }, flight, bursts.damage)
    }
  }
}

/** Damages the creature on the cell that the effect is aimed at. */
export function singe(
  scene: Scene,
  level: Level,
  { x, y }: Spot,
  { by, attack, skill }: Pick<Flight, 'by' | 'attack' | 'skill'>,
  damage: number,
): void {
  if (isPlayer(by)) {
    const monster = level.creatureAt(x, y)
    if (monster?.kind.is.role !== 'monster') return
    const dealt = hurts(scene, damage, monsterResists(monster.kind.is, attack))
    return woundMonster(scene, monster, dealt, by.level ? by : undefined, skill)
  }
  for (const player of [...level.playersAt(x, y)]) {
    woundPlayer(scene, player, hurts(scene, damage, playerResists(player, attack)), `a ${nameOf(by).one}`)
  }
}
