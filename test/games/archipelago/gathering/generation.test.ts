import { describe, expect, test } from 'vitest'
import { TransactionStore } from '../../../../durable-objects/storage/records.ts'
import type { ActionAuthor, ActionDone, ActionRefusal } from '../../../../games/actions.ts'
import { createRoom } from '../../../../games/archipelago/create-room.ts'
import { Generation } from '../../../../games/archipelago/gathering/generation.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import type { CreateRoomInput } from '../../../../games/game.ts'
import { uploadedFile } from '../../../../games/shared/uploaded-file.ts'
import { RoomHarness } from '../../../room-harness.ts'
import { worldContext } from '../../world-context.ts'
import { readFixtureMultidata } from '../sample-multiworlds.ts'

const { stage } = archipelago.gathering!
const owner: ActionAuthor = { isOwner: true, newSecretDigest: 'x' }
const stranger: ActionAuthor = { isOwner: false, newSecretDigest: 'y' }

class Gathered {
  readonly harness: RoomHarness

  constructor(harness: RoomHarness) {
    this.harness = harness
  }

  /** A room with one file that accepts no more files. */
  static async closed(): Promise<Gathered> {
    const room = new Gathered(await RoomHarness.create(stage, {}))
    room.submit('Ann')
    room.harness.host.actions.applyOptions({ submissions: 'closed' })
    return room
  }

  act(name: string, fields: object, author = owner): ActionDone | ActionRefusal {
    return this.harness.host.actions.runAction(name, { params: {}, fields: fields as never, author })!
  }

  submit(name: string): void {
    const bytes = new TextEncoder().encode(`name: ${name}\ngame: Clique\nClique: {}\n`)
    const file = { name: 'a.yaml', bytes }
    this.harness.host.actions.runAction('submitFile', { params: {}, fields: {}, file, author: owner })
  }

  withdraw(id: string): void {
    this.harness.host.actions.runAction('takeBackFile', { params: { id }, fields: {}, author: owner })
  }

  /** Takes a lease of the generation for a worker. Returns the lease's fencing token. */
  take(worker = 'box'): number {
    const done = this.act('takeGeneration', { worker })
    if ('refused' in done) throw new Error(done.detail)
    return done.body!.fence as number
  }

  get state(): string {
    return this.read().generation.state
  }

  read() {
    const room = { url: '', createdAt: 0, publicIds: {}, ports: [] }
    return JSON.parse(this.harness.host.views.readEndpoint('yamls', {}, room)!)
  }

  /** Uploads a multiworld with this fencing token. Returns the refused field, or `started`. */
  async start(fence: number) {
    const input: CreateRoomInput = {
      options: {},
      files: new Map([['file', uploadedFile('a.archipelago', readFixtureMultidata('tiny-2p'))]]),
      gathered: new TransactionStore(this.harness.records, 'game/', new Map()),
      fence,
    }
    const created = await createRoom(input, worldContext({}))
    return 'refused' in created ? created.refused.field : 'started'
  }
}

