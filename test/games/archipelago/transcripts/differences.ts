// Intentional differences between our replies and the original's recordings: ten at most, each with its reason.
// Used by replay.ts. The rules are in PROTOCOL.md, section AP-10.
import { type Packet, textOf } from '../test-client.ts'
import { comparable } from './volatile.ts'

/** The packets of one client in one step. `before`: the recorded packets before the current one. */
interface StepContext {
  readonly client: string
  readonly ours: readonly Packet[]
  readonly before: readonly Packet[]
}

export interface Difference {
  /** The id of the rule, and the reason for the difference. */
  readonly reason: string
  /** The affected recordings, each with the numbers of the affected steps, or `throughout` for all steps. */
  readonly where: { readonly [recording: string]: readonly number[] | 'throughout' }
  /**
   * Returns the packet that our room should send instead of the recorded packet. If there is no difference, returns
   * `recorded`; if our room sends no packet, undefined.
   */
  adapt?(recorded: Packet, context: StepContext): Packet | undefined
  /** Whether this difference allows a packet that only our room sends. */
  isExtra?(ours: Packet): boolean
  /**
   * The steps of each recording that are skipped. Their requests have another outcome in our room, which would change
   * all later steps.
   */
  readonly skipped?: { readonly [recording: string]: readonly number[] }
}

type Adapt = NonNullable<Difference['adapt']>

const server038Recordings = [
  'server038-connect-refused.old-ap038-3p',
  'server038-goal.old-ap038-3p',
  'server038-handshake.old-ap038-3p',
  'server038-old-client.old-ap038-3p',
  'server038-same-slot.old-ap038-3p',
]
const throughout = (recordings: readonly string[]) =>
  Object.fromEntries(recordings.map((recording) => [recording, 'throughout'] as const))

const oldSeedRecordings = ['handshake.old-ap038-3p', 'handshake.old-ap046-3p', 'old-client.old-ap046-3p']

/** Returns an `adapt` function: if a recorded text matches `theirs`, our text that matches `ours` replaces it. */
function reworded(words: readonly (readonly [theirs: RegExp, ours: RegExp])[]): Adapt {
  return (recorded, { ours }) => {
    const pair = words.find(([theirs]) => theirs.test(textOf(recorded)))
    const replacement = pair && ours.find((packet) => pair[1].test(textOf(packet)))
    return replacement ? { ...recorded, data: replacement.data } : recorded
  }
}

