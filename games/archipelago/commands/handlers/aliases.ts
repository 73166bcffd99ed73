import type { CommandLine } from '../dispatcher/command-line.ts'
import type { CommandContext, PlayerCommandContext } from '../dispatcher/command-table.ts'
import { parsePlayerArgument } from './player-names.ts'

/** Maximum length of an alias in characters. A longer alias is cut. */
const maxAliasLength = 16

/** [AP-8.5] The answer states the new display name, because a long alias is cut. */
export function setOwnAlias({ world, client, reply }: PlayerCommandContext, { rest }: CommandLine): void {
  const { slot } = client
  const name = world.playerName(slot)
  const before = world.alias(slot)
  const alias = parseAlias(rest ?? '')
  if (alias === undefined && before === undefined)
    return reply(`You have no alias. Your display name is ${name}.`)
  const refused = alias === undefined ? undefined : world.context.moderation.nameRefusal(alias)
  if (refused !== undefined) return reply(refused)
  reply(
    alias === undefined
      ? `Removed Alias ${before}. Your display name is ${name} again.`
      : `Hello, ${alias}. Your display name is now ${alias} (${name}).`,
  )
  world.setAlias(slot, alias)
}

export function setPlayerAlias({ world, reply }: CommandContext, line: CommandLine): void {
  const { slot, rest, refusal } = parsePlayerArgument(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const name = world.playerName(slot)
  const alias = parseAlias(rest)
  if (alias === undefined && world.alias(slot) === undefined) return reply(`${name} has no alias.`)
  reply(alias === undefined ? `Removed Alias for ${name}` : `Named ${name} as ${alias}`)
  world.setAlias(slot, alias)
}

/** Undefined if the text is empty, which removes the alias. */
function parseAlias(text: string): string | undefined {
  const alias = [...text.slice(0, 2 * maxAliasLength)].slice(0, maxAliasLength).join('').trim()
  return alias === '' ? undefined : alias
}
