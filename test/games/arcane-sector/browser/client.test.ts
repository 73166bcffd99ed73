// The browser client's packets and state, on an in-memory island with other players.
import { describe, expect, test } from 'vitest'
import {
  type ItemLocation,
  itemActions,
} from '../../../../games/arcane-sector/browser/panels/item-actions.ts'
import { Client } from '../../../../games/arcane-sector/client/client.ts'
import { groundSlot } from '../../../../games/arcane-sector/client/inventory.ts'
import { nameError, passwordError } from '../../../../games/arcane-sector/client/login.ts'
import { arcaneSector } from '../../../../games/arcane-sector/index.ts'
import { type FromServer, fromServer, wireIdOffset } from '../../../../games/arcane-sector/packets.ts'
import { passwordTexts } from '../../../../games/arcane-sector/protocol/password-texts.ts'
import { moveDirections } from '../../../../games/arcane-sector/terrain/directions.ts'
import type { ArcaneWorld } from '../../../../games/arcane-sector/world.ts'
import type { EndpointRoom, Game } from '../../../../games/game.ts'
import { connectAndLogIn, createIsland, type Island, join, saysPacket } from '../harness/island-world.ts'
import { readTranscript, Streams, transcriptNames } from '../transcripts.ts'
import { annCredentials, bobCredentials, FakeBrowser } from './fake-browser.ts'

const item = (n: number) => wireIdOffset + BigInt(n)
const [scroll, otherScroll, flask, fria, mint] = [item(2), item(3), item(4), item(5), item(6)]

async function inGame(room: Island, who = annCredentials): Promise<FakeBrowser> {
  const browser = new FakeBrowser(room)
  await browser.logIn(who)
  expect(browser.client.login.stage).toBe('playing')
  return browser
}

/** Waits for the reply to each step. */
function walk(browser: FakeBrowser, ...ways: readonly number[]): void {
  for (const way of ways) {
    browser.client.stepRepeat.press(way)
    browser.client.takeDueStep()
    browser.client.stepRepeat.release(way)
    browser.pass(200)
  }
}

describe('logging in', () => {
  test('[AS-2] creates a new character, and resumes an existing one at its position', async () => {
    const room = await createIsland()
    const browser = await inGame(room)
    expect(browser.client.inventory).toMatchObject({ name: 'Ann', vitals: { hp: 40, mana: 10 } })
    expect(browser.lastLine).toBe('Welcome Ann to \x12Arcane Sector\x0f!')
    walk(browser, moveDirections.left)
    browser.client.logOut()
    browser.pass(50)
    const { id, password, portrait } = annCredentials
    await browser.logIn({ id, password, portrait })
    expect(browser.client.login.stage).toBe('playing')
    expect(browser.client.surroundings).toMatchObject({ place: { x: 185, y: 429 }, facing: 2 })
  })

  test('[AS-2.6] reports a wrong password, and a taken id even if the new player enters the password of its character', async () => {
    const room = await createIsland()
    walk(await inGame(room), moveDirections.left)
    const other = new FakeBrowser(room)
    for (const password of ['another', annCredentials.password]) {
      await other.logIn({ ...annCredentials, password })
      expect(other.client.login).toMatchObject({ stage: 'form', refusal: { reason: 'taken' } })
    }
    expect(other.disconnectRequests).toBe(1)
    await other.logIn({ id: annCredentials.id, password: 'another', portrait: 0 })
    expect(other.client.login.refusal?.message).toBe('Wrong password for this number.')
    await other.logIn({ id: 9, password: 'mine', portrait: 0 })
    expect(other.client.login.refusal?.message).toBe('No character has the number 9 yet.')
  })

  test('[AS-2.8] creates the same character again if the connection is lost before its first step', async () => {
    const room = await createIsland()
    const browser = await inGame(room)
    browser.loseConnection()
    room.pass(1000)
    await browser.reconnect()
    expect(browser.client.login.stage).toBe('playing')
    expect(browser.client.inventory.name).toBe('Ann')
    expect(browser.receivedPackets.filter((type) => type === 'NOPC')).toHaveLength(2)
  })

  test('[AS-2.5] reports a login elsewhere and does not reconnect', async () => {
    const room = await createIsland()
    const browser = await inGame(room)
    expect(browser.client.login.onClosed('logged in again')).toBe('')
    expect(browser.client.login).toMatchObject({ stage: 'form', refusal: { reason: 'refused' } })
    expect(browser.client.login.refusal?.message).toMatch(/^Your character logged in from another/)
    expect(browser.client.login.onClosed('the room restarts')).toBeUndefined()
  })

  test('[AS-2.12] lets a guest choose a password, with which any client can then log in', async () => {
    const room = await createIsland()
    const guest = new FakeBrowser(room)
    await guest.logIn({ ...annCredentials, password: 'made up by the browser', isGuest: true })
    walk(guest, moveDirections.left)
    guest.client.changePassword('my own')
    await room.passwordsChecked()
    guest.pass(100)
    expect(guest.lastLine).toBe('Your password has changed. Your number is 1.')
    expect(guest.client.login.credentials).toEqual({ id: 1, password: 'my own', portrait: 1 })
    expect((await connectAndLogIn(room, 1, 'made up by the browser')).closed).toBe('wrong password')
    expect((await connectAndLogIn(room, 1, 'my own')).next()?.type).toBe('GAME')
  })

  test.each([
    ['an empty new password', {}, '', passwordTexts.empty],
    [
      'a new password in place of the owner’s',
      { passwords: { '1': annCredentials.password } },
      'x',
      passwordTexts.ownersPassword,
    ],
  ])('[AS-2.12] %s is refused with a message and changes nothing', async (_, options, chosen, answer) => {
    const room = await createIsland(options)
    const browser = await inGame(room)
    walk(browser, moveDirections.left)
    browser.client.changePassword(chosen)
    await room.passwordsChecked()
    browser.pass(100)
    expect(browser.lastLine).toBe(answer)
    expect((await connectAndLogIn(room, 1, annCredentials.password)).next()?.type).toBe('GAME')
  })

  test('[AS-2.13] adds the player’s id to the room’s list of taken ids', async () => {
    const room = await createIsland({ passwords: { '46': 'secret' } })
    const world = room.harness.host.world as ArcaneWorld
    expect(world.characters.takenIds).toEqual([46])
    await inGame(room)
    expect(world.characters.takenIds).toEqual([1, 46])
    expect((arcaneSector as Game).endpoints!.numbers!.respond(world, {}, {} as EndpointRoom)).toBe(
      '{"taken":[1,46]}',
    )
  })

  test('[AS-13.7] refuses invalid names and passwords with a message', () => {
    expect([nameError('Ann of the {Hill}'), passwordError('Straße 7')]).toEqual(['', ''])
    for (const fault of [
      nameError('Žofie'),
      nameError('a~b'),
      nameError('x'.repeat(33)),
      passwordError(''),
      passwordError('пароль'),
      passwordError('x'.repeat(33)),
    ])
      expect(fault).toMatch(/\.$/)
  })
})

