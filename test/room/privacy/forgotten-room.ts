// For each game with a history, a room in which one player has played, talked and been reported, and another player is
// the witness.
import { inflateSync } from 'fflate'
import { expect } from 'vitest'
import { filmCompression } from '../../../durable-objects/storage/film-store.ts'
import * as arcane from '../../../games/arcane-sector/packets.ts'
import * as crossfire from '../../../games/crossfire/protocol/packets/index.ts'
import { readFromServer } from '../../../games/doom-2077/datagrams/datagram.ts'
import * as doom from '../../../games/doom-2077/packets.ts'
import { weapons } from '../../../games/doom-2077/weapons/weapons.ts'
import type { Frame } from '../../../games/game.ts'
import { decodeClip } from '../../../wire/film/film-clip.ts'
import { decodeFilmSegment } from '../../../wire/film/film-segment.ts'
import { corridor, rawLumps, things, wadOf } from '../../games/doom-2077/map/level/small-maps.ts'
import { cheapSecrets } from '../../room-context.ts'
import { kinds, type Person, type RoomFixture } from '../games/game-fixtures.ts'
import { created, played } from '../games/played-room.ts'
import type { MemoryRoom } from '../in-memory-room.ts'
import type { MemorySocket } from '../memory-socket.ts'

/** How players of a game talk, and how the player who will be erased is identified. */
export interface ForgottenKind {
  readonly kind: RoomFixture
  readonly person: Person
  readonly witness: Person
  /** The identifier in requests for the player's data, if it is not the name. */
  readonly asked?: string
  /** The name under which other players see the player, if the game has assigned another name. */
  readonly known?: string
  readonly say: (text: string) => Frame
  readonly report: (name: string) => Frame
  /** Frames that the player sends before talking. */
  readonly first?: (memory: MemoryRoom) => Promise<readonly Frame[]>
  /** The frame with which the witness hits the player: seven of them kill. */
  readonly hit?: (player: MemorySocket, witness: MemorySocket) => Frame
}

/** Names that cannot occur in the data by chance. */
const person: Person = { name: 'Zaphodia', number: 7 }
const witness: Person = { name: 'Trillian', number: 8 }
const kindOf = (game: string) => kinds.find((kind) => kind.game === game)!

const crossfireCommand = (command: string) =>
  crossfire.fromClient.encode({ type: 'ncom', packet: 1, repeat: 0, text: command })
const arcaneWords = (text: string) => arcane.fromClient.encode({ type: 'SAYS', packetId: 0n, text })
const slotWords = (text: string) => JSON.stringify([{ cmd: 'Say', text }])
/** Slots of the multiworld. Their names belong to the multiworld and not to players. */
const [firstSlot, secondSlot] = ['Alice', 'Bob']
const claimSecret = 'the secret of a claim'
const doomWords = (msg: string) => doom.fromClient.encode({ type: 'CHAT', msg })

/** A map of one room with two starts, in which all players see each other. */
const hall = wadOf([
  'MAP01',
  rawLumps({ ...corridor([{ width: 1024 }]), things: things('128,128,90,11 896,128,90,11') }),
])
const pistol = 1
const hits = 7

const messagesTo = ({ received }: MemorySocket) =>
  received.flatMap((frame) => readFromServer(frame as Uint8Array).messages)
const idOf = (player: MemorySocket) => messagesTo(player).find((message) => message.type === 'ACPT')!.playerId

/** The frame with which the killer's client shoots while the killer stands still. */
function pistolShot(player: MemorySocket, killer: MemorySocket): Uint8Array {
  const own = idOf(killer)
  const { playerId: _, ...place } = messagesTo(killer).findLast(
    (message) => message.type === 'MOVE' && message.playerId === own,
  ) as Extract<doom.FromServer, { readonly type: 'MOVE' }>
  const { damage } = weapons[pistol]!
  const messages: readonly doom.FromClient[] = [
    place,
    { type: 'FIRE', weapon: pistol },
    { type: 'DAMG', playerId: idOf(player), weapon: pistol, damage },
  ]
  return Buffer.concat(messages.map((message) => doom.fromClient.encode(message)))
}

