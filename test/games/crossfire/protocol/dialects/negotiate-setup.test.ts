import { describe, expect, it } from 'vitest'
import { experienceTable } from '../../../../../games/crossfire/builtin/characters/experience-table.ts'
import { builtinFaces, faceNumberOf } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { builtinGallery } from '../../../../../games/crossfire/builtin/pictures/gallery.ts'
import { defaultClientSettings } from '../../../../../games/crossfire/protocol/dialects/client-settings.ts'
import {
  maxViewSide,
  negotiateSetup,
} from '../../../../../games/crossfire/protocol/dialects/negotiate-setup.ts'
import { defaultSetup, Town } from '../../harness/room-harness.ts'
import type { Client, ReceivedPacket, ServerPacket } from '../../harness/test-client.ts'

const settings = (text: string) => {
  const words = text.split(' ')
  return words.flatMap((key, n) => (n % 2 ? [] : [{ key, value: words[n + 1] ?? '' }]))
}
const negotiate = (text: string, lastFaceSet?: number) =>
  negotiateSetup(defaultClientSettings, settings(text), lastFaceSet)
const answers = (text: string) =>
  negotiate(text)
    .answers.map(({ key, value }) => `${key} ${value}`)
    .join(' ')

describe('[CF-3.10] setup', () => {
  it('answers every known key in the order of the request', () => {
    const asked = 'map2cmd 1 tick 1 sound2 3 darkness 1 faceset 0 facecache 0 want_pickup 1 newmapcmd 1'
    expect(answers(asked)).toBe(asked)
    const others =
      'extended_stats 1 notifications 2 num_look_objects 30 bot 1 exp64 1 extendedTextInfos 1 itemcmd 2'
    expect(answers(others)).toBe(others)
  })

  it('answers a repeated key each time, and the last value applies', () => {
    expect(answers('spellmon 1 spellmon 2')).toBe('spellmon 1 spellmon 2')
    expect(negotiate('spellmon 2 spellmon 1').clientSettings.spells).toBe(1)
  })

  it.each([
    ['loginmethod 9', 'loginmethod 2'],
    ['notifications 7', 'notifications 2'],
    ['spellmon 9', 'spellmon 2'],
    ['num_look_objects 1', 'num_look_objects 10'],
    ['num_look_objects 255', 'num_look_objects 100'],
    ['faceset 3', 'faceset 0'],
    ['beat 0', 'beat 3'],
    ['beat 1', 'beat 3'],
  ])('[CF-17.12] clamps %s to %s', (asked, answered) => expect(answers(asked)).toBe(answered))

  it.each([
    [0, 1],
    [1, 1],
    [1, 3],
  ])(
    '[CF-6.16] if face set %i is the last one, a request for set %i gets that last set',
    (lastFaceSet, asked) => {
      const { answers, clientSettings } = negotiate(`faceset ${asked}`, lastFaceSet)
      expect([answers[0]!.value, clientSettings.faceSet]).toEqual([String(lastFaceSet), lastFaceSet])
    },
  )

  it.each('extendedMapInfos inscribe sound map1cmd map1acmd sexp nosuchkey __proto__ constructor'.split(' '))(
    'answers FALSE to the unknown key %s',
    (key) => expect(answers(`${key} 1`)).toBe(`${key} FALSE`),
  )

  it.each(['tick yes', 'tick -1', 'tick 1.5', 'tick 12345678901'])(
    'answers FALSE to the invalid value %s',
    (asked) => expect(answers(asked)).toBe('tick FALSE'),
  )

  it('ignores a key without a value and everything after 64 keys', () => {
    expect(answers('darkness')).toBe('')
    expect(negotiate('tick 1 '.repeat(100).trim()).answers).toHaveLength(64)
  })

  it.each([
    ['11x11', '11x11', 11, 11],
    ['25x9', '25x9', 25, 9],
    ['9X25', '9x25', 9, 25],
    ['0x0', '25x25', 11, 11],
    ['0x11', '25x25', 11, 11],
    ['8x11', '9x11', 9, 11],
    ['35x25', '25x25', 25, 25],
    ['35x12', '25x12', 25, 12],
    ['99x1', '25x9', 25, 9],
    ['-1x11', '25x25', 11, 11],
    ['99999x9', '25x25', 11, 11],
    ['11', '25x25', 11, 11],
    ['axb', '25x25', 11, 11],
  ])('answers mapsize %s with %s', (asked, answered, width, height) => {
    expect(answers(`mapsize ${asked}`)).toBe(`mapsize ${answered}`)
    expect(negotiate(`mapsize ${asked}`).clientSettings).toMatchObject({ width, height })
  })

  it('[CF-3.11] reports when map or faces must be sent again', () => {
    expect(negotiate('mapsize 11x11').viewResized).toBe(true)
    expect(negotiate('mapsize 99x99').viewResized).toBe(true)
    expect(negotiate('mapsize 0x0').viewResized).toBe(false)
    expect(negotiate('facecache 1').resendFaces).toBe(true)
    expect(negotiate('tick 1').resendFaces).toBe(false)
    expect(maxViewSide).toBe(25)
  })
})

