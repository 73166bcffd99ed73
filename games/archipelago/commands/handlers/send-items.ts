import { parseNumericId } from '../../names/fuzzy-match.ts'
import { plainMessage, toNetworkItem } from '../../room/messages.ts'
import { pausedText } from '../../room/multiworld-state.ts'
import { cheatLocation, type ReceivedItem } from '../../slots/received-items.ts'
import type { Multiworld } from '../../world.ts'
import type { CommandLine } from '../dispatcher/command-line.ts'
import { type CommandContext, type PlayerCommandContext, shortenInput } from '../dispatcher/command-table.ts'
import { parsePlayerArgument } from './player-names.ts'

/** The `finder` of items that the admin sends. */
const serverSlot = 0
const maxItemsPerCommand = 100
/**
 * [AP-8.7] Maximum number of items that one slot can receive by command. The room stores each of these items
 * permanently.
 */
export const maxCheatedItems = 10_000

export function cheatItem({ world, client, reply }: PlayerCommandContext, { rest = '' }: CommandLine): void {
  if (!world.options.item_cheat) return reply('Cheating is disabled.')
  if (world.options.paused) return reply(pausedText)
  const { slot } = client
  const { id, name, refusal } = resolveItem(world, slot, rest)
  if (refusal !== undefined) return reply(refusal)
  const limitMessage = itemLimitMessage(world, slot, 1)
  if (limitMessage !== undefined) return reply(limitMessage)
  const item = cheatedItem(id, slot)
  const text = `Cheat console: sending "${name}" to ${world.displayName(slot)}`
  world.announce(plainMessage(text, 'ItemCheat', { team: 0, receiving: slot, item: toNetworkItem(item) }))
  world.giveItems(slot, [item])
}

export function sendItem(call: CommandContext, line: CommandLine): void {
  sendToSlot(call, line.words, 1)
}

export function sendItems(call: CommandContext, { words: [typed = '', ...words] }: CommandLine): void {
  const amount = parseNumericId(typed)
  if (amount === undefined || amount < 1 || amount > maxItemsPerCommand)
    return call.reply(`${shortenInput(typed)} is not a valid amount. Choose 1 to ${maxItemsPerCommand}.`)
  sendToSlot(call, words, amount)
}

function sendToSlot({ world, reply }: CommandContext, words: readonly string[], amount: number): void {
  const receiver = parsePlayerArgument(world, words)
  if (receiver.refusal !== undefined) return reply(receiver.refusal)
  const { id, name, refusal } = resolveItem(world, receiver.slot, receiver.rest)
  if (refusal !== undefined) return reply(refusal)
  const limitMessage = itemLimitMessage(world, receiver.slot, amount)
  if (limitMessage !== undefined) return reply(limitMessage)
  world.giveItems(
    receiver.slot,
    Array.from({ length: amount }, () => cheatedItem(id, serverSlot)),
  )
  const what = amount === 1 ? `"${name}"` : `${amount} of "${name}"`
  world.announce(plainMessage(`Cheat console: sending ${what} to ${world.displayName(receiver.slot)}`))
}

export function sendLocation({ world, reply }: CommandContext, line: CommandLine): void {
  const { slot, rest, refusal } = parsePlayerArgument(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const resolved = resolveLocation(world, slot, rest)
  if (resolved.refusal !== undefined) return reply(resolved.refusal)
  const { id } = resolved
  const name = world.playerName(slot)
  if (!world.seed.locations(slot).has(id)) return reply(`${name} has no location ${shortenInput(rest)}.`)
  if (world.checkLocations(slot, [id]).length === 0) reply(`${name} has already checked that location.`)
}

/** A group's items count for each of its members. */
function itemLimitMessage(world: Multiworld, slot: number, amount: number): string | undefined {
  const exceedsLimit = world
    .membersOf(slot)
    .some((member) => world.items.cheatedCount(member) + amount > maxCheatedItems)
  return exceedsLimit
    ? `${world.displayName(slot)} cannot receive more items by command. The limit is ${maxCheatedItems}.`
    : undefined
}

function cheatedItem(item: number, finder: number): ReceivedItem {
  return { item, location: cheatLocation, finder, flags: 0 }
}

/** `refusal`: the error text. */
type ResolvedName =
  | { readonly id: number; readonly name: string; readonly refusal?: undefined }
  | { readonly refusal: string; readonly id?: undefined; readonly name?: undefined }

/** Any id is accepted if the seed has no names for the game. */
function resolveItem(world: Multiworld, slot: number, typed: string): ResolvedName {
  const names = world.seed.names(world.game(slot))
  const id = parseNumericId(typed)
  if (id !== undefined && (names.items.size === 0 || names.itemName(id) !== undefined))
    return { id, name: world.itemName(slot, id) }
  return resolveName(world, slot, typed, 'item', names.items)
}

/** A number is accepted as an id without a check. */
function resolveLocation(world: Multiworld, slot: number, typed: string): ResolvedName {
  const id = parseNumericId(typed)
  if (id !== undefined) return { id, name: world.locationName(slot, id) }
  return resolveName(world, slot, typed, 'location', world.seed.names(world.game(slot)).locations)
}

function resolveName(
  world: Multiworld,
  slot: number,
  typed: string,
  kind: 'item' | 'location',
  ids: ReadonlyMap<string, number>,
): ResolvedName {
  const guess = world.resolveName(typed, kind, slot)
  if (!guess) return { refusal: `Can't look up ${kind} for unknown game. Send by ID instead.` }
  if (!guess.isSure) return { refusal: guess.message }
  return { id: ids.get(guess.name)!, name: guess.name }
}