describe('playing', () => {
  test('[AS-3.6] takes five steps a second while a key is held, and takes a step for a short key press during a step', async () => {
    const browser = await inGame(await createIsland())
    const steps = () => browser.receivedPackets.filter((type) => type === 'POSI').length
    const before = steps()
    browser.client.stepRepeat.press(moveDirections.forward)
    browser.client.takeDueStep()
    browser.pass(1950)
    expect(steps() - before).toBe(10)
    browser.client.stepRepeat.release(moveDirections.forward)
    browser.client.stepRepeat.press(moveDirections.right)
    browser.client.stepRepeat.release(moveDirections.right)
    browser.pass(1000)
    expect(steps() - before).toBe(11)
    expect(browser.client.surroundings.place).toEqual({ x: 175, y: 427 })
  })

  test('[AS-3.2] adds up turns that are not confirmed yet', async () => {
    const browser = await inGame(await createIsland())
    browser.client.turn(moveDirections.right)
    browser.client.turn(moveDirections.right)
    browser.client.turn(moveDirections.right)
    browser.pass(100)
    expect(browser.client.surroundings.facing).toBe(1)
  })

  test('[AS-4] [AS-9] two players see each other walk and exchange messages of limited length', async () => {
    const room = await createIsland()
    const [one, other] = [await inGame(room), await inGame(room, bobCredentials)]
    one.pass(100)
    expect(one.client.surroundings.mobs).toMatchObject([{ id: 2n, name: 'Bob', x: 185, y: 428 }])
    walk(other, moveDirections.forward)
    one.pass(100)
    expect(one.client.surroundings.mobs).toMatchObject([{ id: 2n, x: 184, y: 428 }])
    other.client.speak('Well met\x11, Ann!\n')
    one.pass(50)
    expect(other.lastLine).toBe('\x13You said: \x12Well met, Ann!')
    expect(one.lastLine).toBe('\x13Bob says: \x17Well met, Ann!')
    other.client.speak('x'.repeat(1000))
    one.pass(50)
    expect(one.lastLine).toHaveLength('\x13Bob says: \x17'.length + 256)
    const lines = other.client.messageLog.all.length
    other.client.speak(' \t ')
    expect(other.client.messageLog.all).toHaveLength(lines)
  })

  test('[AS-5] a player can take, move and drop items, and another player can take a dropped item', async () => {
    const room = await createIsland()
    const [one, other] = [await inGame(room), await inGame(room, bobCredentials)]
    walk(one, moveDirections.left)
    walk(other, moveDirections.left)
    const slots = () => one.client.inventory.slots.map((thing) => thing?.id)
    for (const thing of [...one.client.surroundings.itemsHere]) {
      one.client.take(thing)
      one.pass(50)
    }
    expect(slots().slice(0, 3)).toEqual([scroll, otherScroll, undefined])
    one.client.carry(one.client.inventory.slots[0]!, 1, 0)
    one.pass(50)
    expect(slots().slice(0, 2)).toEqual([otherScroll, scroll])
    expect(one.client.inventory.held).toBeUndefined()
    one.client.carry(one.client.inventory.slots[1]!, 9, 1)
    one.pass(50)
    expect(slots()[9]).toBe(scroll)
    one.client.carry(one.client.inventory.slots[9]!, groundSlot)
    one.pass(50)
    other.pass(100)
    other.client.take(other.client.surroundings.itemsHere[0]!)
    other.pass(50)
    one.pass(100)
    expect(other.client.inventory.slots[0]?.id).toBe(scroll)
    expect([one.client.surroundings.itemsHere, one.client.inventory.held]).toEqual([[], undefined])
  })

  test('[AS-5.3] [AS-5.7] the client offers the actions that are possible with an item at its place', async () => {
    const { client } = await inGame(await createIsland())
    const thing = (gfxId: string, movable: boolean) => ({ id: scroll, gfxId, name: gfxId, movable })
    const offered = (gfxId: string, movable: boolean, where: ItemLocation) =>
      itemActions(client, thing(gfxId, movable), where).map(({ label }) => label)
    expect(offered('sign', false, 'here')).toEqual(['Read'])
    expect(offered('lamppost', false, 'here')).toEqual([])
    expect(offered('dagger', true, 'away')).toEqual([])
    const hold = 'Move'
    const hands = ['Put into the left hand', 'Put into the right hand']
    expect(offered('herb_3', true, 'here')).toEqual(['Take', ...hands, hold])
    expect(offered('health_potion', true, 0)).toEqual(['Drink', ...hands, 'Drop', hold])
    expect(offered('dagger', true, 8)).toEqual(['Strike', hands[1], 'Drop', hold])
  })

  test('an item that is taken with a full inventory stays where it is, and the client reports the full inventory', async () => {
    const browser = await inGame(await createIsland())
    walk(browser, moveDirections.left)
    browser.client.inventory.slots = Array(10).fill(browser.client.surroundings.itemsHere[0])
    browser.client.take(browser.client.surroundings.itemsHere[0]!)
    browser.pass(50)
    expect(browser.lastLine).toBe('Your slots and hands are full.')
    expect(browser.client.inventory.held).toBeUndefined()
  })

  test('[AS-6] [AS-8] the client answers a selection with its id, and an unanswered selection expires', async () => {
    const browser = await inGame(await createIsland())
    walk(browser, moveDirections.forward, moveDirections.forward)
    browser.client.use(flask)
    browser.pass(50)
    expect(browser.client.isSelecting).toBe(true)
    browser.client.choose({ kind: 'item', id: fria })
    expect(browser.client.isSelecting).toBe(false)
    browser.pass(50)
    expect(browser.client.surroundings.itemsHere.find(({ id }) => id === flask)?.gfxId).toBe('unknown_potion')
    browser.client.take(browser.client.surroundings.itemsHere[0]!)
    walk(browser, moveDirections.forward)
    browser.client.use(flask)
    browser.pass(50)
    browser.client.choose({ kind: 'item', id: mint })
    browser.pass(50)
    expect(browser.client.inventory.slots[0]?.gfxId).toBe('mana_potion')
    walk(browser, moveDirections.backward, moveDirections.backward, moveDirections.backward)
    browser.client.choose({ kind: 'ground' })
    browser.client.use(flask)
    browser.pass(50)
    expect(browser.client.inventory.vitals.mana).toBeGreaterThan(30)
    browser.client.use(flask)
    browser.pass(61_000)
    expect(browser.client.isSelecting).toBe(false)
  })

  test('[AS-7] the client casts the entered runes, and casts nothing without runes', async () => {
    const browser = await inGame(await createIsland())
    browser.client.cast([])
    browser.client.cast([0x4a, 0x5a])
    browser.pass(50)
    expect(browser.client.inventory.vitals.mana).toBe(0)
    expect(browser.client.messageLog.all.map(({ text }) => text)).toContain('FIRE ARROW')
  })
})