describe('[CF-2.1] a new client', () => {
  it("[CF-2.2] receives the server's version before it sends anything", async () => {
    const town = await Town.open()
    const client = town.connect('today')
    const [version, ...others] = client.look()
    expect(version).toMatchObject({ type: 'version', cs: 1023, sc: 1029, info: 'Packetboat\n' })
    expect(others).toEqual([])
  })

  it('[CF-3.11] receives newmap before the answer to its view size', async () => {
    const town = await Town.open()
    const client = town.connect('today')
    client.look()
    const received = town.setUp(client, { ...defaultSetup, mapsize: '20x20' })
    expect(received.map(({ type }) => type)).toEqual(['newmap', 'setup'])
  })
})

describe('[CF-3.11] setup during play', () => {
  it('[CF-17.13] a new view size sends the answer, then newmap and the whole view', async () => {
    const [town, ann] = await Town.with('Ann')
    const received = town.setUp(ann, { mapsize: '25x9' })
    const types = received.map(({ type }) => type)
    expect(types.indexOf('newmap')).toBeGreaterThan(types.indexOf('setup'))
    expect(types).toContain('setup')
    expect(types.indexOf('newmap')).toBeLessThan(types.lastIndexOf('map2'))
    expect(town.world.viewOf(town.player(ann)).cellAt(12, 4)).toBeDefined()
    expect(ann.facesAt(24, 8).length).toBeGreaterThan(0)
  })

  it('a new face setting sends all faces again', async () => {
    const [town, ann] = await Town.with('Ann')
    ann.faces.clear()
    const received = town.setUp(ann, { facecache: '0' })
    expect(received.filter(({ type }) => type === 'image2').length).toBeGreaterThan(3)
    expect(received.filter(({ type }) => type === 'face2')).toEqual([])
  })
})

describe('[CF-3.10] later settings', () => {
  it('darkness, stats and spells follow the new setting at once', async () => {
    const town = await Town.open()
    // At midnight.
    town.room.pass(24 * 75_000 - (town.room.harness.clock.now() % (24 * 75_000)))
    const ann = town.connect('today')
    ann.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    town.setUp(ann, { map2cmd: '1', loginmethod: '2' })
    ann.send({ type: 'accountnew', name: 'smiths', password: 'secret' })
    await town.passwordsChecked(ann)
    ann.send({ type: 'createplayer', name: 'Ann', password: 'secret', choices: ['class priest_class'] })
    const darkness = (received: readonly ReceivedPacket[]) =>
      received
        .flatMap((packet) => (packet.type === 'map2' ? packet.spaces.flatMap(({ changes }) => changes) : []))
        .filter(({ change }) => change === 'darkness')
    expect(darkness(ann.pass(130))).toEqual([])
    expect([ann.stats.has('raceStr'), ann.spells.size]).toEqual([false, 0])
    expect(darkness(town.setUp(ann, { darkness: '1' })).length).toBeGreaterThan(20)
    town.setUp(ann, { extended_stats: '1', spellmon: '2' })
    expect([ann.stats.has('raceStr'), ann.spells.size]).toEqual([true, 2])
  })
})

