// Handles the packets of clients that have joined. Used by the session.

import { say } from '../commands/index.ts'
import { isHashable } from '../packets/fields.ts'
import { type FromClient, invalidArguments, invalidCommand } from '../packets.ts'
import { Ready, stringify, type Writable } from '../python/json.ts'
import { equals, hashText } from '../python/order.ts'
import { stepsFor } from '../python/size.ts'
import { asNumber, type Dict, type PyValue, truthy } from '../python/values.ts'
import type { Client } from '../room/clients.ts'
import { networkItem } from '../room/texts.ts'
import { isGoal } from '../slots/standings.ts'
import type { Multiworld } from '../world.ts'
import { handlingBits, tagsOf } from './connect.ts'
import { limits } from './limits.ts'
import type { Outbox } from './outbox.ts'
import { tagsChangedText, tellPresence } from './presence.ts'

/** Extra cost of storing a status and of looking up a key, beside what is read and sent. */
const stepsOfStatus = 32
const stepsOfKey = 2

type Packet<C extends FromClient['cmd']> = Extract<FromClient, { readonly cmd: C }>
type Joined = Exclude<FromClient, { readonly cmd: 'Connect' | 'GetDataPackage' }>

/** The client whose packet is answered, and the outbox for answers. */
interface Turn {
  readonly world: Multiworld
  readonly outbox: Outbox
  readonly client: Client
  /** How many of the packet's locations the earlier parts have processed. */
  readonly done: number
}

/** A text: the reason to close the connection. A number: where the packet's next part continues, in locations. */
export type Answered = string | number | undefined

export function answer(turn: Turn, packet: Joined, raw: Dict): Answered {
  const { world, client } = turn
  switch (packet.cmd) {
    case 'ConnectUpdate':
      return connectUpdate(turn, packet)
    case 'Sync':
      return void world.sendInventory(client)
    case 'LocationChecks':
      return locationChecks(turn, packet)
    case 'LocationScouts':
      return locationScouts(turn, packet)
    case 'CreateHints':
      return createHints(turn, packet)
    case 'UpdateHint':
      return updateHint(turn, packet)
    case 'StatusUpdate':
      return statusUpdate(turn, packet)
    case 'Say':
      return sayText(turn, packet)
    case 'Bounce':
      return bounce(turn, packet, raw)
    case 'Get':
      return get(turn, packet, raw)
    case 'Set':
      return set(turn, raw)
    case 'SetNotify':
      return setNotify(turn, packet)
  }
}

function connectUpdate({ world, outbox, client }: Turn, update: Packet<'ConnectUpdate'>): undefined {
  const { items_handling = null, tags } = update
  if (items_handling !== null && !equals(items_handling, client.itemsHandling)) {
    const bits = handlingBits(items_handling)
    if (typeof bits === 'string')
      outbox.reply(client.peer, invalidArguments('ConnectUpdate', `Invalid items_handling: ${bits}`))
    else {
      client.itemsHandling = bits
      world.sendInventory(client)
    }
  }
  if (!tags) return
  world.work.spend(stepsFor(tags.length))
  changeTags(world, client, tagsOf(tags))
}

/** [AP-3.2] Announces only a change of the set. */
function changeTags(world: Multiworld, client: Client, tags: readonly PyValue[]): void {
  const { tags: before, tagTexts } = client
  world.clients.setTags(client, tags)
  const same =
    tagTexts.size === client.tagTexts.size && [...tagTexts].every((tag) => client.tagTexts.has(tag))
  if (!same) tellPresence(world, client, tagsChangedText(world, client, before))
}

/** [AP-9.9] The effects of checks are free, but come in parts, so that other clients are served between them. */
function locationChecks(turn: Turn, { locations }: Packet<'LocationChecks'>): Answered {
  const { world, outbox, client, done } = turn
  if (!client.isGame) {
    const refusal = "Trackers can't register new Location Checks"
    outbox.reply(client.peer, invalidCommand('LocationChecks', refusal))
    return undefined
  }
  for (let at = done; at < locations.length; at += limits.locationsAtOnce) {
    const end = at + limits.locationsAtOnce
    const fresh = world.check(client.slot, locations.slice(at, end))
    if (fresh.length > 0 && end < locations.length) return end
  }
  return undefined
}

