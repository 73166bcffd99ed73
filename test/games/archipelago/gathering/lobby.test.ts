import { describe, expect, test } from 'vitest'
import type { ActionAuthor, ActionDone, ActionRefusal } from '../../../../games/actions.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import type { Options } from '../../../../games/game.ts'
import { uploadedFile } from '../../../../games/shared/uploaded-file.ts'
import { listZipEntries, unpackEntry } from '../../../../games/shared/zip.ts'
import { RoomHarness } from '../../../room-harness.ts'

const { stage } = archipelago.gathering!
const clique = (...names: string[]) =>
  names.map((name) => `name: ${name}\ngame: Clique\nClique: {}\n`).join('---\n')

let secrets = 0
const stranger = (): ActionAuthor => ({ isOwner: false, newSecretDigest: `digest ${++secrets}` })
const withSecret = (secretDigest: string): ActionAuthor => ({ ...stranger(), secretDigest })
const host = (): ActionAuthor => ({ ...stranger(), isOwner: true })

class TestLobby {
  readonly harness: RoomHarness

  constructor(harness: RoomHarness) {
    this.harness = harness
  }

  static async open(options: Options = {}): Promise<TestLobby> {
    return new TestLobby(await RoomHarness.create(stage, { options }))
  }

  act(
    name: string,
    author: ActionAuthor,
    text = '',
    id = 0,
    fields: object = {},
  ): ActionDone | ActionRefusal {
    const file = { name: 'ann.yaml', bytes: new TextEncoder().encode(text) }
    return this.harness.host.actions.runAction(name, {
      params: { id: `${id}` },
      fields: fields as never,
      file,
      author,
    })!
  }

  submitFile(text: string, author = stranger(), fields: object = {}): ActionDone | ActionRefusal {
    return this.act('submitFile', author, text, 0, fields)
  }

  read() {
    const room = { url: '', createdAt: 0, publicIds: {}, ports: [] }
    return JSON.parse(this.harness.host.views.readEndpoint('yamls', {}, room)!)
  }

  /** The files in the download of all submitted files. */
  get download(): readonly (readonly [name: string, text: string])[] {
    const file = this.harness.host.views.files.find(({ name }) => name === 'yamls.zip')
    if (!file) return []
    expect(file.secret).toBe(true)
    const zip = uploadedFile('', file.body() as Uint8Array)
    const entries = listZipEntries(zip, { entries: 9999, bytes: 1e9 })
    return entries.map((entry) => [entry.path, new TextDecoder().decode(unpackEntry(zip, entry))] as const)
  }
}

