// Players' input: chat for all, or a command with its answer. Used by the session for Say packets. Part of the world's
// side: it answers through the world, and does not use packets.
import type { Client } from '../room/clients.ts'
import { plainMessage } from '../room/messages.ts'
import type { Multiworld } from '../world.ts'
import { maskPasswords } from './admin-session.ts'
import { parseCommandLine } from './dispatcher/command-line.ts'
import { createCall, runCommand } from './dispatcher/command-table.ts'
import { playerCommands } from './player-commands.ts'

/**
 * [AP-8.1] Handles a printable Say within the rate limit. Everybody gets the line first, even a command; `!admin`
 * lines without passwords, and other lines that start with `!admin` not at all. [AP-8.12] `!report` is for the host alone.
 */
export function handleSay(world: Multiworld, client: Client, text: string): void {
  const line = parseCommandLine(text, '!')
  const run = () => line && runCommand(createCall(world, client, playerCommands), playerCommands, line)
  if (line?.name === 'report') return run()
  const reviewed = world.context.moderation.review(client.peer, text)
  if ('refused' in reviewed) return world.send(client, plainMessage(reviewed.refused, 'CommandResult'))
  if (line?.name === 'admin')
    sendChat(world, client, `!admin ${maskPasswords(line.rest ?? '', world.context)}`)
  else if (!line?.name.startsWith('admin')) sendChat(world, client, reviewed.text)
  run()
}

function sendChat(world: Multiworld, client: Client, text: string): void {
  const { slot } = client
  const shown = `${world.displayName(slot)}: ${text}`
  world.announce(plainMessage(shown, 'Chat', { team: 0, slot, message: text }))
}