function locationScouts(turn: Turn, packet: Packet<'LocationScouts'>): Answered {
  const { world, client, done } = turn
  const { create_as_hint = 0 } = packet
  // [AP-3.5] Each location once, however often it is requested.
  const locations = [...new Set(packet.locations)]
  if (done === 0) {
    const places = world.seed.locations(client.slot)
    if (!locations.every((location) => places.has(location))) return 'LocationScouts: no such location'
    tellLocations(turn, locations)
  }
  if (create_as_hint === 0) return undefined
  const announce = create_as_hint === 2 ? 'new' : 'all'
  return hintInParts(turn, locations, (some, hasMore) => world.hints.scouted(client, some, announce, hasMore))
}

function tellLocations({ world, outbox, client }: Turn, locations: readonly number[]): void {
  const places = world.seed.locations(client.slot)
  world.work.spend(locations.length)
  const found = locations.map((location) => {
    const { item, receiver, flags } = places.get(location)!
    // [AP-4.5] The wire's `player` is usually an item's finder, but here its receiver.
    return networkItem({ item, location, finder: receiver, flags })
  })
  outbox.reply(client.peer, { cmd: 'LocationInfo', locations: found })
}

function createHints(turn: Turn, packet: Packet<'CreateHints'>): Answered {
  const { world, outbox, client, done } = turn
  const { player = client.slot, status = 0 } = packet
  const locations = [...new Set(packet.locations)]
  world.work.spend(locations.length)
  if (done === 0) {
    const invalid = world.hints.refusal(client, { locations, player, status })
    if (invalid !== undefined) {
      outbox.reply(client.peer, invalidArguments('CreateHints', invalid))
      return undefined
    }
  }
  return hintInParts(turn, locations, (some, hasMore) =>
    world.hints.create({ locations: some, player, status }, hasMore),
  )
}

/** Creates as many hints as fit in this part. Returns how many locations are done, or undefined if all are. */
function hintInParts(
  { world, done }: Turn,
  locations: readonly number[],
  make: (some: readonly number[], hasMore: boolean) => void,
): Answered {
  for (let at = done; at < locations.length; at += limits.hintsAtOnce) {
    if (at > done && world.work.spent > limits.frameSteps) return at
    const end = at + limits.hintsAtOnce
    make(locations.slice(at, end), end < locations.length)
  }
  return undefined
}

function sayText({ world, outbox, client }: Turn, { text }: Packet<'Say'>): undefined {
  if (text.length <= limits.sayUnits) return void say(world, client, text)
  outbox.reply(
    client.peer,
    invalidArguments('Say', `More than ${limits.sayUnits} characters: nobody is told.`),
  )
}

function updateHint({ world, outbox, client }: Turn, packet: Packet<'UpdateHint'>): undefined {
  const { player, location, status = null } = packet
  const invalid = world.hints.update(client, { player, location, status })
  if (invalid !== undefined) outbox.reply(client.peer, invalidArguments('UpdateHint', invalid))
}

function statusUpdate({ world, outbox, client }: Turn, { status }: Packet<'StatusUpdate'>): undefined {
  world.work.spend(stepsOfStatus)
  if (stringify(status).length > limits.statusUnits)
    outbox.reply(client.peer, invalidArguments('StatusUpdate', `More than ${limits.statusUnits} characters.`))
  else if (client.isGame || !isGoal(status)) world.setStatus(client.slot, status)
  else outbox.reply(client.peer, invalidCommand('StatusUpdate', "Trackers can't register Goal Complete"))
}

/**
 * [AP-3.11] Sends the whole packet, as Bounced, to all clients that match any of the three lists, including the sender.
 * [AP-9.12] It may be sent many times, and nobody else is served meanwhile.
 */
function bounce({ world, outbox, client }: Turn, packet: Packet<'Bounce'>, raw: Dict): undefined {
  const { games = [], slots = [], tags = [] } = packet
  const refuse = (why: string) => outbox.reply(client.peer, invalidArguments('Bounce', why))
  if (games.length + slots.length + tags.length > limits.bounceNames)
    return void refuse(`More than ${limits.bounceNames} games, slots and tags: nobody is told.`)
  const isDeath = tags.includes('DeathLink')
  if (isDeath && !world.deaths.passes(client.slot, world.context.now())) return
  const to = addressees(world, packet)
  if (isDeath) for (const one of to) if (world.deaths.isWithout(one.slot)) to.delete(one)
  if (to.size === 0) return
  const text = stringify(raw.set('cmd', 'Bounced'))
  if (text.length > limits.bounceUnits)
    return void refuse(`More than ${limits.bounceUnits} characters: nobody is told.`)
  if (text.length * to.size > limits.unitsToAll)
    return void refuse(`More than ${limits.unitsToAll} characters to ${to.size} clients: nobody is told.`)
  outbox.toAll(
    Array.from(to, ({ peer }) => peer),
    text,
  )
}

