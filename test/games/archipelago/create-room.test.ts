import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sharedPackages } from '../../../games/archipelago/endpoints/shared-packages.ts'
import { consumeSaveRecord } from '../../../games/archipelago/import/saves/save-state.ts'
import { listStoredFiles } from '../../../games/archipelago/import/upload-archive.ts'
import { optionTable } from '../../../games/archipelago/options.ts'
import { openSeed } from '../../../games/archipelago/seed/seed-store.ts'
import type { Multiworld } from '../../../games/archipelago/world.ts'
import type { ForkOrigin, Options, RecordStore } from '../../../games/game.ts'
import { parseOptions } from '../../../games/shared/options/parse.ts'
import {
  createRoomFrom,
  createRoomInput,
  multidataNames,
  readFixture,
  readFixtureMultidata,
} from './sample-multiworlds.ts'
import { TestRoom } from './test-client.ts'

const text = (words: string) => new TextEncoder().encode(words)
const tiny = readFixtureMultidata('tiny-2p')

describe('room creation', () => {
  it.each(multidataNames)('accepts %s', async (name) => {
    const { options, store } = await createRoomFrom({ file: readFixtureMultidata(name) })
    const seed = openSeed(store)
    expect(options).toEqual(seed.hostOptions)
    // An export of the room can be imported.
    expect(sharedPackages.isGenuine?.({ seed } as Multiworld)).toBe(true)
  })

  it('[AP-9.3] applies the options of the multidata, and then the host’s options', async () => {
    const { options } = await createRoomFrom(
      { file: readFixtureMultidata('links-6p') },
      { hint_cost: 25, password: null },
    )
    expect(options).toMatchObject({
      hint_cost: 25,
      password: null,
      server_password: 'adminpw',
      release_mode: 'goal',
      location_check_points: 2,
    })
  })

  it("[AP-9.3] accepts a save; its options override those of the multidata, and the host's options override both", async () => {
    const files = { file: readFixtureMultidata('links-6p'), save: readFixture('links-6p.apsave') }
    const { options, store } = await createRoomFrom(files, { compatibility: 1 })
    expect(options).toMatchObject({ password: 'hunter2', compatibility: 1, auto_shutdown: 0 })
    expect(consumeSaveRecord(store)?.aliases).toEqual(new Map([[1, 'Savey']]))
  })

  it('warns of games without names', async () => {
    const { warnings } = await createRoomFrom({ file: readFixtureMultidata('old-ap038-3p') })
    expect(warnings).toEqual([
      'no item and location names for ChecksFinder, VVVVVV, Timespinner: the seed has no data packages for these games',
    ])
  })

  it('[AP-9.3] warns that rooms ignore the option for automatic shutdown', async () => {
    const { warnings } = await createRoomFrom({ file: tiny }, { auto_shutdown: 3600 })
    expect(warnings).toEqual([expect.stringContaining('auto_shutdown has no effect')])
  })

  const getattr = readFixtureMultidata('reject-getattr-038')
  const binary = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)
  const other = 'Ann, Ben, Cat, Dan, Eve and 3 more instead of Alice, Bob'
  it.each<[reason: string, files: { [field: string]: Uint8Array }]>([
    ['file: no multiworld: upload', {}],
    ['rom: unknown upload rom: an Archipelago room accepts file and save', { file: tiny, rom: tiny }],
    ['file: the file is empty', { file: new Uint8Array() }],
    [
      'file: not a multidata file: the file is a text. Upload the .archipelago file or the unchanged zip from the generator',
      { file: text('name: Ann\ngame: Yacht Dice\nprogression_balancing: höher\n') },
    ],
    [
      'file: not a multidata file: the file begins with 89 50 4e 47. Upload the .archipelago',
      { file: binary },
    ],
    ['file: builtins.getattr is forbidden', { file: getattr }],
    [
      'save: not a save: the file is a text. Upload the .apsave file from the folder of the multidata',
      { file: tiny, save: text('hello, hello') },
    ],
    ['save: the save is incomplete zlib data', { file: tiny, save: getattr.subarray(1, 40) }],
    [
      `save: the save belongs to another multiworld: it has ${other}`,
      { file: tiny, save: readFixture('links-6p.apsave') },
    ],
    ['save: forbidden', { file: tiny, save: getattr.subarray(1) }],
  ])('[AP-9.4] [AP-9.5] rejects an upload with its field and the reason: %s', async (reason, files) => {
    const [field, detail] = reason.split(/: (.*)/) as [string, string]
    const answer = await createRoomInput(files)
    expect(answer).toMatchObject({ refused: { field, detail: expect.stringContaining(detail) } })
    expect(answer).not.toHaveProperty('refused.unparseable')
  })

  it('rejects unknown options and invalid values', async () => {
    const refusal = async (options: Options) => await createRoomInput({ file: tiny }, options)
    expect(await refusal({ hints: 1 })).toMatchObject({ refused: { field: 'options.hints' } })
    expect(await refusal({ release_mode: 'sometimes' })).toEqual({
      refused: {
        field: 'options.release_mode',
        detail: 'release_mode must be one of disabled, enabled, goal, auto, auto-enabled',
      },
    })
  })
})

