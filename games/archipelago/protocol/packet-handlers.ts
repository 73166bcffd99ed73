// Handles packets from clients that have joined.

import { handleSay as runSay } from '../commands/index.ts'
import { isHashable } from '../packets/fields.ts'
import { type Command, type FromClient, forbiddenCommandPacket, invalidArgumentsPacket } from '../packets.ts'
import { equals, toHashKey } from '../python/comparison.ts'
import { EncodedJson, type JsonWritable, stringifyJson } from '../python/json.ts'
import { isTruthy, type PyDict, type PyValue } from '../python/values.ts'
import { stepsForItems } from '../python/work-cost.ts'
import { type Client, watchedKeySize } from '../room/clients.ts'
import { toNetworkItem } from '../room/messages.ts'
import { isGoalStatus } from '../slots/slot-states.ts'
import type { Multiworld } from '../world.ts'
import { limitTags, parseHandlingBits } from './connect.ts'
import { protocolLimits } from './limits.ts'
import type { FrameOutbox } from './outbox.ts'
import { announcePresence, tagsChangedMessage } from './presence-messages.ts'

/** The cost of a new status, in addition to reading the packet and sending the answer. */
const stepsPerStatus = 32
const stepsPerKey = 2
/** The number of the only team that a multiworld has. */
const onlyTeam = 0

type PacketOf<C extends FromClient['cmd']> = Extract<FromClient, { readonly cmd: C }>
type JoinedPacket = Exclude<FromClient, { readonly cmd: 'Connect' | 'GetDataPackage' }>

/** `client`: the sender of the packet. */
interface PacketContext {
  readonly world: Multiworld
  readonly outbox: FrameOutbox
  readonly client: Client
  /** The number of the packet's locations that earlier parts have processed. */
  readonly doneLocations: number
}

/**
 * A text is the reason to close the connection. A number means that the packet continues in another part, after this
 * many of its locations.
 */
export type HandlerResult = string | number | undefined

export function handlePacket(context: PacketContext, packet: JoinedPacket, raw: PyDict): HandlerResult {
  const { world, client } = context
  switch (packet.cmd) {
    case 'ConnectUpdate':
      return connectUpdate(context, packet)
    case 'Sync':
      return void world.sendInventory(client)
    case 'LocationChecks':
      return locationChecks(context, packet)
    case 'LocationScouts':
      return locationScouts(context, packet)
    case 'CreateHints':
      return createHints(context, packet)
    case 'UpdateHint':
      return updateHint(context, packet)
    case 'StatusUpdate':
      return statusUpdate(context, packet)
    case 'Say':
      return handleSay(context, packet)
    case 'Bounce':
      return bounce(context, packet, raw)
    case 'Get':
      return handleGet(context, packet, raw)
    case 'Set':
      return handleSet(context, raw)
    case 'SetNotify':
      return setNotify(context, packet)
  }
}

/** Answers with InvalidPacket. */
function refuse({ outbox, client }: PacketContext, cmd: Command, reason: string): undefined {
  outbox.reply(client.peer, invalidArgumentsPacket(cmd, reason))
}

function connectUpdate(context: PacketContext, update: PacketOf<'ConnectUpdate'>): undefined {
  const { world, client } = context
  const { items_handling = null, tags } = update
  if (items_handling !== null && !equals(items_handling, client.itemsHandling)) {
    const bits = parseHandlingBits(items_handling)
    if (typeof bits === 'string') return refuse(context, 'ConnectUpdate', `Invalid items_handling: ${bits}`)
    client.itemsHandling = bits
    world.sendInventory(client)
  }
  if (!tags) return
  world.steps.charge(stepsForItems(tags.length))
  changeTags(world, client, limitTags(tags))
}

