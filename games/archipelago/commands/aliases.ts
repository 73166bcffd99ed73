// The names that players are shown by besides their own. Who uses it: both tables.
import type { CommandLine } from './command-line.ts'
import { playerAndRest } from './players.ts'
import type { Call } from './table.ts'

/** Characters of an alias. What is over is cut off. */
const longest = 16

/** The caller's own. Nothing is said where there is nothing to remove. */
export function renameSelf({ world, client, reply }: Call, { rest }: CommandLine): void {
  const alias = aliasIn(rest ?? '')
  if (alias === undefined && world.alias(client.slot) === undefined) return
  reply(alias === undefined ? 'Removed Alias' : `Hello, ${alias}`)
  world.setAlias(client.slot, alias)
}

export function renameOther({ world, reply }: Call, line: CommandLine): void {
  const { slot, rest, refusal } = playerAndRest(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const name = world.playerName(slot)
  const alias = aliasIn(rest)
  if (alias === undefined && world.alias(slot) === undefined) return reply(`${name} has no alias.`)
  reply(alias === undefined ? `Removed Alias for ${name}` : `Named ${name} as ${alias}`)
  world.setAlias(slot, alias)
}

/** Undefined: none. */
function aliasIn(text: string): string | undefined {
  const alias = [...text.slice(0, 2 * longest)].slice(0, longest).join('').trim()
  return alias === '' ? undefined : alias
}