export const forgottenKinds: readonly ForgottenKind[] = [
  {
    ...{ kind: kindOf('crossfire'), person, witness },
    say: (text) => crossfireCommand(`shout ${text}`),
    report: (name) => crossfireCommand(`report ${name} shouts`),
  },
  {
    ...{ kind: kindOf('arcane-sector'), person, witness, asked: '7' },
    say: arcaneWords,
    report: (name) => arcaneWords(`/report ${name} talks`),
  },
  {
    kind: { ...kindOf('doom-2077'), sent: { file: hall } },
    ...{ person, witness },
    say: doomWords,
    report: (name) => doomWords(`/report ${name} talks`),
    hit: pistolShot,
  },
  {
    kind: kindOf('archipelago'),
    ...{
      person: { name: firstSlot, number: 0 },
      witness: { name: secondSlot, number: 0 },
      known: person.name,
    },
    say: slotWords,
    report: (name) => slotWords(`!report ${name} talks`),
    first: async ({ room }) => {
      const fields = { called: `${person.name} B`, discord: '123456789012345678', note: 'no towel' }
      const author = { isOwner: false, newSecretDigest: await cheapSecrets.digest(claimSecret) }
      const call = { name: 'claim', address, params: { slot: '1' }, fields, author }
      expect(await room.calls.runAction(call)).toMatchObject({ issuesSecret: true })
      return [slotWords(`!alias ${person.name}`)]
    },
  },
]

export const address = '203.0.113.77'
const witnessAddress = '198.51.100.9'
export const words = 'vogonpoetry'

export interface ForgottenRoom {
  readonly memory: MemoryRoom
  readonly player: MemorySocket
  readonly witness: MemorySocket
  /** A time at which the player was connected, in milliseconds since 1970. */
  readonly before: number
}

/** The name that the erasure must remove from all data. */
export function knownAs({ known, person }: ForgottenKind): string {
  return known ?? person.name
}

/**
 * A room that player and witness have joined. The player has talked, and the witness has reported the player. `killed`:
 * the witness has also killed the player, in a game with `hit`.
 */
export async function forgottenRoom(
  forgotten: ForgottenKind,
  { killed = false } = {},
): Promise<ForgottenRoom> {
  const { kind, person, witness } = forgotten
  const memory = await created(kind)
  await memory.room.patch({ options: { history: '24h', film: true } })
  memory.clock.pass(1000)
  const player = await played(kind, memory, { ...person, address })
  const other = await played(kind, memory, { ...witness, address: witnessAddress, others: 1 })
  const send = (socket: MemorySocket, frame: Frame, pause = 3000) => {
    memory.room.socketMessage(socket, frame)
    memory.clock.pass(pause)
  }
  if (killed && forgotten.hit) {
    for (let n = 0; n < hits; n++) {
      send(other, forgotten.hit(player, other), 600)
      // After this time the transaction of the chat line is written.
      await null
    }
    const { lines } = (await memory.room.readTimeline(0))!
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'death', text: expect.stringContaining(knownAs(forgotten)) }),
    )
  }
  for (const frame of (await forgotten.first?.(memory)) ?? []) send(player, frame)
  send(player, forgotten.say(words))
  const known = knownAs(forgotten)
  send(other, forgotten.say(`hello ${known}`))
  send(other, forgotten.report(known))
  memory.clock.pass(5000)
  const before = memory.clock.now()
  memory.clock.pass(5000)
  return { memory, player, witness: other, before }
}

/** All texts in an export or on the disk, in lower case. The rows of the history are unpacked. */
export function textsOf(records: Iterable<readonly [key: string, value: string | Uint8Array]>): string {
  const texts: string[] = []
  for (const [key, value] of records) {
    const bytes = typeof value === 'string' ? undefined : Buffer.from(value)
    const content = bytes && unpacked(key, bytes)
    texts.push(`${key} ${content ? `${content.toString('utf8')} ${content.toString('utf16le')}` : value}`)
  }
  return texts.join('\n').toLowerCase()
}

function unpacked(key: string, bytes: Buffer): Buffer {
  if (key.startsWith('history/')) return Buffer.from(inflateSync(bytes.subarray(4)))
  if (!key.startsWith('film/') && !key.startsWith('clip/')) return bytes
  const segments = key.startsWith('clip/') ? decodeClip(bytes).segments : [bytes]
  const messages = segments.flatMap((segment) => decodeFilmSegment(segment, filmCompression).messages)
  return Buffer.concat(messages.map(({ message }) => Buffer.from(message)))
}

export function keysWith(
  records: Iterable<readonly [key: string, value: string | Uint8Array]>,
  text: string,
): string[] {
  return Array.from(records).flatMap(([key, value]) =>
    textsOf([[key, value]]).includes(text.toLowerCase()) ? [key] : [],
  )
}

export function recordsIn(file: Uint8Array): (readonly [key: string, value: string | Uint8Array])[] {
  const lines = new TextDecoder().decode(file).trimEnd().split('\n')
  return lines.map((line) => {
    const { key = '', text, bytes } = JSON.parse(line) as { key?: string; text?: string; bytes?: string }
    return [key, bytes === undefined ? (text ?? line) : Buffer.from(bytes, 'base64')] as const
  })
}