/** [AP-3.2] Announces the change only if the set of shown tags differs. */
function changeTags(world: Multiworld, client: Client, tags: readonly PyValue[]): void {
  const { shownTags: before } = client
  world.clients.setTags(client, tags)
  world.reviewTags(client)
  const old = new Set(before.map(toHashKey))
  const current = new Set(client.shownTags.map(toHashKey))
  if (old.size !== current.size || [...old].some((tag) => !current.has(tag)))
    announcePresence(world, client, tagsChangedMessage(world, client, before))
}

/** [AP-9.9] The effects of checks cost no steps. */
function locationChecks(context: PacketContext, { locations }: PacketOf<'LocationChecks'>): HandlerResult {
  const { world, outbox, client, doneLocations } = context
  if (client.isOnlooker) {
    const refusal = "Trackers can't register new Location Checks"
    outbox.reply(client.peer, forbiddenCommandPacket('LocationChecks', refusal))
    return undefined
  }
  for (let at = doneLocations; at < locations.length; at += protocolLimits.locationsAtOnce) {
    const end = at + protocolLimits.locationsAtOnce
    const fresh = world.reportChecks(client.slot, locations.slice(at, end))
    if (fresh.length > 0 && end < locations.length) return end
  }
  return undefined
}

function locationScouts(context: PacketContext, packet: PacketOf<'LocationScouts'>): HandlerResult {
  const { world, client, doneLocations } = context
  const { create_as_hint = 0 } = packet
  // [AP-3.5] The answer has each location once, even if it is requested several times.
  const locations = [...new Set(packet.locations)]
  if (doneLocations === 0) {
    const places = world.seed.locations(client.slot)
    if (!locations.every((location) => places.has(location))) return 'LocationScouts: unknown location'
    sendLocationInfo(context, locations)
  }
  if (create_as_hint === 0) return undefined
  const announce = create_as_hint === 2 ? 'new' : 'all'
  return createHintsInParts(context, locations, (some, hasMore) =>
    world.hints.hintScouted(client, some, announce, hasMore),
  )
}

function sendLocationInfo({ world, outbox, client }: PacketContext, locations: readonly number[]): void {
  const places = world.seed.locations(client.slot)
  world.steps.charge(locations.length)
  const found = locations.map((location) => {
    const { item, receiver, flags } = places.get(location)!
    // [AP-4.5] In LocationInfo, the `player` of a NetworkItem is the receiver instead of the finder.
    return toNetworkItem({ item, location, finder: receiver, flags })
  })
  outbox.sendEncoded(client.peer, `[${stringifyJson({ cmd: 'LocationInfo', locations: found })}]`)
}

function createHints(context: PacketContext, packet: PacketOf<'CreateHints'>): HandlerResult {
  const { world, client, doneLocations } = context
  const { player = client.slot, status = 0 } = packet
  const locations = [...new Set(packet.locations)]
  world.steps.charge(locations.length)
  if (doneLocations === 0) {
    const invalid = world.hints.createRefusal(client, { locations, player, status })
    if (invalid !== undefined) return refuse(context, 'CreateHints', invalid)
  }
  return createHintsInParts(context, locations, (some, hasMore) =>
    world.hints.create({ locations: some, player, status }, hasMore),
  )
}

/** Returns the number of locations with created hints, or undefined if all are done. */
function createHintsInParts(
  { world, doneLocations }: PacketContext,
  locations: readonly number[],
  createSome: (some: readonly number[], hasMore: boolean) => void,
): HandlerResult {
  for (let at = doneLocations; at < locations.length; at += protocolLimits.hintsAtOnce) {
    if (at > doneLocations && world.steps.total > protocolLimits.frameSteps) return at
    const end = at + protocolLimits.hintsAtOnce
    createSome(locations.slice(at, end), end < locations.length)
  }
  return undefined
}

function handleSay(context: PacketContext, { text }: PacketOf<'Say'>): undefined {
  const { sayUnits } = protocolLimits
  if (text.length <= sayUnits) return void runSay(context.world, context.client, text)
  return refuse(context, 'Say', `Not sent: the text has more than ${sayUnits} characters.`)
}

