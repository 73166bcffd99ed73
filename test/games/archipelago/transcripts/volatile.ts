// Removes the parts of a client's packets that differ between recordings. Used by replay.ts.
import { type Packet, textOf } from '../test-client.ts'

/** Whether the packet is a number of a running countdown. The times of such packets are not compared. */
export function isTick(packet: Packet): boolean {
  return packet.type === 'Countdown' && !textOf(packet).includes('Starting')
}

/**
 * One client's packets of one step as comparable texts. The texts are in the order of the packets, except for texts
 * that come from a set.
 */
export function comparableTexts(packets: readonly Packet[]): string[] {
  return sortSets(packets).map((packet) => JSON.stringify(comparable(packet)))
}

/** Sorts adjacent packets with texts from one set, because the order of a set is not fixed. */
function sortSets(packets: readonly Packet[]): Packet[] {
  const runs: Packet[][] = []
  for (const packet of packets) {
    const run = runs.at(-1)
    if (run && setOf(packet) !== undefined && setOf(packet) === setOf(run[0]!)) run.push(packet)
    else runs.push([packet])
  }
  return runs.flatMap((run) => run.sort(byText))
}

/**
 * The set from which a text comes. Undefined if the text comes from no set. The original server lists locations in
 * another order than our server.
 */
function setOf(packet: Packet): string | undefined {
  if (packet.type === 'Hint') return 'hints'
  return /^(Missing|Checked): /.exec(textOf(packet))?.[1]
}

function byText(a: Packet, b: Packet): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return one < other ? -1 : Number(one > other)
}

export function comparable(packet: Packet): Packet {
  switch (packet.cmd) {
    case 'RoomInfo':
      return { ...packet, games: sorted(packet.games), time: typeof packet.time }
    case 'ConnectionRefused':
      return { ...packet, errors: sorted(packet.errors) }
    case 'Connected':
      return {
        ...packet,
        missing_locations: sorted(packet.missing_locations),
        checked_locations: sorted(packet.checked_locations),
      }
    case 'RoomUpdate':
      return packet.checked_locations
        ? { ...packet, checked_locations: sorted(packet.checked_locations) }
        : packet
    case 'SetReply':
      return { ...packet, value: comparableValue(`${packet.key}`, packet.value) }
    case 'Retrieved':
      return { ...packet, keys: comparableValues(packet.keys as Values) }
    case 'PrintJSON':
      return comparableMessage(packet)
    default:
      return packet
  }
}

type Values = { readonly [key: string]: unknown }

function comparableValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, comparableValue(key, value)]))
}

function comparableValue(key: string, value: unknown): unknown {
  if (key.startsWith('_read_hints_')) return sorted(value)
  if (!/^_read_(item|location)_name_groups_/.test(key) || value === null) return value
  const groups = Object.entries(value as Values)
  return Object.fromEntries(groups.map(([group, members]) => [group, sorted(members)]))
}

function comparableMessage(packet: Packet): Packet {
  const data = (packet.data as readonly { readonly text: string }[]).map((part) => ({
    ...part,
    text: comparableText(part.text),
  }))
  const message = typeof packet.message === 'string' ? { message: comparableText(packet.message) } : {}
  return { ...packet, data, ...message }
}

/** Masks asterisks and the choice among equally unlike names, and sorts lists that come from sets. */
function comparableText(text: string): string {
  return text
    .replace(/\*{4,16}$/, '****')
    .replace(/^(Didn't find something.* did you mean )'.*'\? /, "$1'…'? ")
    .replace(/(known: )(.*)$/, (_, start, known) => start + sorted(known.split(', ')))
}

function sorted(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  const texts = list.map((member) => JSON.stringify(member)).sort()
  return texts.map((text) => JSON.parse(text))
}