/** Hashes and looks up each name once, however many clients there are: lists may be long, and rooms full. */
function addressees(world: Multiworld, packet: Packet<'Bounce'>): Set<Client> {
  const { games = [], slots = [], tags = [] } = packet
  const numbers = new Set([
    ...Array.from(new Set(games)).flatMap((game) =>
      typeof game === 'string' ? world.slotsPlaying(game) : [],
    ),
    ...slots.map(asNumber).filter((slot) => typeof slot === 'number'),
  ])
  const tagTexts = new Set(tags.map(hashText))
  world.work.spend(games.length + slots.length + tags.length + numbers.size)
  const to = new Set<Client>()
  const add = (clients: ReadonlySet<Client>) => {
    world.work.spend(clients.size)
    for (const client of clients) to.add(client)
  }
  for (const slot of numbers) add(world.clients.of(slot))
  for (const tag of tagTexts) add(world.clients.tagged(tag))
  return to
}

function get({ world, outbox, client }: Turn, { keys }: Packet<'Get'>, raw: Dict): string | undefined {
  const refuse = (why: string) => outbox.reply(client.peer, invalidArguments('Get', why))
  if (keys.length > limits.getKeys) return void refuse(`More than ${limits.getKeys} keys.`)
  world.work.spend(stepsOfKey * keys.length)
  const values = new Map<string, Writable>()
  let units = 0
  for (const key of keys) {
    if (typeof key !== 'string') return 'Get: a key that is no text'
    if (values.has(key)) continue
    const value = ready(world, key)
    units += key.length + value.text.length
    // Checks the size before the reply is built.
    if (units > limits.replyUnits) return void refuse(`More than ${limits.replyUnits} characters of values.`)
    values.set(key, value)
  }
  const retrieved = new Map<string, Writable>(raw)
  outbox.reply(client.peer, retrieved.set('cmd', 'Retrieved').set('keys', values))
  return undefined
}

/** The value's JSON; a value that is not stored as JSON is encoded now. */
function ready(world: Multiworld, key: string): Ready {
  const value = world.read(key) ?? null
  if (value instanceof Ready) return value
  const text = stringify(value)
  world.work.spendText(text.length)
  return new Ready(text)
}

function set(turn: Turn, raw: Dict): string | undefined {
  const { world, outbox, client } = turn
  const wantsReply = raw.get('want_reply')
  const key = raw.get('key')
  const watchers = typeof key === 'string' ? world.clients.watchers(key).size : 0
  const mostReplyUnits = Math.floor(limits.unitsToAll / Math.max(1, watchers))
  const applied = world.storage.set(raw, client.slot, mostReplyUnits)
  world.work.spend(applied.steps)
  switch (applied.outcome) {
    case 'invalid':
      return void outbox.reply(client.peer, invalidArguments('Set', 'Set'))
    case 'failed':
      return `Set: ${applied.reason}`
    case 'too-large':
      return void outbox.reply(client.peer, invalidArguments('Set', `Not stored: ${applied.reason}.`))
    case 'set':
      return void tellSet(turn, applied.reply, wantsReply)
  }
}

/** [AP-7.5] Sends the reply once to each watcher of the key, and to the sender if it asked for it. */
function tellSet(turn: Turn, reply: ReadonlyMap<string, Writable>, wantsReply: PyValue | undefined): void {
  const { world, outbox, client } = turn
  const to = new Set(world.clients.watchers(String(reply.get('key'))))
  if (truthy(wantsReply)) to.add(client)
  if (to.size > 0) outbox.setReply(to, reply)
}

function setNotify({ world, outbox, client }: Turn, { keys }: Packet<'SetNotify'>): string | undefined {
  if (!keys.every(isHashable)) return 'SetNotify: a key that is a list or an object'
  world.work.spend(keys.length + client.watched.size)
  let units = [...client.watched].reduce((sum, key) => sum + key.length, 0)
  for (const key of keys) {
    if (typeof key !== 'string' || client.watched.has(key)) continue
    units += key.length
    if (client.watched.size >= limits.watched || units > limits.watchedUnits) {
      outbox.reply(client.peer, invalidArguments('SetNotify', 'Too many keys are watched; the rest is not.'))
      return undefined
    }
    world.clients.watch(client, key)
  }
  return undefined
}
