// [AP-14.4]
import type { CommandLine } from '../dispatcher/command-line.ts'
import type { CommandContext, PlayerCommandContext } from '../dispatcher/command-table.ts'
import { parsePlayerArgument } from './player-names.ts'

const maxClients = 8

/** A second lock adds the calling client to the clients that may join. */
export function lockOwnSlot({ world, client, reply }: PlayerCommandContext): void {
  const { slot, uuid } = client
  if (uuid === '')
    return reply('The slot cannot be locked, because your client has no id that the room can recognize.')
  const allowed = world.slotStates.lockedTo(slot)
  if (allowed.includes(uuid)) return reply('Your slot is locked already. Use !unlock to unlock it.')
  if (allowed.length >= maxClients)
    return reply(`Your slot is locked for ${maxClients} clients already. Use !unlock first.`)
  world.slotStates.setLock(slot, [...allowed, uuid])
  reply(
    'Your slot is locked: only this client can join it from now on. To admit another client that is connected now, type !lock in it. Type !unlock to unlock the slot. The host can unlock it as well.',
  )
}

export function unlockOwnSlot({ world, client, reply }: PlayerCommandContext): void {
  if (world.slotStates.lockedTo(client.slot).length === 0) return reply('Your slot is not locked.')
  world.slotStates.setLock(client.slot, [])
  reply('Your slot is unlocked.')
}

export function unlockSlot({ world, reply }: CommandContext, line: CommandLine): void {
  const { slot, refusal } = parsePlayerArgument(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const name = world.playerName(slot)
  if (world.slotStates.lockedTo(slot).length === 0) return reply(`The slot of ${name} is not locked.`)
  world.slotStates.setLock(slot, [])
  reply(`Unlocked the slot of ${name}.`)
}