function updateHint(context: PacketContext, packet: PacketOf<'UpdateHint'>): undefined {
  const { player, location, status = null } = packet
  const invalid = context.world.hints.update(context.client, { player, location, status })
  return invalid === undefined ? undefined : refuse(context, 'UpdateHint', invalid)
}

function statusUpdate(context: PacketContext, { status }: PacketOf<'StatusUpdate'>): undefined {
  const { world, outbox, client } = context
  const { statusUnits } = protocolLimits
  world.steps.charge(stepsPerStatus)
  if (stringifyJson(status).length > statusUnits)
    refuse(context, 'StatusUpdate', `The status has more than ${statusUnits} characters.`)
  else if (!client.isOnlooker || !isGoalStatus(status)) world.setStatus(client.slot, status)
  else
    outbox.reply(client.peer, forbiddenCommandPacket('StatusUpdate', "Trackers can't register Goal Complete"))
}

/** [AP-3.11] [AP-9.12] The size is limited, because the room serves no other client while it sends the copies. */
function bounce(context: PacketContext, packet: PacketOf<'Bounce'>, raw: PyDict): undefined {
  const { world, outbox, client } = context
  const { teams = [], games = [], slots = [], tags = [] } = packet
  const { bounceNames, bounceUnits, unitsToAll } = protocolLimits
  const refuseBounce = (reason: string) => refuse(context, 'Bounce', `Not sent: ${reason}.`)
  if (teams.length + games.length + slots.length + tags.length > bounceNames)
    return refuseBounce(`the Bounce has more than ${bounceNames} teams, games, slots and tags`)
  const isDeath = tags.includes('DeathLink')
  const receivers = addressees(world, packet)
  if (isDeath) for (const one of receivers) if (world.deathLinks.isExcluded(one.slot)) receivers.delete(one)
  if (receivers.size === 0) return
  const text = stringifyJson(raw.set('cmd', 'Bounced'))
  if (text.length > bounceUnits) return refuseBounce(`the Bounce has more than ${bounceUnits} characters`)
  if (text.length * receivers.size > unitsToAll)
    return refuseBounce(`the copies for ${receivers.size} clients have more than ${unitsToAll} characters`)
  if (isDeath && !world.deathLinks.take(client.slot, world.context.now())) return
  outbox.multicast(
    Array.from(receivers, ({ peer }) => peer),
    text,
  )
}

/**
 * Looks up each name once instead of comparing it with every client, because the lists may be long and the room may
 * have many clients.
 */
function addressees(world: Multiworld, packet: PacketOf<'Bounce'>): Set<Client> {
  const { teams = [onlyTeam], games = [], slots = [], tags = [], operator = 'legacy' } = packet
  world.steps.charge(teams.length + games.length + slots.length + tags.length)
  const clientsIn = (groups: readonly ReadonlySet<Client>[]) => {
    const found = new Set<Client>()
    for (const clients of groups) {
      world.steps.charge(clients.size)
      for (const client of clients) found.add(client)
    }
    return found
  }
  const inSlots = (numbers: Iterable<number>) => {
    const different = new Set(numbers)
    world.steps.charge(different.size)
    return Array.from(different, (slot) => world.clients.of(slot))
  }
  const everybody = () => clientsIn([new Set(world.clients)])
  const isTeamNamed = teams.includes(onlyTeam)
  if (operator === 'or' && isTeamNamed) return everybody()
  if (operator === 'legacy' && !isTeamNamed) return new Set()
  if (operator === 'and' && !isTeamNamed && teams.length > 0) return new Set()
  const playing = inSlots([...new Set(games)].flatMap((game) => world.slotsPlaying(game)))
  const named = inSlots(slots)
  const tagged = Array.from(new Set(tags), (tag) => world.clients.tagged(toHashKey(tag)))
  if (operator !== 'and') return clientsIn([...playing, ...named, ...tagged])
  const conditions = [
    ...(games.length > 0 ? [clientsIn(playing)] : []),
    ...(slots.length > 0 ? [clientsIn(named)] : []),
    ...(tags.length > 0 ? [clientsIn(tagged)] : []),
  ]
  const [first = everybody(), ...others] = conditions
  return new Set([...first].filter((client) => others.every((clients) => clients.has(client))))
}

