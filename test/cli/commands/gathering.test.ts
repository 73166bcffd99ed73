import { readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine, roomEntry, startFakeWorker, useAdminToken } from '../fake-worker.ts'
import { temporaryFolder } from '../temporary-folder.ts'

useAdminToken()

const name = 'archipelago/friday'
const path = '/api/rooms/archipelago/friday'
const file = {
  ...{
    id: 3,
    file: 'ann.yaml',
    called: 'Ann\u001b[2J',
    discord: '',
    at: '2026-11-28T10:00:00.000Z',
    bytes: 90,
  },
  slots: [
    { slot: 1, names: ['Ann'], games: ['Clique'], requires: '' },
    { slot: 2, names: ['Bo', 'Cy'], games: ['Clique', 'VVVVVV'], requires: '' },
  ],
  warnings: ['slot 1: its triggers may change the names and games that are shown here'],
}
const lobby = {
  stage: 'gathering',
  open: true,
  closesAt: '2026-12-24T18:00:00Z',
  files: [file],
  conflicts: [],
}

function yamlFile(): string {
  const yaml = join(temporaryFolder(), 'ann.yaml')
  writeFileSync(yaml, 'name: Ann\ngame: Clique\nClique: {}\n')
  return yaml
}

test('room yamls lists the files, their errors, and the time until which they can be changed', async () => {
  const conflicts = [{ name: 'Ann', slots: [1, 4] }]
  const { url } = await startFakeWorker({ [`GET ${path}/yamls`]: { body: { ...lobby, conflicts } } })
  expect(await commandLine('room', 'yamls', name, '--url', url)).toEqual({
    code: 0,
    out: [
      '3  Ann·[2J  ann.yaml  2026-11-28T10:00:00.000Z  Ann (Clique), Bo or Cy (Clique or VVVVVV)  warning: slot 1: its triggers may change the names and games that are shown here',
    ],
    err: [
      'warning: slots 1 and 4 would both be called Ann',
      'players can submit files until 2026-12-24T18:00:00Z',
    ],
  })
  const { out } = await commandLine('room', 'yamls', name, '--url', url, '--json')
  expect(JSON.parse(out[0]!)).toMatchObject({ files: [{ id: 3 }] })
})

test('room yamls reports that there are no files, and that players can no longer submit files', async () => {
  const { url } = await startFakeWorker({
    [`GET ${path}/yamls`]: { body: { ...lobby, files: [], open: false } },
  })
  const { err } = await commandLine('room', 'yamls', name, '--url', url)
  expect(err).toEqual(['no files', 'players can no longer submit files'])
})

test('room yamls --zip writes the zip for the generator', async () => {
  const zip = new TextEncoder().encode('a zip')
  const { url, requests } = await startFakeWorker({
    [`GET ${path}/yamls.zip`]: { body: zip, type: 'application/zip' },
  })
  const to = join(temporaryFolder(), 'yamls.zip')
  const { out } = await commandLine('room', 'yamls', name, '--zip', to, '--url', url)
  expect(out).toEqual([`${to} has the files (5 bytes)`])
  expect(readFileSync(to, 'utf8')).toBe('a zip')
  expect(requests[0]!.authorization).toBe('Bearer secret')
  const lost = await commandLine('room', 'yamls', name, '--zip', join(to, 'x'), '--url', url)
  expect([lost.code, lost.err.length]).toEqual([1, 1])
  const link = join(temporaryFolder(), 'link')
  symlinkSync(to, link)
  writeFileSync(to, 'an older and longer zip')
  await commandLine('room', 'yamls', name, '--zip', link, '--url', url)
  expect([readlinkSync(link), readFileSync(to, 'utf8')]).toEqual([to, 'a zip'])
})

test('room submit sends the file and its player, and prints the secret', async () => {
  const { url, requests } = await startFakeWorker({
    [`POST ${path}/yamls`]: {
      status: 201,
      body: { id: 7, slots: [{}], warnings: ['slot 1: odd'], secret: 'own_x' },
    },
  })
  const words = ['--called', 'Ann', '--discord', '123456789012345678', '--url', url]
  expect(await commandLine('room', 'submit', name, yamlFile(), ...words)).toEqual({
    code: 0,
    out: ['file 7 with 1 slot', 'secret own_x'],
    err: ['warning: slot 1: odd'],
  })
  expect(requests[0]!.body).toMatchObject({
    called: 'Ann',
    discord: '123456789012345678',
    file: { name: 'ann.yaml' },
  })
})

test('room submit prints why a file is refused', async () => {
  const body = {
    error: 'taken',
    field: 'name',
    detail: 'the name Ann is used in another file: choose another one',
  }
  const { url } = await startFakeWorker({ [`POST ${path}/yamls`]: { status: 409, body } })
  const { code, err } = await commandLine('room', 'submit', name, yamlFile(), '--url', url)
  expect([code, err]).toEqual([1, ['taken name: the name Ann is used in another file: choose another one']])
})

test('room takeback deletes the file', async () => {
  const { url } = await startFakeWorker({ [`DELETE ${path}/yamls/7`]: { status: 204 } })
  const { code, out } = await commandLine('room', 'takeback', name, '7', '--url', url)
  expect([code, out]).toEqual([0, ['file 7 was taken back']])
})

test('room start uploads the generated file with its options, and prints warnings', async () => {
  const room = {
    ...roomEntry({ game: 'archipelago', room: 'friday' }),
    warnings: ['slots not in the multiworld: Bo'],
  }
  const { url, requests } = await startFakeWorker({ [`PUT ${path}/multidata`]: { body: room } })
  const words = ['--option', 'hint_cost=5', '--url', url]
  expect(await commandLine('room', 'start', name, yamlFile(), ...words)).toEqual({
    code: 0,
    out: [`${name} has started: ${room.url}`],
    err: ['warning: slots not in the multiworld: Bo'],
  })
  expect(requests[0]!.body).toMatchObject({ options: '{"hint_cost":5}', file: { name: 'ann.yaml' } })
})

test('room start fails for a game whose rooms start when they are created', async () => {
  const { code, err } = await commandLine('room', 'start', 'soaprun/harbor', yamlFile())
  expect([code, err]).toEqual([1, ['soaprun/harbor: rooms of soaprun start when they are created']])
})

test('room create --stage gathering creates a room without its file, with options of that stage', async () => {
  const room = roomEntry({ game: 'archipelago', room: 'friday', stage: 'gathering' })
  const { url, requests } = await startFakeWorker({
    'POST /api/rooms': { status: 201, body: { ...room, adminToken: 'x', host: 'x', warnings: [] } },
    [`GET ${path}`]: { body: room },
    'GET /api/rooms': { body: { rooms: [room] } },
  })
  const words = ['--stage', 'gathering', '--option', 'max_slots=12', '--url', url]
  expect((await commandLine('room', 'create', 'archipelago', ...words)).code).toBe(0)
  expect(requests[0]!.body).toMatchObject({ stage: 'gathering', options: '{"max_slots":12}' })
  expect((await commandLine('room', 'list', '--url', url)).out[0]).toContain('open, gathering')
})