describe('[CF-3.2] requests for information', () => {
  async function asker() {
    const town = await Town.open()
    const client = town.connect('today')
    client.send({ type: 'version', cs: 1023, sc: 1029, info: 'test' })
    client.look()
    return client
  }
  function ask(client: Client, info: string, options?: string) {
    const received = client.send({ type: 'requestinfo', info, ...(options !== undefined && { options }) })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ type: 'replyinfo', info })
    return (received[0] as ServerPacket<'replyinfo'>).data as never
  }

  it('[CF-3.3] exp_table contains one level fewer than the count that it states', async () => {
    expect(ask(await asker(), 'exp_table')).toEqual(experienceTable)
  })

  it('[CF-3.5] skill_info lists skills, with faces on request', async () => {
    const client = await asker()
    expect(ask(client, 'skill_info')).toContain('146:evocation')
    expect(ask(client, 'skill_info', '1')).toContain(`146:evocation:${faceNumberOf('burst.111')}`)
    expect(ask(client, 'spell_paths')).toContainEqual(expect.stringMatching(/^2:fire$/i))
    expect(ask(client, 'knowledge_info')).toEqual([
      expect.stringMatching(/^monster:Monsters:\d+:0$/),
      expect.stringMatching(/^recipe:Recipes:\d+:0$/),
      expect.stringMatching(/^god:Gods:\d+:0$/),
    ])
  })

  it('[CF-3.9] motd, news and rules are sent', async () => {
    const client = await asker()
    for (const info of ['motd', 'news', 'rules']) expect(String(ask(client, info)).length).toBeGreaterThan(20)
    expect(ask(client, 'news')).toMatch(/^\n%/)
  })

  it('[CF-3.6] [CF-3.7] image_info and image_sums describe all faces', async () => {
    const client = await asker()
    expect(ask(client, 'image_info')).toMatchObject({
      last: builtinFaces.length,
      sets: [expect.stringMatching(/^0:base:/)],
    })
    const { checksum, name } = builtinFaces[4]!
    expect(ask(client, 'image_sums', '5 5')).toEqual({
      start: 5,
      stop: 5,
      faces: [{ face: 5, checksum, set: 0, name }],
    })
    for (const options of ['5 1', '0 0', '100000 200000'])
      expect((ask(client, 'image_sums', options) as { faces: unknown[] }).faces).toEqual([])
    expect((ask(client, 'image_sums', '1 999999') as { faces: unknown[] }).faces).toHaveLength(200)
    ask(client, 'image_sums', 'nonsense')
    ask(client, 'image_sums')
  })

  it('[CF-3.8] newcharinfo, race and class packets describe the choices', async () => {
    const client = await asker()
    const races: string[] = ask(client, 'race_list')
    const classes: string[] = ask(client, 'class_list')
    expect(races).toContain('human_player')
    expect(classes).toContain('fighter_class')
    for (const race of races)
      expect(ask(client, 'race_info', race)).toMatchObject({
        name: race,
        parts: [{ key: 'name' }, { key: 'msg' }, { key: 'stats' }],
      })
    for (const one of classes) expect(ask(client, 'class_info', one)).toMatchObject({ name: one })
    expect(ask(client, 'race_info', 'dragon')).toEqual({ name: 'dragon', parts: [] })
    expect(ask(client, 'newcharinfo')).toContain('V points 84')
    const places = ask(client, 'startingmap') as { kind: string; value: string }[]
    expect(places.map(({ kind }) => kind)).toEqual(
      ['town', 'inn', 'temple'].flatMap(() => ['archetype', 'name', 'description']),
    )
    expect(places.every(({ value }) => value !== '')).toBe(true)
  })

  it('[CF-3.3] requestinfo for an unknown kind gets an empty answer', async () => {
    expect(ask(await asker(), 'nosuch')).toBeUndefined()
  })

  it('[CF-6.2] [CF-6.9] [CF-11.12] [CF-17.7] askface sends known faces before play, and gets no answer for unknown faces', async () => {
    const client = await asker()
    expect(client.send({ type: 'askface', face: 3 })).toMatchObject([
      { type: 'image2', face: 3, data: builtinGallery.png(3) },
    ])
    for (const face of [0, -1, 65_535, builtinFaces.length + 1]) {
      expect(client.send({ type: 'askface', face })).toEqual([])
      expect(client.send({ type: 'asksmooth', face })).toEqual([])
    }
    const smooth = client.send({ type: 'asksmooth', face: 3 }).at(-1)
    expect(smooth).toMatchObject({ type: 'smooth', face: 3, smooth: faceNumberOf('blank.111') })
  })
})