export const differences: readonly Difference[] = [
  {
    reason:
      '[AP-10.1] Texts about the server describe this one, texts about an alias describe its effect, and !video exists.',
    where: {
      'commands.tiny-2p': [8, 9, 24, 25, 28, 29, 35],
      'commands.race-3p': [8, 9, 24, 25, 28, 29, 35],
      'admin.links-6p': [12, 52],
      'save-1.tiny-2p': [8],
      'save-1.links-6p': [8],
    },
    isExtra: (ours) => /^You have no alias\. Your display name is /.test(textOf(ours)),
    adapt: reworded([
      [/^[!/]help \n {4}Returns the help listing/, /^[!/]help\n {4}Lists these commands\.\n[!/]license\n/],
      [/^Could not find command video\./, /^Your video link is /],
      [/^MIT License/, /^This room is hosted by Packetboat, free software under the MIT License/],
      [/^Saving is disabled\.$/, /^Everything is already saved/],
      [/^Hello, [^:]+$/, /^Hello, .+\. Your display name is now .+ \(.+\)\.$/],
      [/^Removed Alias$/, /^Removed Alias .+\. Your display name is .+ again\.$/],
    ]),
  },
  {
    reason: '[AP-10.2] Wrong arguments get a description of the correct ones, not a traceback.',
    where: {
      'commands.tiny-2p': [13, 33, 40],
      'commands.race-3p': [13, 33],
      'admin.links-6p': [27, 38],
    },
    adapt: reworded([
      [/^Traceback.*_cmd_help\(\) takes 1/s, /^!help takes no arguments\.$/],
      [/^Traceback.*missing 1 .*'item_name'/s, /^Usage: !getitem item_name$/],
      [/^Traceback.*4000 is invalid/s, /^Invalid countdown: choose 0 to 3600 seconds \(one hour\)\.$/],
      [/^Traceback.*base 10: 'abc'/s, /^hint_cost must be a whole number from 0 to 1000000 percent\.$/],
      [/^Traceback.*101 is invalid/s, /^101 is not a valid amount\. Choose 1 to 100\.$/],
    ]),
  },
  {
    reason:
      '[AP-10.3] If the seed accepts old clients, RoomInfo also has the fields of the servers of their time.',
    where: throughout(oldSeedRecordings),
    adapt(recorded, { ours }) {
      if (recorded.cmd !== 'RoomInfo') return recorded
      const permissions = recorded.permissions as { readonly release: number }
      const players = ours.find(({ cmd }) => cmd === 'RoomInfo')?.players
      const versions = Object.keys(recorded.datapackage_checksums as object).map((game) => [game, 0])
      return {
        ...recorded,
        permissions: { forfeit: permissions.release, ...permissions },
        players,
        datapackage_version: 0,
        datapackage_versions: Object.fromEntries(versions),
      }
    },
  },
  {
    reason: '[AP-10.4] Clients before 0.3.5 receive texts as Print, which the original no longer sends.',
    where: { 'old-client.old-ap046-3p': [2, 5, 8] },
    adapt: (recorded) => (recorded.cmd === 'PrintJSON' ? { cmd: 'Print', text: textOf(recorded) } : recorded),
  },
  {
    reason: '[AP-10.5] There is one countdown. The original starts a second one after a 0, and both say GO.',
    where: { 'commands.tiny-2p': [39] },
    adapt: (recorded, { before }) => (isGo(recorded) && before.some(isGo) ? undefined : recorded),
  },
  {
    reason:
      '[AP-10.6] The seed of 0.3.8 has no data packages: only Archipelago is served, and ids have no names.',
    where: { 'server038-handshake.old-ap038-3p': [2, 3, 4, 6], 'server038-goal.old-ap038-3p': [8, 17] },
    adapt(recorded, { ours }) {
      if (recorded.cmd === 'DataPackage') return onlyArchipelago(recorded)
      const replacement = ours.find((packet) =>
        /^Remaining items: (Unknown item \(ID: \d+\)(, )?)+$/.test(textOf(packet)),
      )
      const named = /^Remaining items: /.test(textOf(recorded))
      return named && replacement && itemsIn(replacement) === itemsIn(recorded)
        ? { ...recorded, data: replacement.data }
        : recorded
    },
  },
  {
    reason:
      '[AP-10.7] The rules for onlookers are those of 0.6.7: HintGame can join, and onlookers can neither check nor reach a goal.',
    where: { 'server038-old-client.old-ap038-3p': [32, 34, 35] },
    skipped: { 'server038-same-slot.old-ap038-3p': [8, 16, 18, 27, 28] },
    // An old PopTracker receives no texts.
    adapt: (recorded, { client }) =>
      client === 'pop' && recorded.cmd === 'PrintJSON' ? undefined : recorded,
  },
  {
    reason: '[AP-10.8] Texts about joining and leaving are worded as in 0.6.7.',
    where: throughout(server038Recordings),
    adapt(recorded, { ours }) {
      const replacement = ours.find((packet) => wordedAs038(textOf(packet)) === textOf(recorded))
      if (!replacement || !isText(recorded) || textOf(replacement) === textOf(recorded)) return recorded
      return recorded.cmd === 'Print'
        ? { ...recorded, text: replacement.text }
        : { ...recorded, data: replacement.data }
    },
  },
  {
    reason:
      '[AP-10.9] Everybody gets the additions since 0.3.8: fields, types of texts, `_read_client_status`.',
    where: throughout(server038Recordings),
    adapt: (recorded, { ours }) => ours.find((packet) => isExtended(packet, recorded)) ?? recorded,
    isExtra: ({ cmd, key }) => cmd === 'SetReply' && `${key}`.startsWith('_read_client_status'),
  },
  {
    reason:
      '[AP-10.10] Items of one packet of checks are sorted by receiver, item and location; 0.3.8 kept the order of the checks.',
    where: { 'server038-goal.old-ap038-3p': [14, 18, 22, 26], 'server038-same-slot.old-ap038-3p': [13] },
    adapt(recorded, { ours, before }) {
      if (recorded.cmd === 'ReceivedItems')
        return ours.find((packet) => hasSameItems(packet, recorded)) ?? recorded
      if (recorded.type !== 'ItemSend') return recorded
      const sends = ours.filter(({ type }) => type === 'ItemSend')
      const place = before.filter(({ type }) => type === 'ItemSend').length
      return sends.some((send) => isSame(send, recorded)) ? sends[place] : recorded
    },
  },
]

