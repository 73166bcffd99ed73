import { describe, expect, test } from 'vitest'
import type { ActionAuthor, ActionDone, ActionRefusal } from '../../../../games/actions.ts'
import { formatCsv } from '../../../../games/archipelago/endpoints/csv.ts'
import { archipelago } from '../../../../games/archipelago/index.ts'
import { filteredNameMessage } from '../../../../games/moderation.ts'
import { object, parseValue } from '../../../../games/shared/schema/schema.ts'
import { readEndpoint, renderPage } from '../pages/render-page.ts'
import { connectPacket, TestRoom, textOf } from '../test-client.ts'

const details = {
  called: 'Ann',
  discord: '123456789012345678',
  note: 'back on Friday',
  ping: 'progression',
  state: 'stuck',
}
let secrets = 0
const stranger = (): ActionAuthor => ({ isOwner: false, newSecretDigest: `digest ${++secrets}` })
const withSecret = (secretDigest: string): ActionAuthor => ({ ...stranger(), secretDigest })
const host = (): ActionAuthor => ({ ...stranger(), isOwner: true })

function act(
  room: TestRoom,
  name: 'claim' | 'unclaim',
  slot: string | number,
  author: ActionAuthor,
  fields: object = details,
): ActionDone | ActionRefusal {
  return room.harness.host.actions.runAction(name, {
    params: { slot: `${slot}` },
    fields: fields as never,
    author,
  })!
}

async function openRoom(name = 'tiny-2p'): Promise<TestRoom> {
  const room = await TestRoom.createFrom(name)
  room.open()
  return room
}

const claimIn = (room: TestRoom, slot: number) => {
  const json = readEndpoint(room, 'slotClaim', { slot: `${slot}` })
  return json && JSON.parse(json)
}

const rejectedFields: readonly (readonly [name: string, fields: object])[] = [
  ['no name', {}],
  ['an empty name', { called: '' }],
  ['a blank name', { called: '  ' }],
  ['a name with a line break', { called: 'a\nb' }],
  ['a name of 41 characters', { called: 'x'.repeat(41) }],
  ['a Discord name', { called: 'Ann', discord: 'ann#1234' }],
  ['a Discord mention', { called: 'Ann', discord: '<@123456789012345678>' }],
  ['a note of 281 characters', { called: 'Ann', note: 'x'.repeat(281) }],
  ['an unknown state', { called: 'Ann', state: 'winning' }],
  ['an unknown ping', { called: 'Ann', ping: 'everyone' }],
  ['a script as a video', { called: 'Ann', video: 'javascript:alert(1)' }],
  ['a video without a host', { called: 'Ann', video: 'https:///x' }],
  ['a video with a user name', { called: 'Ann', video: 'https://me@example.org/' }],
  ['a video with a space', { called: 'Ann', video: 'https://example.org/a b' }],
  ['a video with a control character', { called: 'Ann', video: 'https://example.org/\n' }],
  ['a video of 201 characters', { called: 'Ann', video: `https://example.org/${'x'.repeat(181)}` }],
  ['an unknown field', { called: 'Ann', secret: 'x' }],
]