describe('an option', () => {
  it.each<[name: string, good: Options[string][], bad: Options[string][]]>([
    ['hint_cost', [0, 10, 101], [-1, 1.5, '10', null]],
    ['location_check_points', [0, 7], [-1, true]],
    ['release_mode', ['disabled', 'auto_enabled'], ['', 'Auto', null]],
    ['remaining_mode', ['goal'], ['auto']],
    ['countdown_mode', ['auto', 'enabled', 'disabled'], ['goal']],
    ['password', [null, 'hunter2', 'ë'], ['', 1234, 'x'.repeat(129), '\ud800']],
    ['server_password', [null, 'a'], [false]],
    ['item_cheat', [true, false], [1, 'yes']],
    ['compatibility', [0, 1, 2], [3, -1]],
    ['toString', [], ['x']],
  ])('%s accepts valid values and rejects others', (name, good, bad) => {
    for (const value of good)
      expect(parseOptions(optionTable, { [name]: value })).toMatchObject({ [name]: value })
    for (const value of bad)
      expect(parseOptions(optionTable, { [name]: value })).toMatchObject({
        refused: { field: `options.${name}` },
      })
  })
})

describe('a zip', () => {
  const zip = (files: { [path: string]: Uint8Array }) => zipSync(files, { level: 1 })

  it('from the generator creates a room, and only the host can download its spoiler and multidata', async () => {
    const { store } = await createRoomFrom({ file: readFixture('mixed-8p.zip') })
    const files = listStoredFiles(store)
    expect(files.map(({ name, type, secret }) => `${name} ${type} ${secret}`)).toEqual([
      'AP_49267520353983345507.archipelago application/octet-stream true',
      'AP_49267520353983345507_Spoiler.txt text/plain; charset=utf-8 true',
    ])
    expect(files.map((file) => (file.body() as Uint8Array).length)).toEqual([221_265, 312_852])
  })

  it('[AP-9.8] has patches that anybody can download', async () => {
    const patches = { 'AP_1_P1_Zoë Ninja.apz': text('one'), 'out/AP_1_P2.apmc': text('two') }
    const { store, warnings } = await createRoomFrom({
      file: zip({ 'out/AP_1.archipelago': tiny, ...patches }),
    })
    expect(warnings).toEqual([])
    const files = listStoredFiles(store).map((file) => [file.name, file.secret, file.body()])
    expect(files).toEqual([
      ['AP_17129425608278888784.archipelago', true, tiny],
      ['AP_1_P1_Zoë Ninja.apz', false, text('one')],
      ['AP_1_P2.apmc', false, text('two')],
    ])
  })

  it('is accepted with a warning for each file that is not stored: ROMs, saves and excess files', async () => {
    const large = new Uint8Array(25 * 1024 * 1024)
    const file = zip({
      'a.archipelago': tiny,
      'zelda.SFC': text('rom'),
      'save.apsave': text('x'),
      'yamls.zip': text('x'),
      AAproto__: text('x'),
      'big.apz': large,
      'ok.apz': text('ok'),
    })
    const { store, warnings } = await createRoomFrom({
      file: Buffer.from(Buffer.from(file).toString('latin1').replaceAll('AAproto__', '__proto__'), 'latin1'),
    })
    expect(warnings).toEqual([
      'zelda.SFC was not stored: it looks like a ROM',
      'save.apsave was not stored: upload the save separately',
      'yamls.zip was not stored: the room has a file of its own with this name',
      '__proto__ was not stored: its name is invalid',
      'big.apz was not stored: the files have more than 24 MiB in total',
    ])
    expect(listStoredFiles(store).map(({ name }) => name)).toEqual([
      'AP_17129425608278888784.archipelago',
      'ok.apz',
    ])
  })

  it.each<[detail: string, file: Uint8Array]>([
    ['the zip has no .archipelago file', zip({ 'a.txt': text('a') })],
    [
      'the zip has 2 .archipelago files; expected one',
      zip({ 'a.archipelago': tiny, 'b/c.archipelago': tiny }),
    ],
    ['p.apz is in the zip twice', zip({ 'a.archipelago': tiny, 'x/p.apz': tiny, 'y/p.apz': tiny })],
    ['a.archipelago is over 16 MiB', zip({ 'a.archipelago': new Uint8Array(17 * 1024 * 1024) })],
    ['not a zip', readFixture('mixed-8p.zip').subarray(0, 100_000)],
    ['the multidata', zip({ 'a.archipelago': tiny.map((byte, i) => (i === 500 ? byte ^ 1 : byte)) })],
  ])('is rejected: %s', async (detail, file) => {
    expect(await createRoomInput({ file })).toMatchObject({
      refused: { field: 'file', detail: expect.stringContaining(detail) },
    })
  })
})

describe('a fork of a room', () => {
  it('[AP-9.16] starts from the beginning or from the current state, with the same options and files', async () => {
    const upload = zipSync({ 'AP_1.archipelago': tiny, 'AP_1_P1_Alice.apx': new Uint8Array([7]) })
    const first = await TestRoom.create({
      options: { hint_cost: 3 },
      file: { name: 'AP_1.zip', bytes: upload },
    })
    first.join('Alice', 'ChecksFinder').send({ cmd: 'LocationChecks', locations: [81_000] })
    first.harness.host.actions.runConsoleCommand('/option hint_cost 4')
    const fork = async (from: ForkOrigin) => {
      const { options, files } = first.harness.host.actions.fork(from)!
      return createRoomFrom(Object.fromEntries(files.map(({ field, bytes }) => [field, bytes])), options)
    }
    const restarted = await fork('initial')
    expect(consumeSaveRecord(restarted.store)).toBeUndefined()
    expect(restarted.options.hint_cost).toBe(4)
    expect(openSeed(restarted.store).seedName).toBe(first.world.seed.seedName)
    const names = (store: RecordStore) => listStoredFiles(store).map(({ name }) => name)
    expect(names(restarted.store)).toEqual(names(first.world.store))
    const now = await fork('current')
    expect(consumeSaveRecord(now.store)!.checks.get(1)).toEqual([81_000])
    expect(now.options).toEqual(restarted.options)
  })
})
