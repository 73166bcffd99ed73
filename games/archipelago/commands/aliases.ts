// The names that players are shown by besides their own. Who uses it: both tables.
import type { CommandLine } from './command-line.ts'
import { playerAndRest } from './players.ts'
import type { Call, PlayerCall } from './table.ts'

/** Characters of an alias. What is over is cut off. */
const longest = 16

/** [AP-8.5] The caller's own. The answer says how everybody is shown the caller from now on: too long a name is cut. */
export function renameSelf({ world, client, reply }: PlayerCall, { rest }: CommandLine): void {
  const { slot } = client
  const name = world.playerName(slot)
  const before = world.alias(slot)
  const alias = aliasIn(rest ?? '')
  if (alias === undefined && before === undefined)
    return reply(`You have no alias: you are shown as ${name}.`)
  reply(
    alias === undefined
      ? `Removed Alias ${before}: you are shown as ${name} again.`
      : `Hello, ${alias}: you are shown as ${alias} (${name}) from now on.`,
  )
  world.setAlias(slot, alias)
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