describe('a claim', () => {
  test('[AP-14.1] can be created by anybody, returns its secret, and shows who plays the slot', async () => {
    const room = await openRoom()
    const done = act(room, 'claim', 1, stranger())
    expect(done).toMatchObject({ issuesSecret: true, page: 'tracker/1', body: { slot: 1, ...details } })
    expect(claimIn(room, 1)).toEqual(details)
    expect(claimIn(room, 2)).toBeUndefined()
  })

  test('[AP-14.1] requires only a name, and has default values in the other fields', async () => {
    const room = await openRoom()
    act(room, 'claim', 2, stranger(), { called: ' Bo ' })
    expect(claimIn(room, 2)).toEqual({ called: 'Bo', discord: '', note: '', ping: 'none', state: 'playing' })
  })

  test('[AP-13.7] is refused if its name or note contains a word of the option filter', async () => {
    const room = await openRoom()
    room.harness.host.actions.applyOptions({ filter: ['darn'] })
    for (const field of ['called', 'note'])
      expect(act(room, 'claim', 1, stranger(), { ...details, [field]: 'oh Darn' })).toEqual({
        refused: 'refused',
        field,
        detail: filteredNameMessage,
      })
    expect(claimIn(room, 1)).toBeUndefined()
  })

  test('[AP-14.2] is refused if the slot is already claimed, and the refusal names the player who has claimed it', async () => {
    const room = await openRoom()
    act(room, 'claim', 1, stranger())
    expect(act(room, 'claim', 1, stranger(), { called: 'Bo' })).toEqual({
      refused: 'taken',
      detail: expect.stringContaining('Ann has claimed this slot'),
    })
    expect(claimIn(room, 1)).toEqual(details)
  })

  test('[AP-14.2] can be changed and withdrawn only with its secret or by the host', async () => {
    const room = await openRoom()
    const author = stranger()
    act(room, 'claim', 1, author)
    const changed = { called: 'Ann', state: 'done' }
    for (const name of ['claim', 'unclaim'] as const)
      expect(act(room, name, 1, withSecret('another'), changed)).toMatchObject({ refused: 'unauthorized' })
    expect(act(room, 'claim', 1, withSecret(author.newSecretDigest), changed)).not.toHaveProperty(
      'issuesSecret',
    )
    expect(claimIn(room, 1)).toMatchObject({ state: 'done', note: '' })
    act(room, 'claim', 1, host(), { called: 'Cyd' })
    expect(claimIn(room, 1)).toMatchObject({ called: 'Cyd' })
    act(room, 'claim', 1, withSecret(author.newSecretDigest), { called: 'Still Ann' })
    expect(claimIn(room, 1)).toMatchObject({ called: 'Still Ann' })
    expect(act(room, 'unclaim', 1, host(), {})).toMatchObject({ page: 'tracker/1' })
    expect(claimIn(room, 1)).toBeUndefined()
    expect(act(room, 'unclaim', 1, host(), {})).toMatchObject({ refused: 'not-found' })
  })

  test.each(['0', '3', '-1', '1.0', '01', 'x', '', '9'.repeat(30), '__proto__'])(
    '[AP-14.1] is refused for the slot %s, which does not exist',
    async (slot) => {
      expect(act(await openRoom(), 'claim', slot, host())).toMatchObject({ refused: 'not-found' })
    },
  )

  test('[AP-14.1] is refused for a group', async () => {
    const room = await openRoom('links-6p')
    const group = [...room.world.seed.slots.values()].find(({ type }) => type === 2)!
    expect(act(room, 'claim', group.slot, host())).toMatchObject({ refused: 'not-found' })
  })

  test('[AP-14.3] survives a restart, and is shown escaped in the tracker, the CSV and the slot’s page', async () => {
    const room = await openRoom()
    act(room, 'claim', 1, stranger(), { ...details, called: '<b>Ann', note: '=1+1' })
    room.restart()
    expect(claimIn(room, 1)).toMatchObject({ called: '<b>Ann' })
    for (const page of ['room', 'tracker']) expect(await renderPage(room, page)).toContain('&lt;b&gt;Ann')
    const slotPage = (await renderPage(room, 'slot', { params: { slot: '1' } }))!
    expect(slotPage).toContain('action="/archipelago/tiny/act/claim"')
    expect(slotPage).toContain('Change or withdraw the claim')
    const csv = readEndpoint(room, 'slotsCsv')!
    const [head, first] = csv.split('\r\n')
    expect(head).toContain('claimed_by,discord,note,ping,state,video')
    expect(first).toContain("<b>Ann,123456789012345678,'=1+1,progression,stuck")
    expect(slotPage + csv).not.toContain('digest ')
  })

  test.each(['=1', '+1', '-1', '@A1', '\t=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
    '[AP-14.5] has an apostrophe before its text %j in CSV, so that a spreadsheet does not run the text as a formula',
    (text) => {
      expect(formatCsv('head', [[text]])).toMatch(/^head\r\n"?'/)
    },
  )

  test('[AP-14.6] sets and removes the link to the video stream, and pages show the link escaped', async () => {
    const room = await openRoom()
    const author = stranger()
    const video = 'https://example.org/?a="><b>&t=1'
    act(room, 'claim', 1, author, { called: 'Ann', video })
    room.restart()
    expect(room.world.slotStates.video(1)).toBe(video)
    for (const page of ['room', 'tracker', 'slot'] as const) {
      const html = (await renderPage(room, page, { params: { slot: '1' } }))!
      expect(html).toContain('href="https://example.org/?a=&quot;&gt;&lt;b&gt;&amp;t=1"')
      expect(html).toContain('rel="nofollow noopener noreferrer ugc"')
    }
    act(room, 'claim', 1, withSecret(author.newSecretDigest), { called: 'Anna' })
    expect(room.world.slotStates.video(1)).toBeUndefined()
    act(room, 'claim', 1, withSecret(author.newSecretDigest), { called: 'Anna', video })
    act(room, 'unclaim', 1, host(), {})
    expect(room.world.slotStates.video(1)).toBeUndefined()
  })

  test('[AP-14.5] is quoted in the CSV of slots; the CSVs of slots, hints and items have one row for each slot, hint or item', async () => {
    const room = await TestRoom.createFrom('tiny-2p', { hint_cost: 0 })
    const alice = room.join('Alice', 'ChecksFinder')
    alice.send({ cmd: 'LocationChecks', locations: [81_000, 81_005] })
    alice.send({ cmd: 'CreateHints', locations: [81_001] })
    act(room, 'claim', 2, stranger(), { called: 'A "B", C' })
    const rowsOf = (name: string) => readEndpoint(room, name)!.trimEnd().split('\r\n')
    expect(rowsOf('slotsCsv')).toHaveLength(3)
    expect(rowsOf('slotsCsv')[2]).toContain('"A ""B"", C"')
    expect(rowsOf('hintsCsv')).toHaveLength(2)
    expect(rowsOf('spheresCsv')[0]).toBe('sphere,finder,receiver,item,location,game')
    const items = rowsOf('itemsCsv')
    const expected = [1, 2].map(
      (slot) => room.world.seed.precollectedItems(slot).length + room.world.items.all(slot).length,
    )
    expect(items).toHaveLength(1 + expected[0]! + expected[1]!)
  })

  test.each(rejectedFields)('[AP-14.1] is refused with the invalid field: %s', (_name, fields) => {
    expect(parseValue(object(archipelago.actions!.claim!.fields!), fields).fault).toBeDefined()
  })
})

describe('a lock', () => {
  const uuid = { uuid: 'Ann at home' }
  const connect = (room: TestRoom, fields: object) => {
    const client = room.open()
    client.send({ ...connectPacket, name: 'Alice', game: 'ChecksFinder', uuid: 'stranger', ...fields })
    return client.takePackets().find(({ cmd }) => cmd !== 'RoomInfo')
  }
  const answers = (client: ReturnType<TestRoom['join']>) =>
    client
      .takePackets()
      .filter(({ type }) => type === 'CommandResult')
      .map(textOf)
      .join(' ')

  test('[AP-14.4] admits only clients with the uuid of the client that set it, and refuses all others, even onlookers', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const ann = room.join('Alice', 'ChecksFinder', uuid)
    ann.say('!lock')
    expect(answers(ann)).toContain('Your slot is locked')
    ann.say('!lock')
    expect(answers(ann)).toContain('locked already')
    const refused = { cmd: 'ConnectionRefused', errors: ['InvalidSlot'] }
    expect(connect(room, {})).toEqual(refused)
    expect(connect(room, { tags: ['AP', 'TextOnly'] })).toEqual(refused)
    expect(connect(room, { uuid: ['Ann at home'] })).toEqual(refused)
    expect(connect(room, uuid)).toMatchObject({ cmd: 'Connected' })
    room.restart()
    expect(connect(room, {})).toEqual(refused)
    expect(connect(room, uuid)).toMatchObject({ cmd: 'Connected' })
    ann.say('!unlock')
    expect(connect(room, {})).toMatchObject({ cmd: 'Connected' })
  })

  test('[AP-14.4] admits clients with either uuid if two connected clients of the slot have set it', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    const [home, phone] = [
      room.join('Alice', 'ChecksFinder', uuid),
      room.join('Alice', 'ChecksFinder', { uuid: 7 }),
    ]
    home.say('!lock')
    phone.say('!lock')
    expect(connect(room, { uuid: 7 })).toMatchObject({ cmd: 'Connected' })
    expect(connect(room, { uuid: '7' })).toMatchObject({ cmd: 'Connected' })
    expect(connect(room, {})).toMatchObject({ cmd: 'ConnectionRefused' })
  })

  test('[AP-14.4] can be removed by the host', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    room.join('Alice', 'ChecksFinder', uuid).say('!lock')
    const say = (line: string) => room.harness.host.actions.runConsoleCommand(line)
    expect(say('/unlock Alice')).toEqual(['Unlocked the slot of Alice.'])
    expect(say('/unlock Alice')).toEqual(['The slot of Alice is not locked.'])
    expect(connect(room, {})).toMatchObject({ cmd: 'Connected' })
  })

  test('[AP-14.4] cannot be set by a client without a valid uuid', async () => {
    const room = await TestRoom.createFrom('tiny-2p')
    for (const bad of ['', 'x'.repeat(65), null, { a: 1 }]) {
      const client = room.join('Alice', 'ChecksFinder', { uuid: bad })
      client.say('!lock')
      expect(answers(client)).toContain('cannot be locked')
      client.disconnect()
    }
  })
})