describe('the generation of a room', () => {
  test('[AP-17.1] cannot be leased until the room accepts no more files and has files with different names', async () => {
    const room = new Gathered(await RoomHarness.create(stage, {}))
    const expectNoLease = (state: string) => {
      expect(room.state).toBe(state)
      expect(room.act('takeGeneration', { worker: 'box' })).toMatchObject({ refused: 'taken' })
    }
    expectNoLease('open')
    room.harness.host.actions.applyOptions({ submissions: 'closed' })
    expectNoLease('blocked')
    for (const name of ['Ann', 'P3', 'Bo', '"P{player}"']) room.submit(name)
    expect(room.state).toBe('waiting')
    room.withdraw('1')
    expectNoLease('blocked')
    room.harness.host.actions.applyOptions({ generate: false })
    expectNoLease('off')
  })

  test('[AP-17.1] can be leased by one worker at a time, with the token of the room or of the site', async () => {
    const room = await Gathered.closed()
    for (const [name, fields] of [
      ['takeGeneration', { worker: 'box' }],
      ['renewGeneration', { fence: 1 }],
      ['failGeneration', { fence: 1, text: '' }],
    ] as const)
      expect(room.act(name, fields, stranger)).toMatchObject({ refused: 'unauthorized' })
    expect(room.act('takeGeneration', { worker: 'box' })).toMatchObject({
      body: { fence: 1, seconds: 60 },
      log: 'box generates the multiworld',
    })
    expect(room.read().generation).toEqual({ state: 'running', worker: 'box' })
    expect(room.act('takeGeneration', { worker: 'other' })).toMatchObject({ refused: 'taken' })
  })

  test('[AP-17.1] can be leased by another worker only after the lease has expired, even if the room restarts', async () => {
    const room = await Gathered.closed()
    const first = room.take()
    room.harness.pass(50_000)
    expect(room.act('renewGeneration', { fence: first })).toMatchObject({ body: { fence: first } })
    room.harness.restart()
    room.harness.pass(50_000)
    expect(room.state).toBe('running')
    room.harness.pass(11_000)
    expect(room.state).toBe('waiting')
    // The lease has expired, but nobody else has taken it.
    expect(room.act('renewGeneration', { fence: first })).toMatchObject({ body: { fence: first } })
    room.harness.pass(61_000)
    expect(room.take('other')).toBe(first + 1)
    expect(room.act('renewGeneration', { fence: first })).toMatchObject({ refused: 'taken' })
    expect(room.act('failGeneration', { fence: first, text: 'late' })).toMatchObject({ refused: 'taken' })
    expect(await room.start(first)).toBe('fence')
    expect(await room.start(first + 1)).toBe('started')
  })

  test('[AP-17.1] never has a lease of more than a minute, even if the clock is set back', async () => {
    const room = await Gathered.closed()
    const generation = new Generation(new TransactionStore(room.harness.records, 'game/', new Map()))
    generation.take('box', 86_400_000)
    expect(generation.leaseAt(86_459_999)).toMatchObject({ worker: 'box' })
    expect([generation.leaseAt(86_460_000), generation.leaseAt(0)]).toEqual([undefined, undefined])
  })

  test('[AP-17.2] starts the game only with the latest lease’s fencing token, even if the lease has expired', async () => {
    const room = await Gathered.closed()
    const fence = room.take()
    room.harness.pass(120_000)
    expect(await room.start(fence)).toBe('started')
    for (const other of [fence - 1, fence + 1, 999]) expect(await room.start(other)).toBe('fence')
  })

  test.each<[what: string, change: (room: Gathered) => unknown]>([
    ['a new file', (room) => room.submit('Bo')],
    [
      'a withdrawn file',
      (room) => {
        room.submit('Bo')
        room.take()
        room.withdraw('2')
      },
    ],
    ['reopening the room', (room) => room.harness.host.actions.applyOptions({ submissions: 'open' })],
    ['the option generate', (room) => room.harness.host.actions.applyOptions({ generate: false })],
    ['the host’s retry', (room) => room.harness.host.actions.runConsoleCommand('/retry')],
  ])('[AP-17.2] loses its lease after %s', async (_what, change) => {
    const room = await Gathered.closed()
    const fence = room.take()
    change(room)
    room.harness.restart()
    expect(room.act('renewGeneration', { fence })).toMatchObject({ refused: 'taken' })
    expect(await room.start(fence)).toBe('fence')
  })

  test('[AP-17.2] keeps its lease when options change that do not affect the generation', async () => {
    const room = await Gathered.closed()
    const fence = room.take()
    room.harness.host.actions.applyOptions({ max_slots: 7 })
    expect(await room.start(fence)).toBe('started')
  })

  test('[AP-17.3] that failed waits for the host or for changed files, and only the host sees the reason', async () => {
    const room = await Gathered.closed()
    const say = (line: string) => room.harness.host.actions.runConsoleCommand(line)!
    expect(say('/generation')[0]).toContain('The room waits for a worker')
    const text = `Traceback\n/home/host/Archipelago/x.py\nFillError: ${'no room '.repeat(50)}`
    const log = room.act('failGeneration', { fence: room.take(), text })
    expect(log).toMatchObject({ log: expect.stringMatching(/^the generation failed: FillError: .{189}$/) })
    room.harness.restart()
    expect(room.read().generation).toEqual({ state: 'failed', worker: '' })
    expect(JSON.stringify(room.read())).not.toContain('/home/host')
    expect(room.harness.news).toEqual([
      { kind: 'end', text: 'The generation failed. The host page shows the error.' },
    ])
    expect(room.act('takeGeneration', { worker: 'box' })).toMatchObject({ refused: 'taken' })
    expect(say('/generation')).toEqual([expect.stringContaining('by box failed'), text])
    expect(say('/retry')[0]).toContain('The room waits for a worker')
    room.act('failGeneration', { fence: room.take(), text })
    room.submit('Bo')
    expect(room.state).toBe('waiting')
    expect(say('hello')).toContain('Unknown command. The game has not started yet. The commands are:')
  })
})
