import { formatRepr } from '../python/repr.ts'
import type { PyValue } from '../python/values.ts'
import type { Client } from '../room/clients.ts'
import { type Message, plainMessage } from '../room/messages.ts'
import { formatVersion } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'

export const tutorialMessage: Readonly<Message> = plainMessage(
  'Now that you are connected, you can use !help to list commands to run via the server. ' +
    'If your client supports it, you may have additional local commands you can list with /help.',
  'Tutorial',
)

/** [AP-1.6] The warning has no type, as in the original. */
export const noCompressionWarning: Readonly<Message> = plainMessage(
  'Warning: your client does not support compressed websocket connections! It may stop working in the future. ' +
    "If you are a player, please report this to the client's developer.",
)

/** [AP-13.3] */
export function announcePresence(world: Multiworld, client: Client, message: Message): void {
  const { presence } = world.options
  if (presence === 'everybody' || (presence === 'players' && !client.isOnlooker)) world.announce(message)
}

export function joinedMessage(world: Multiworld, client: Client): Message {
  const text = `${clientName(world, client)} ${client.verb} ${world.game(client.slot)} has joined. ${clientProgram(client)}.`
  return plainMessage(text, 'Join', { team: 0, slot: client.slot, tags: [...client.shownTags] })
}

export function leftMessage(world: Multiworld, client: Client): Message {
  const how = client.isOnlooker ? `stopped ${client.verb} the game` : 'left the game'
  return plainMessage(`${clientName(world, client)} has ${how}. ${clientProgram(client)}.`, 'Part', {
    team: 0,
    slot: client.slot,
  })
}

export function tagsChangedMessage(world: Multiworld, client: Client, before: readonly PyValue[]): Message {
  const tags = [...client.shownTags]
  const text = `${clientName(world, client)} has changed tags from ${formatRepr([...before])} to ${formatRepr(tags)}.`
  return plainMessage(text, 'TagsChanged', { team: 0, slot: client.slot, tags })
}

function clientName(world: Multiworld, { slot }: Client): string {
  return `${world.displayName(slot)} (Team #1)`
}

function clientProgram({ version, shownTags }: Client): string {
  return `Client(${formatVersion(version)}), ${formatRepr([...shownTags])}`
}
