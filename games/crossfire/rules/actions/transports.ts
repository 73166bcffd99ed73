// [CF-20.22]

import type { Archetype, Transport } from '../../model/definitions/archetype.ts'
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import { type LevelCell, mapsAround } from '../../model/level/adjacent-maps.ts'
import { placePlayer, turnPlayer } from '../../model/level/relocation.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { nameOf } from '../../model/things/thing.ts'
import { tickMicros } from '../../model/time/action-timing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

export function boardOrLeaveTransport(game: GameState, player: Player, transport: Thing): void {
  const { traits } = transport.archetype
  const { location } = transport
  if (traits.role !== 'transport' || location?.in !== 'cell') return
  const name = nameOf(transport).one
  if (player.aboard?.transport === transport) {
    player.aboard = undefined
    return player.sendMessage(`You leave the ${name}.`, messageTypes.applied)
  }
  if (location.level !== player.level || location.x !== player.x || location.y !== player.y)
    return player.sendMessage(`Stand on the ${name} first.`, messageTypes.applyFailure)
  if (passengersOf(game, transport).length >= traits.maxPassengers)
    return player.sendMessage(`The ${name} is full.`, messageTypes.applyFailure)
  player.aboard = { transport, since: game.ticks }
  player.sendMessage(`You board the ${name}.`, messageTypes.applied)
}

/** Returns the duration in microseconds; undefined means the duration of one action. */
export function steerTransport(
  game: GameState,
  player: Player,
  transport: Thing,
  direction: Direction,
): number | void {
  const { traits } = transport.archetype
  turnPlayer(player, direction)
  if (traits.role !== 'transport' || transport.location?.in !== 'cell') {
    player.aboard = undefined
    return
  }
  const all = passengersOf(game, transport)
  const [captain] = all
  if (captain && captain !== player) {
    player.stopRepeating('run')
    return player.sendMessage(`${captain.name} steers.`, messageTypes.failure)
  }
  const { level } = transport.location
  const ahead = neighbourOf(transport.location, direction)
  const cell = mapsAround(game, level, player).cellAt(ahead.x, ahead.y)
  if (!cell || !canEnter(cell, traits)) return player.stopRepeating('run')
  removeThing(transport)
  putThing(transport, { in: 'cell', level: cell.level, x: cell.x, y: cell.y })
  for (const each of all) placePlayer(game, each, cell)
  return Math.round(tickMicros / traits.cellsPerTick)
}

/** The passengers in the order of boarding. The first one steers. */
function passengersOf({ players }: GameState, transport: Thing): readonly Player[] {
  return [...players.values()]
    .filter(({ aboard }) => aboard?.transport === transport)
    .sort((a, b) => a.aboard!.since - b.aboard!.since)
}

function canEnter({ level, x, y }: LevelCell, { moveType }: Transport): boolean {
  const things = level.thingsAt(x, y)
  const isOccupied =
    things[0]?.archetype.layer !== 'floor' ||
    things.some(({ archetype }) => archetype.traits.role === 'transport') ||
    level.creatureAt(x, y) !== undefined ||
    level.playersAt(x, y).length > 0
  return !isOccupied && !things.some(({ archetype }) => blocksMoveType(archetype, moveType))
}

/** `type`: a word of `move_block`. Machine parts block every type or none, depending on their state. */
function blocksMoveType({ attributes, blocksMovement, traits }: Archetype, type: string): boolean {
  if (!attributes || traits.role === 'machine') return blocksMovement === true
  const words = (attributes.get('move_block') ?? '').split(/\s+/)
  if (words.includes(`-${type}`)) return false
  return words.includes('all') || words.includes(type) || attributes.get('no_pass') === '1'
}