describe('the connection', () => {
  test('[AS-1.8] is kept alive while idle, and replaced when the room does not answer', async () => {
    const room = await createIsland()
    const browser = await inGame(room)
    browser.pass(300_000)
    expect(browser.receivedPackets.filter((type) => type === 'PONG')).toHaveLength(10)
    expect(browser.client.silentSeconds).toBeUndefined()
    browser.isCut = true
    browser.client.use(scroll)
    browser.pass(10_000)
    expect(browser.client.silentSeconds).toBeGreaterThanOrEqual(5)
    browser.pass(16_000)
    expect(browser.reconnectRequests).toBe(1)
    browser.loseConnection()
    await browser.reconnect()
    expect([browser.client.isPlaying, browser.client.silentSeconds]).toEqual([true, undefined])
  })

  test('if the connection is lost before the reply to a login, the next login uses the character that the first one created', async () => {
    const browser = new FakeBrowser(await createIsland())
    browser.client.login.submit(annCredentials)
    await browser.connect()
    browser.passUntil('NOPC')
    await browser.reconnect()
    expect(browser.client.login).toMatchObject({ stage: 'playing', refusal: undefined })
    expect(browser.receivedPackets.filter((type) => type === 'NOPC')).toHaveLength(1)
  })

  test('accepts no speech or reports while it is lost, and logs in again once it is restored', async () => {
    const browser = await inGame(await createIsland())
    const lines = browser.client.messageLog.all.length
    browser.loseConnection()
    browser.client.onDisconnected()
    browser.client.speak('Hello?')
    expect(browser.client.report('"Bob" rude')).toBe(false)
    expect([browser.client.isPlaying, browser.client.login.isReconnecting]).toEqual([false, true])
    expect(browser.client.messageLog.all).toHaveLength(lines)
    await browser.reconnect()
    expect(browser.client.isPlaying).toBe(true)
    expect(browser.client.report('"Bob" rude')).toBe(true)
  })

  test('drops speech and steps from before the login', async () => {
    const browser = new FakeBrowser(await createIsland())
    browser.client.speak('Hello?')
    browser.client.stepRepeat.press(moveDirections.forward)
    browser.pass(1000)
    browser.client.stepRepeat.release(moveDirections.forward)
    await browser.logIn(annCredentials)
    expect(browser.client.surroundings.place).toEqual({ x: 185, y: 428 })
    expect(browser.client.messageLog.all).toHaveLength(1)
  })

  test('[AS-13] resumes at the same position with the same items after a restart', async () => {
    const room = await createIsland()
    const browser = await inGame(room)
    walk(browser, moveDirections.left)
    browser.client.take(browser.client.surroundings.itemsHere[0]!)
    browser.pass(50)
    browser.loseConnection()
    room.restart()
    await browser.reconnect()
    expect(browser.client.surroundings.place).toEqual({ x: 185, y: 429 })
    expect(browser.client.inventory.slots[0]?.id).toBe(scroll)
  })
})

