// The map of the browser client, which remembers more cells than older clients. [CF-5.10]

import { expect, it } from 'vitest'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import type { VisibleCell } from '../../../../../games/crossfire/model/view/player-view.ts'
import { defaultClientSettings } from '../../../../../games/crossfire/protocol/dialects/client-settings.ts'
import { ModernDialect } from '../../../../../games/crossfire/protocol/dialects/dialect-modern.ts'
import type { FromServer } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket, ServerPacket } from '../../harness/test-client.ts'

interface Kept {
  seen: boolean
  readonly faces: Map<number, number>
  labels: string[]
}

/**
 * A client that ignores the newmap after its own mapsize and keeps its map. The client remembers a cleared space until
 * the next change of the space, which removes its faces but not its labels. Cells that leave the view by a scroll stay
 * unchanged beside the view.
 */
class ReceivedMap {
  readonly #cells = new Map<string, Kept>()
  readonly #client: Client
  #left = 0
  #top = 0
  #ownNewMaps = 0

  constructor(client: Client) {
    this.#client = client
  }

  resize(town: Town, mapsize: string): void {
    const { width, height } = this.#client
    const received = town.setUp(this.#client, { mapsize })
    this.#left += (width >> 1) - (this.#client.width >> 1)
    this.#top += (height >> 1) - (this.#client.height >> 1)
    this.#ownNewMaps++
    this.take(received)
  }

  take(received: readonly ReceivedPacket[]): void {
    for (const packet of received) {
      if (packet.type === 'newmap') {
        if (this.#ownNewMaps > 0) this.#ownNewMaps--
        else this.#cells.clear()
      }
      if (packet.type !== 'map2') continue
      this.#left += packet.scroll?.dx ?? 0
      this.#top += packet.scroll?.dy ?? 0
      for (const space of packet.spaces) this.#takeSpace(space)
    }
  }

  /** The faces that the client shows at a cell, the topmost first. */
  facesAt(x: number, y: number): number[] {
    const kept = this.#cells.get(`${this.#left + x},${this.#top + y}`)
    return kept?.seen ? [...kept.faces].sort(([a], [b]) => b - a).map(([, face]) => face) : []
  }

  /** All labels that the client shows, inside and outside of the view. */
  get written(): string[] {
    return [...this.#cells.values()].flatMap(({ seen, labels }) => (seen ? labels : [])).sort()
  }

  #takeSpace({ x, y, changes }: ServerPacket<'map2'>['spaces'][number]): void {
    const place = `${this.#left + x},${this.#top + y}`
    const kept = this.#cells.get(place) ?? { seen: true, faces: new Map(), labels: [] }
    this.#cells.set(place, kept)
    if (!kept.seen) kept.faces.clear()
    kept.seen = true
    const labels = changes.flatMap((each) => (each.change === 'label' ? [each] : []))
    if (labels.length > 0) kept.labels = labels.filter(({ kind }) => kind !== 'none').map(({ text }) => text)
    for (const change of changes) {
      if (change.change === 'clear') kept.seen = false
      if (change.change === 'face' && change.face === 0) kept.faces.delete(change.layer)
      else if (change.change === 'face') kept.faces.set(change.layer, change.face)
      if (change.change === 'animation')
        kept.faces.set(change.layer, this.#client.animations.get(change.anim)![0]!)
    }
  }
}

async function annAndBob() {
  const [town, ann] = await Town.with('Ann', [], '21x21')
  const kept = new ReceivedMap(ann)
  kept.take(ann.send({ type: 'version', cs: 1023, sc: 1030, info: 'test' }))
  kept.resize(town, '21x21')
  const bob = await town.joined('Bob')
  kept.take(ann.pass(130))
  expect(kept.written).toContain('Bob')
  return { town, ann, bob, kept }
}

it('[CF-3.11] after a new view size the client keeps no cells that changed while they were outside the view', async () => {
  const { town, ann, bob, kept } = await annAndBob()
  // The cell is outside the small view and inside the large view.
  for (let steps = 0; steps < 6; steps++) bob.do('south')
  kept.take(ann.pass(130))
  kept.resize(town, '9x9')
  bob.peer.hangUp()
  kept.take(ann.pass(5_000))
  kept.resize(town, '21x21')
  expect(kept.written).not.toContain('Bob')
  for (let x = 0; x < 21; x++)
    for (let y = 0; y < 21; y++) expect(kept.facesAt(x, y), `${x},${y}`).toEqual(ann.facesAt(x, y))
  expect(town.faults).toEqual([])
})

it('[CF-3.11] the server clears only cells that the client has received', async () => {
  const [town, ann] = await Town.with('Ann', ['starting_map inn'], '25x25')
  const before = [...ann.cells.keys()].sort()
  const received = town.setUp(ann, { mapsize: '25x25' })
  const spaces = received.flatMap((packet) => (packet.type === 'map2' ? packet.spaces : []))
  const empty = spaces.filter(({ changes }) => changes.some(({ change }) => change === 'clear'))
  expect(empty.map(({ x, y }) => `${x},${y}`).sort()).toEqual(before)
  expect(before.length).toBeLessThan(25 * 25)
})

it('[CF-5.10] a player who is out of view after a scroll leaves no label, at once or later', async () => {
  const { town, ann, bob, kept } = await annAndBob()
  kept.resize(town, '9x9')
  kept.take(ann.pass(130))
  expect(kept.written).toContain('Bob')
  for (let steps = 0; steps < 6; steps++) kept.take(ann.do('south'))
  expect(kept.written).not.toContain('Bob')
  bob.peer.hangUp()
  for (let steps = 0; steps < 6; steps++) kept.take(ann.do('north'))
  expect(kept.written).not.toContain('Bob')
  expect(kept.facesAt(4, 4)).toEqual(ann.facesAt(4, 4))
  expect(town.faults).toEqual([])
})

it('[CF-5.12] map2 removes the label of a cell before it clears the cell', () => {
  const sent: FromServer[] = []
  const send = (packet: FromServer) => void sent.push(packet)
  const today = (sc: number) =>
    new ModernDialect({
      send,
      clientSettings: defaultClientSettings,
      serverProtocolVersion: sc,
      faceMode: 0,
      wantsSound: false,
      gallery: builtinGallery,
    })
  const cell: VisibleCell = { visibleFaces: [], darkness: 0 }
  const labels = [{ kind: 'npc', text: 'child' }] as const
  const gone = (before: Partial<VisibleCell>) => [
    { x: 1, y: 2, before: { ...cell, ...before }, after: undefined },
  ]
  today(1030).sendCells(gone({ labels }), undefined)
  today(1030).sendCells(gone({ labels: [] }), undefined)
  today(1029).sendCells(gone({}), undefined)
  const clear = { change: 'clear' }
  const unlabelled = { change: 'label', kind: 'none', text: '' }
  expect(sent.map((packet) => packet.type === 'map2' && packet.spaces[0]!.changes)).toEqual([
    [unlabelled, clear],
    [clear],
    [clear],
  ])
})
