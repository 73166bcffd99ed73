import type { Client } from '../room/clients.ts'
import { plainMessage } from '../room/messages.ts'
import type { Multiworld } from '../world.ts'
import { maskPasswords } from './admin-session.ts'
import { parseCommandLine } from './dispatcher/command-line.ts'
import { createCommandContext, runCommand } from './dispatcher/command-table.ts'
import { playerCommands } from './player-commands.ts'

/**
 * [AP-8.1] Everybody gets the line before the answer, even if it is a command. `!admin` lines are sent with their
 * passwords masked, and other lines that start with `!admin` are not sent. [AP-8.12] A `!report` line goes only to the
 * host.
 */
export function handleSay(world: Multiworld, client: Client, text: string): void {
  const line = parseCommandLine(text, '!')
  const run = () =>
    line && runCommand(createCommandContext(world, client, playerCommands), playerCommands, line)
  if (line?.name === 'report') return run()
  const isAdmin = line?.name === 'admin'
  const shown = isAdmin ? `!admin ${maskPasswords(line.rest ?? '', world.context)}` : text
  const reviewed = world.context.moderation.review(client.peer, shown)
  if ('refused' in reviewed) return world.send(client, plainMessage(reviewed.refused, 'CommandResult'))
  if (isAdmin || !line?.name.startsWith('admin')) sendChat(world, client, reviewed.text)
  run()
}

function sendChat(world: Multiworld, client: Client, text: string): void {
  const { slot } = client
  const shown = `${world.displayName(slot)}: ${text}`
  world.announce(plainMessage(shown, 'Chat', { team: 0, slot, message: text }))
}
