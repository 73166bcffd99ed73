// Items and checks by command: the players' getitem and the admin's send commands. Used by both tables.

import { numericId } from '../names/fuzzy.ts'
import { networkItem, plain } from '../room/texts.ts'
import { cheatLocation, type ReceivedItem } from '../slots/items.ts'
import type { Multiworld } from '../world.ts'
import type { CommandLine } from './command-line.ts'
import { playerAndRest } from './players.ts'
import { type Call, clipped, type PlayerCall } from './table.ts'

/** The finder of items that the admin sends: the server. */
const server = 0
/** Maximum items per command. */
const mostItems = 100
/** [AP-8.7] Maximum items by command for one slot: each is stored for as long as the room exists. */
export const mostByHand = 10_000

export function cheatIn({ world, client, reply }: PlayerCall, { rest = '' }: CommandLine): void {
  if (!world.options.item_cheat) return reply('Cheating is disabled.')
  const { slot } = client
  const { id, name, refusal } = itemMeant(world, slot, rest)
  if (refusal !== undefined) return reply(refusal)
  const full = fullness(world, slot, 1)
  if (full !== undefined) return reply(full)
  const item = cheated(id, slot)
  const text = `Cheat console: sending "${name}" to ${world.shownName(slot)}`
  world.announce(plain(text, 'ItemCheat', { team: 0, receiving: slot, item: networkItem(item) }))
  world.give(slot, [item])
}

export function sendItem(call: Call, line: CommandLine): void {
  send(call, line.words, 1)
}

export function sendItems(call: Call, { words: [typed = '', ...words] }: CommandLine): void {
  const amount = numericId(typed)
  if (amount === undefined || amount < 1 || amount > mostItems)
    return call.reply(`${clipped(typed)} is invalid: an amount is from 1 to ${mostItems}.`)
  send(call, words, amount)
}

/** Sends the items before the text. */
function send({ world, reply }: Call, words: readonly string[], amount: number): void {
  const receiver = playerAndRest(world, words)
  if (receiver.refusal !== undefined) return reply(receiver.refusal)
  const { id, name, refusal } = itemMeant(world, receiver.slot, receiver.rest)
  if (refusal !== undefined) return reply(refusal)
  const full = fullness(world, receiver.slot, amount)
  if (full !== undefined) return reply(full)
  world.give(
    receiver.slot,
    Array.from({ length: amount }, () => cheated(id, server)),
  )
  const what = amount === 1 ? `"${name}"` : `${amount} of "${name}"`
  world.announce(plain(`Cheat console: sending ${what} to ${world.shownName(receiver.slot)}`))
}

export function sendLocation({ world, reply }: Call, line: CommandLine): void {
  const { slot, rest, refusal } = playerAndRest(world, line.words)
  if (refusal !== undefined) return reply(refusal)
  const meant = locationMeant(world, slot, rest)
  if (meant.refusal !== undefined) return reply(meant.refusal)
  const { id } = meant
  const name = world.playerName(slot)
  if (!world.seed.locations(slot).has(id)) return reply(`${name} has no location ${clipped(rest)}.`)
  if (world.check(slot, [id]).length === 0) reply(`${name} has checked that location already.`)
}

/** The reason why `amount` more items are too many; undefined: they are allowed. */
function fullness(world: Multiworld, slot: number, amount: number): string | undefined {
  const isFull = world.membersOf(slot).some((member) => world.items.byHand(member) + amount > mostByHand)
  return isFull
    ? `${world.shownName(slot)} takes no more items that nobody found: ${mostByHand} is the most.`
    : undefined
}

function cheated(item: number, finder: number): ReceivedItem {
  return { item, location: cheatLocation, finder, flags: 0 }
}

/** The item or location for a name, or the error. */
type Meant =
  | { readonly id: number; readonly name: string; readonly refusal?: undefined }
  | { readonly refusal: string; readonly id?: undefined; readonly name?: undefined }

/** By name, or by the id of an item in the slot's game; by any id if the seed has no names of that game. */
function itemMeant(world: Multiworld, slot: number, typed: string): Meant {
  const names = world.seed.names(world.game(slot))
  const id = numericId(typed)
  if (id !== undefined && (names.items.size === 0 || names.itemName(id) !== undefined))
    return { id, name: world.itemName(slot, id) }
  return named(world, slot, typed, 'item', names.items)
}

/** By name, or by any id. */
function locationMeant(world: Multiworld, slot: number, typed: string): Meant {
  const id = numericId(typed)
  if (id !== undefined) return { id, name: world.locationName(slot, id) }
  return named(world, slot, typed, 'location', world.seed.names(world.game(slot)).locations)
}

function named(
  world: Multiworld,
  slot: number,
  typed: string,
  kind: 'item' | 'location',
  ids: ReadonlyMap<string, number>,
): Meant {
  const guess = world.meant(typed, kind, slot)
  if (!guess) return { refusal: `Can't look up ${kind} for unknown game. Send by ID instead.` }
  if (!guess.sure) return { refusal: guess.text }
  return { id: ids.get(guess.answer)!, name: guess.answer }
}
