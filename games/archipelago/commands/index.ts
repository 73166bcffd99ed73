// What players say: chat for all, or a command with its answer. Who uses it: the session, for Say packets.
// It is on the world's side: it speaks through the world and knows no packet.
import type { Client } from '../room/clients.ts'
import { plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import { withoutSecrets } from './admin-seat.ts'
import { commandLine } from './command-line.ts'
import { playerCommands } from './player-commands.ts'
import { callOf, runLine } from './table.ts'

/**
 * [AP-8.1] A Say that is printable and not too often. Everybody reads the line first, even of a command; of `!admin` lines they
 * read it without passwords, and nothing that begins like one is shown as it was typed.
 */
export function say(world: Multiworld, client: Client, text: string): void {
  const line = commandLine(text, '!')
  if (line?.name === 'admin') chat(world, client, `!admin ${withoutSecrets(line.rest ?? '', world.host)}`)
  else if (!line?.name.startsWith('admin')) chat(world, client, text)
  if (line) runLine(callOf(world, client, playerCommands), playerCommands, line)
}

function chat(world: Multiworld, client: Client, text: string): void {
  const { slot } = client
  world.announce(plain(`${world.shownName(slot)}: ${text}`, 'Chat', { team: 0, slot, message: text }))
}