function packetsOf(name: string, conn: string): FromServer[] {
  const streams = new Streams()
  const frames = readTranscript(name).flatMap((entry) =>
    'bytes' in entry && entry.dir === 'S2C' && entry.conn === conn ? [...streams.frames(entry)] : [],
  )
  return frames.map((frame): FromServer => fromServer.decode(frame))
}

describe('recordings of the original server', () => {
  const all = transcriptNames().flatMap((name) => {
    const conns = new Set(readTranscript(name).flatMap((one) => ('conn' in one ? [one.conn] : [])))
    return [...conns].map((conn) => ({ name, conn }))
  })

  test.each(all)('$name: the view shows the latest state that $conn received', ({ name, conn }) => {
    const packets = packetsOf(name, conn)
    const client = new Client({
      ...{ send: () => {}, disconnect: () => {}, reconnect: () => {} },
      ...{ now: () => 0, onChange: () => {}, onPacket: () => {} },
    })
    client.login.submit({ ...annCredentials, id: 3 })
    client.onConnected()
    for (const packet of packets) client.onFrame(fromServer.encode(packet))
    const last = <T extends FromServer['type']>(type: T) =>
      packets.findLast((packet): packet is Extract<FromServer, { readonly type: T }> => packet.type === type)
    const [posi, grnd, mobs] = [last('POSI'), last('GRND'), last('MOBS')]
    if (client.isPlaying && posi) expect(client.surroundings.place).toEqual({ x: posi.x, y: posi.y })
    expect(client.surroundings.piles.map(({ items }) => items.length)).toEqual(
      grnd?.lists.map(({ items }) => items.length) ?? [],
    )
    expect(client.surroundings.mobs.map(({ id }) => id)).toEqual(mobs?.mobs.map(({ id }) => id) ?? [])
    expect(client.messageLog.all).toHaveLength(packets.filter(({ type }) => type === 'TEXT').length)
  })
})

test('an original client and a browser see and hear each other', async () => {
  const room = await createIsland()
  const browser = await inGame(room)
  const old = await join(room, 7, 'Old')
  old.send(saysPacket('good day'))
  browser.pass(150)
  expect(browser.lastLine).toBe('\x13Old says: \x17good day')
  expect(browser.client.surroundings.mobs.map(({ name }) => name)).toEqual(['Old'])
})