function handleGet(context: PacketContext, { keys }: PacketOf<'Get'>, raw: PyDict): string | undefined {
  const { world, outbox, client } = context
  world.steps.charge(stepsPerKey * keys.length)
  if (keys.length > protocolLimits.getKeys)
    return refuse(context, 'Get', `The Get has more than ${protocolLimits.getKeys} keys.`)
  const values = new Map<string, JsonWritable>()
  let units = 0
  for (const key of keys) {
    if (typeof key !== 'string') return 'Get: a key is not text'
    if (values.has(key)) continue
    const value = encodedValue(world, key)
    units += key.length + value.text.length
    // The size is checked here, so that a reply above the limit is never built.
    if (units > protocolLimits.replyUnits)
      return refuse(context, 'Get', `The values have more than ${protocolLimits.replyUnits} characters.`)
    values.set(key, value)
  }
  const retrieved = new Map<string, JsonWritable>(raw)
  outbox.reply(client.peer, retrieved.set('cmd', 'Retrieved').set('keys', values))
  return undefined
}

/** The value of the key as JSON, `null` without a value. The values of some read-only keys are encoded on each call. */
function encodedValue(world: Multiworld, key: string): EncodedJson {
  const value = world.readStorage(key) ?? null
  if (value instanceof EncodedJson) return value
  const text = stringifyJson(value)
  world.steps.chargeText(text.length)
  return new EncodedJson(text)
}

function handleSet(context: PacketContext, raw: PyDict): string | undefined {
  const { world, client } = context
  const wantsReply = raw.get('want_reply')
  const key = raw.get('key')
  const watchers = typeof key === 'string' ? world.clients.watchers(key).size : 0
  const maxReplyUnits = Math.floor(protocolLimits.unitsToAll / Math.max(1, watchers))
  const applied = world.storage.applySetPacket(raw, client.slot, maxReplyUnits)
  world.steps.charge(applied.steps)
  switch (applied.outcome) {
    case 'invalid':
      return refuse(context, 'Set', 'Set')
    case 'failed':
      return `Set: ${applied.reason}`
    case 'too-large':
      return refuse(context, 'Set', `Not stored: ${applied.reason}.`)
    case 'set':
      return void sendSetReply(context, applied.reply, wantsReply)
  }
}

/** [AP-7.5] */
function sendSetReply(
  context: PacketContext,
  reply: ReadonlyMap<string, JsonWritable>,
  wantsReply: PyValue | undefined,
): void {
  const { world, outbox, client } = context
  const to = new Set(world.clients.watchers(String(reply.get('key'))))
  if (isTruthy(wantsReply)) to.add(client)
  if (to.size > 0) outbox.setReply(to, reply)
}

function setNotify(context: PacketContext, { keys }: PacketOf<'SetNotify'>): string | undefined {
  const { world, client } = context
  if (!keys.every(isHashable)) return 'SetNotify: a key is a list or an object'
  const { clients } = world
  world.steps.charge(keys.length + client.watchedKeys.size)
  let units = [...client.watchedKeys].reduce((sum, key) => sum + key.length, 0)
  const isFull = (key: string) =>
    clients.watchedUnits + watchedKeySize(key) > protocolLimits.roomWatchedUnits &&
    units + client.watchedKeys.size * watchedKeySize('') > protocolLimits.fewWatchedUnits
  for (const key of keys) {
    if (typeof key !== 'string' || client.watchedKeys.has(key)) continue
    units += key.length
    if (
      client.watchedKeys.size >= protocolLimits.watched ||
      units > protocolLimits.watchedUnits ||
      isFull(key)
    )
      return refuse(context, 'SetNotify', 'Too many watched keys: the remaining keys were ignored.')
    clients.watch(client, key)
  }
  return undefined
}