describe('a lobby', () => {
  test('[AP-16.3] refuses names of slots and players that could be mistaken for the host or the server', async () => {
    const lobby = await TestLobby.open()
    expect(lobby.submitFile(clique('Ann', 'H0st'))).toMatchObject({
      refused: 'refused',
      field: 'file',
      detail: expect.stringContaining('H0st'),
    })
    expect(lobby.submitFile(clique('Ann'), stranger(), { called: 'Server' })).toMatchObject({
      refused: 'refused',
      field: 'called',
    })
    const author = stranger()
    expect(lobby.submitFile(clique('Ann'), author)).toMatchObject({ body: { id: 1 } })
    const replaced = lobby.act('replaceFile', withSecret(author.newSecretDigest), clique('System'), 1)
    expect(replaced).toMatchObject({ refused: 'refused', field: 'file' })
  })

  test('[AP-16.1] accepts a file from anybody, returns its secret, and shows its slots but neither its secret nor its text', async () => {
    const lobby = await TestLobby.open()
    const author = stranger()
    expect(
      lobby.submitFile(clique('Ann', 'Ann{number}'), author, {
        called: ' Ann ',
        discord: '123456789012345678',
      }),
    ).toEqual({
      body: {
        id: 1,
        slots: [
          { slot: 1, names: ['Ann'], games: ['Clique'] },
          { slot: 2, names: ['Ann1'], games: ['Clique'] },
        ],
        warnings: [],
      },
      issuesSecret: true,
      page: 'yamls/1',
      log: 'Ann submitted file 1 with 2 slots',
    })
    const read = lobby.read()
    expect(read).toMatchObject({ stage: 'gathering', open: true, maxSlots: 2000 })
    expect(read.files).toMatchObject([
      { id: 1, file: 'ann.yaml', called: 'Ann', discord: '123456789012345678' },
    ])
    expect(JSON.stringify(read)).not.toMatch(/digest|Clique: {}/)
    expect(lobby.harness.host.view).toEqual({ files: 1, slots: 2, open: true })
  })

  test('[AP-16.1] lets only the host and holders of a file’s secret replace or withdraw the file', async () => {
    const lobby = await TestLobby.open()
    const author = stranger()
    lobby.submitFile(clique('Ann'), author)
    for (const other of [stranger(), withSecret('another')])
      for (const action of ['replaceFile', 'takeBackFile'])
        expect(lobby.act(action, other, clique('Eve'), 1)).toMatchObject({ refused: 'unauthorized' })
    const own = withSecret(author.newSecretDigest)
    expect(lobby.act('replaceFile', own, clique('Anna'), 1)).toMatchObject({
      body: { slots: [{ names: ['Anna'] }] },
    })
    expect(lobby.act('replaceFile', host(), clique('Anne'), 1)).toMatchObject({ page: 'yamls/1' })
    expect(lobby.act('takeBackFile', own, '', 1)).toMatchObject({ page: '' })
    expect(lobby.act('takeBackFile', own, '', 1)).toMatchObject({ refused: 'not-found' })
    expect(lobby.read().files).toEqual([])
    expect(lobby.download).toEqual([])
    lobby.submitFile(clique('Bo'))
    expect(lobby.read().files[0].id).toBe(2)
  })

  test('[AP-16.1] uses one secret for several files of one player', async () => {
    const lobby = await TestLobby.open()
    const author = stranger()
    lobby.submitFile(clique('Ann'), author)
    const own = withSecret(author.newSecretDigest)
    expect(lobby.submitFile(clique('Bo'), own)).not.toHaveProperty('issuesSecret')
    expect(lobby.act('takeBackFile', own, '', 2)).toMatchObject({ page: '' })
  })

  test('[AP-16.2] reports the error in a file, and keeps the old file if the replacement has an error', async () => {
    const lobby = await TestLobby.open({ slots_per_file: 2, max_slots: 3, games: ['Clique'] })
    const author = stranger()
    const wrong = (text: string) => ({
      refused: 'refused',
      field: 'file',
      detail: expect.stringContaining(text),
    })
    expect(lobby.submitFile('name: Ann', author)).toEqual(wrong('game is missing'))
    expect(lobby.submitFile(clique('A', 'B', 'C'), author)).toEqual(wrong('at most 2 slots'))
    lobby.submitFile(clique('A', 'B'), author)
    expect(lobby.submitFile(clique('C', 'D'))).toEqual(wrong('the room can have at most 3 slots'))
    const own = withSecret(author.newSecretDigest)
    expect(lobby.act('replaceFile', own, 'name: [', 1)).toMatchObject({ refused: 'refused' })
    expect(lobby.read().files[0].slots).toMatchObject([{ names: ['A'] }, { names: ['B'] }])
    lobby.submitFile(clique('C'))
    expect(lobby.act('replaceFile', own, clique('A'), 1)).toMatchObject({ body: { id: 1 } })
  })

  test('[AP-16.3] refuses a name that equals another name after expansion, and lists names that become equal when a file is withdrawn', async () => {
    const lobby = await TestLobby.open()
    const first = stranger()
    lobby.submitFile(clique('X'), first)
    lobby.submitFile(clique('P3'))
    expect(lobby.submitFile(clique('"P{player}"'))).toEqual({
      refused: 'taken',
      field: 'name',
      detail: 'the name P3 is used in another file: choose another one',
    })
    expect(lobby.submitFile(clique('q', 'Q'))).toMatchObject({
      detail: 'the name Q is used twice in this file: choose another one',
    })
    expect(lobby.submitFile(clique('Y', '"P{player}"'))).toMatchObject({ page: 'yamls/3' })
    expect(lobby.read().conflicts).toEqual([])
    expect(lobby.act('takeBackFile', withSecret(first.newSecretDigest), '', 1)).toMatchObject({ page: '' })
    expect(lobby.read().conflicts).toEqual([{ name: 'P3', slots: [1, 3] }])
  })

  test('[AP-16.1] refuses a file with which the files of the room would have too many possible names', async () => {
    const lobby = await TestLobby.open({ slots_per_file: 100 })
    const names = Array.from({ length: 100 }, (_, i) => `n${i}`).join(', ')
    const file = Array.from({ length: 100 }, () => `name: [${names}]\ngame: x\n`).join('---\n')
    for (const id of [1, 2]) expect(lobby.submitFile(file)).toMatchObject({ page: `yamls/${id}` })
    expect(lobby.submitFile(clique('Ann'))).toEqual({
      refused: 'refused',
      field: 'file',
      detail: 'the files of this room have too many possible names',
    })
    expect(lobby.act('replaceFile', host(), clique('Ann'), 1)).toMatchObject({ page: 'yamls/1' })
  })

  test('[AP-16.4] closes at the time of closes_at, announces its closing once, and then lets only the host change files', async () => {
    const lobby = await TestLobby.open()
    const { harness } = lobby
    const closesAt = new Date(harness.clock.now() + 60_000).toISOString()
    harness.host.actions.applyOptions({ closes_at: closesAt })
    lobby.submitFile(clique('Ann'))
    harness.pass(59_000)
    expect(lobby.read()).toMatchObject({ open: true, closesAt })
    expect(harness.news).toEqual([])
    harness.pass(2000)
    expect(lobby.read()).toMatchObject({ open: false })
    const announced = [{ kind: 'end', text: 'No more files are accepted. Files: 1. Slots: 1.' }]
    expect(harness.news).toEqual(announced)
    expect(lobby.submitFile(clique('Bo'))).toMatchObject({ refused: 'refused' })
    expect(lobby.act('takeBackFile', host(), '', 9)).toMatchObject({ refused: 'not-found' })
    expect(lobby.submitFile(clique('Cyd'), host())).toMatchObject({ page: 'yamls/2' })
    harness.restart()
    harness.pass(60_000)
    expect(harness.news).toEqual(announced)
    expect(lobby.read().files).toHaveLength(2)
    harness.host.actions.applyOptions({ closes_at: null, submissions: 'closed' })
    expect(lobby.submitFile(clique('Dee'))).toMatchObject({ refused: 'refused' })
  })

  test('[AP-16.5] is downloaded as a zip whose files the generator sorts in the order of slots on the page', async () => {
    const lobby = await TestLobby.open()
    const texts = ['Zoe', 'ann', 'Bo/../x', 'Ünal'].map((name) => `# ${name}\n${clique(`"${name}"`)}`)
    for (const [i, text] of texts.entries())
      lobby.submitFile(text, stranger(), { called: ['Zoe', 'ann', 'Bo/../x', 'Ü'][i] })
    const sorted = lobby.download.toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(sorted.map(([, text]) => text)).toEqual(texts)
    expect(sorted.map(([name]) => name).join(' ')).toBe(
      '000001-Zoe.yaml 000002-ann.yaml 000003-Bo_x.yaml 000004-_.yaml',
    )
    expect(lobby.read().files).toMatchObject([1, 2, 3, 4].map((slot) => ({ slots: [{ slot }] })))
  })

  test('[AP-16.8] tells a game client to wait, and disconnects it', async () => {
    const lobby = await TestLobby.open()
    const client = lobby.harness.client('websocket')
    lobby.harness.pass(100)
    expect(String(client.received[0])).toContain('not generated yet')
    expect(client.closedFor).toBe('not started')
    expect(lobby.harness.host.sessionCount).toBe(0)
  })

  test('[AP-16.4] refuses invalid closing times and days that do not exist, and accepts valid ones', async () => {
    for (const closes_at of ['tomorrow', '2026-13-01T00:00:00Z', '2026-12-24', '2026-12-24T25:00:00Z', 7])
      await expect(TestLobby.open({ closes_at })).rejects.toThrow('closes_at')
    for (const day of ['2026-02-29', '2028-02-30', '2100-02-29', '2026-04-31', '2026-06-00', '2026-12-32'])
      await expect(TestLobby.open({ closes_at: `${day}T00:00:00Z` })).rejects.toThrow('closes_at')
    for (const day of ['2028-02-29', '2000-02-29', '2026-12-31', '2026-01-30', '2026-04-30', '1969-12-31']) {
      const lobby = await TestLobby.open({ closes_at: `${day}T01:02:03Z` })
      expect(lobby.read()).toMatchObject({ closesAt: `${day}T01:02:03.000Z` })
    }
  })
})
