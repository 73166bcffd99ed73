// Players' input: chat for all, or a command with its answer. Used by the session for Say packets. Part of the world's
// side: it answers through the world and knows no packet.
import type { Client } from '../room/clients.ts'
import { plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import { withoutSecrets } from './admin-seat.ts'
import { commandLine } from './command-line.ts'
import { playerCommands } from './player-commands.ts'
import { callOf, runLine } from './table.ts'

/**
 * [AP-8.1] Handles a printable Say within the rate limit. Everybody is shown the line first, even a command; `!admin`
 * lines without passwords, and other lines that start with `!admin` not at all.
 */
export function say(world: Multiworld, client: Client, text: string): void {
  const line = commandLine(text, '!')
  if (line?.name === 'admin') chat(world, client, `!admin ${withoutSecrets(line.rest ?? '', world.context)}`)
  else if (!line?.name.startsWith('admin')) chat(world, client, text)
  if (line) runLine(callOf(world, client, playerCommands), playerCommands, line)
}

function chat(world: Multiworld, client: Client, text: string): void {
  const { slot } = client
  world.announce(plain(`${world.shownName(slot)}: ${text}`, 'Chat', { team: 0, slot, message: text }))
}
