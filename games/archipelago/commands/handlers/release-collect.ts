import { permissionBits } from '../../options.ts'
import { pausedText } from '../../room/multiworld-state.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from '../dispatcher/command-line.ts'
import { type CommandContext, type PlayerCommandContext, shortenInput } from '../dispatcher/command-table.ts'
import { findPlayer } from './player-names.ts'

const allowedAnyTimeBit = 1

export function releaseOwnSlot({ world, client, reply }: PlayerCommandContext): void {
  if (world.options.paused) return reply(pausedText)
  const { slot } = client
  const refusal = world.slotStates.mayRelease(slot)
    ? undefined
    : permissionRefusal(world, slot, world.options.release_mode)
  if (refusal === undefined) world.release(slot)
  else reply(`Sorry, client item releasing ${refusal}. You can ask the server admin for a /release`)
}

export function collectOwnSlot({ world, client, reply }: PlayerCommandContext): void {
  if (world.options.paused) return reply(pausedText)
  const refusal = permissionRefusal(world, client.slot, world.options.collect_mode)
  if (refusal === undefined) world.collect(client.slot)
  else reply(`Sorry, client collecting ${refusal}. You can ask the server admin for a /collect`)
}

/** Undefined if the mode allows the command, either at any time or because the slot has reached its goal. */
function permissionRefusal(world: Multiworld, slot: number, mode: string): string | undefined {
  const permission = permissionBits(mode)
  if (permission & allowedAnyTimeBit) return undefined
  if (permission === 0) return 'has been disabled on this server'
  return world.slotStates.isGoal(slot) ? undefined : 'requires you to have beaten the game on this server'
}

export function releaseSlot(call: CommandContext, line: CommandLine): void {
  const slot = resolvePlayer(call, line, 'to release')
  if (slot !== undefined) call.world.release(slot)
}

export function collectSlot(call: CommandContext, line: CommandLine): void {
  const slot = resolvePlayer(call, line, 'to collect')
  if (slot !== undefined) call.world.collect(slot)
}

/** If `allowed` is undefined, the room's mode applies again. */
export function setReleaseAllowed(call: CommandContext, line: CommandLine, allowed: true | undefined): void {
  const slot = resolvePlayer(call, line, `to ${allowed ? 'allow' : 'forbid'} the !release command for.`)
  if (slot === undefined) return
  call.world.slotStates.setReleaseAllowed(slot, allowed)
  const name = call.world.playerName(slot)
  call.reply(
    allowed
      ? `Player ${name} is now allowed to use the !release command at any time.`
      : `Player ${name} has to follow the server restrictions on use of the !release command.`,
  )
}

/** Tries the typed name first with its quotes, then without them. */
function resolvePlayer(
  { world, reply }: CommandContext,
  { rest = '', words }: CommandLine,
  purpose: string,
): number | undefined {
  const slot = findPlayer(world, rest.trim()) ?? findPlayer(world, words.join(' '))
  if (slot === undefined) reply(`Could not find player ${shortenInput(rest)} ${purpose}`)
  return slot
}