function isText({ cmd }: Packet): boolean {
  return cmd === 'PrintJSON' || cmd === 'Print'
}

function isGo(packet: Packet): boolean {
  return textOf(packet) === '[Server]: GO'
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function onlyArchipelago(recorded: Packet): Packet {
  const { Archipelago } = (recorded.data as { games: { Archipelago?: { version: number } } }).games
  if (!Archipelago) return { cmd: 'DataPackage', data: { games: {} } }
  const { version, ...names } = Archipelago
  const checksum = 'ac9141e9ad0318df2fa27da5f20c50a842afeecb'
  return { cmd: 'DataPackage', data: { games: { Archipelago: { ...names, checksum } } } }
}

function itemsIn(packet: Packet): number {
  return textOf(packet).split(', ').length
}

/**
 * Rewords a text as in version 0.3.8, which has an extra bracket, the same verb for all clients, and fewer details
 * about a client that leaves.
 */
function wordedAs038(text: string): string {
  return text
    .replace(/(viewing|hinting) (.* has joined)/, 'playing $2')
    .replace(/ has joined\. .*\]\)?\.$/, (joined) => joined.replace(/\]\.$/, ']).'))
    .replace(/ has (left|stopped \w+) the game\. .*$/, ' has left the game')
}

/** Whether `packet` equals `recorded`, apart from additional fields, and from statuses where `recorded` has null. */
function isExtended(packet: Packet, recorded: Packet): boolean {
  if (packet.cmd !== recorded.cmd || !extendedCommands.includes(recorded.cmd)) return false
  if (recorded.cmd === 'Retrieved') return isStatuses(packet.keys) && isSame(keysOf(packet), keysOf(recorded))
  const [ours, theirs] = [comparable(packet), comparable(recorded)]
  const recordedFields = Object.keys(theirs).filter((field) => !serverFields.includes(field))
  return recordedFields.every((field) => isSame(ours[field], theirs[field])) && hasMore(ours, theirs)
}

const extendedCommands = ['RoomInfo', 'Connected', 'PrintJSON', 'Retrieved']
/** Fields of RoomInfo in which each server describes itself. */
const serverFields = ['games', 'version', 'datapackage_versions']

function hasMore(packet: Packet, recorded: Packet): boolean {
  const fields = Object.keys(packet)
  return (
    Object.keys(recorded).every((field) => fields.includes(field)) &&
    fields.length > Object.keys(recorded).length
  )
}

function isStatuses(keys: unknown): boolean {
  return Object.keys(keys as object).every((key) => key.startsWith('_read_client_status'))
}

function keysOf({ keys }: Packet): readonly string[] {
  return Object.keys(keys as object)
}

function hasSameItems(packet: Packet, recorded: Packet): boolean {
  const sorted = ({ items }: Packet) =>
    (items as readonly unknown[]).map((item) => JSON.stringify(item)).sort()
  return (
    packet.cmd === 'ReceivedItems' &&
    packet.index === recorded.index &&
    isSame(sorted(packet), sorted(recorded))
  )
}

export function differencesIn(recording: string, step: number): readonly Difference[] {
  return differences.filter(({ where }) => {
    const steps = where[recording]
    return steps === 'throughout' || steps?.includes(step)
  })
}

export function skippedBy(recording: string, step: number): Difference | undefined {
  return differences.find(({ skipped }) => skipped?.[recording]?.includes(step))
}
