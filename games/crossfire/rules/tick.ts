// [CF-13.11]

import type { GameState, Level } from '../model/state/game-state.ts'
import { removeThing } from '../model/things/move-things.ts'
import { tickMicros } from '../model/time/action-timing.ts'
import { hourAnnouncement, hourAt } from '../model/time/time-of-day.ts'
import { messageTypes } from '../protocol/events/message-types.ts'
import { tickDiseasesOfPlayer } from './combat/diseases.ts'
import { tickMissiles } from './combat/missiles.ts'
import { tickMachines } from './machines/tick-machines.ts'
import { tickAuras } from './magic/aura-spells.ts'
import { activeLevels } from './monsters/active-levels.ts'
import { bringPetsAlong } from './monsters/pets.ts'
import { tickCreatures } from './monsters/tick-creatures.ts'
import { tickPlayer } from './vitals/regeneration.ts'

/** Ticks between two checks for expired remains. */
const expiryCheckTicks = 25

/** Maps without players nearby need no work. */
export function tickWorld(game: GameState): void {
  tickMissiles(game)
  bringPetsAlong(game)
  for (const activeLevel of activeLevels(game)) {
    const { level } = activeLevel
    tickCreatures(game, activeLevel)
    // [CF-20.8] On maps next to maps with players, only creatures act.
    if (!activeLevel.hasPlayers) continue
    tickMachines(game, level)
    if (game.ticks % expiryCheckTicks === 0) removeExpired(game, level)
  }
  for (const player of [...game.players.values()]) {
    if (!player.level) continue
    tickPlayer(game, player)
    tickDiseasesOfPlayer(game, player)
    if (player.level) tickAuras(game, player)
  }
  announceHour(game)
}

/** [CF-13.10] */
function removeExpired(game: GameState, level: Level): void {
  for (const thing of [...level.expiringThings]) if (thing.endsAt! <= game.clock) removeThing(thing)
}

/** [CF-15.9] Announces the hour to outdoor players. */
function announceHour(game: GameState): void {
  const now = game.context.now()
  const hour = hourAt(now)
  if (hour === hourAt(now - tickMicros / 1000)) return
  const text = hourAnnouncement(hour)
  if (text === undefined) return
  for (const player of game.players.values()) {
    if (player.level?.plan.darkness === undefined) player.sendMessage(text, messageTypes.miscellaneous)
  }
}
