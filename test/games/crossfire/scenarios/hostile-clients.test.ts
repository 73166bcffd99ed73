// Hostile connections cause no internal error, and harm no other client.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtinFaces } from '../../../../games/crossfire/builtin/pictures/face-table.ts'
import { type FromClient, fromClient } from '../../../../games/crossfire/protocol/packets/index.ts'
import { latin1 } from '../../../../wire/index.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../../wire/packets/seeded-random.ts'
import { Town } from '../harness/room-harness.ts'
import type { Client, ReceivedPacket } from '../harness/test-client.ts'
import { expectConsistentClient } from './client-consistency.ts'

class Bystander {
  readonly #town: Town
  readonly #client: Client

  private constructor(town: Town, client: Client) {
    this.#town = town
    this.#client = client
  }

  static async in(town: Town): Promise<Bystander> {
    return new Bystander(town, await town.joined('Bystander'))
  }

  expectUnharmed(): void {
    const client = this.#client
    client.pass(240)
    client.do('say well')
    expect(client.hasReceivedText('well')).toBe(true)
    expectConsistentClient(this.#town, client)
    expect(client.peer.closed).toBeUndefined()
    expect(this.#town.faults).toEqual([])
  }
}

const bytes = (text: string) => latin1.encode(text)

describe('a playing client', () => {
  it.each([
    ['an unknown word', 'nosuchcommand 1 2'],
    ['a word of a server', 'map2 \0\0'],
    ['another case', 'NCOM \0\x01\0\0\0\0north'],
    ['nothing', ''],
    ['a space', ' '],
    ['binary', '\xff\xfe\0\x01'],
    ['a name that objects have', 'constructor x'],
  ])('[CF-1.5] stays connected after %s', async (_, frame) => {
    const [town, ann] = await Town.with('Ann')
    ann.peer.sendFrame(bytes(frame))
    ann.pass(130)
    expect(ann.peer.closed).toBeUndefined()
    ann.do('say hello')
    expect(town.faults).toEqual([])
  })

  it.each([
    ['inscribe x', 'inscribe'],
    ['inscribe \0\0\0', 'inscribe'],
    ['move a b c', 'move.to'],
    ['apply', 'apply.tag'],
    ['examine sword', 'examine.tag'],
    ['lookat here', 'lookat.dx'],
    ['askface sword', 'askface.face'],
    ['asksmooth', 'asksmooth.face'],
    ['setsound loud', 'setsound.wanted'],
    ['setfacemode png', 'setfacemode.mode'],
    ['version new', 'version.cs'],
    ['requestinfo a\nb', 'requestinfo'],
    ['requestinfo', 'requestinfo.info'],
    ['[b]\x01x', undefined],
  ])('[CF-1.8] gets an error for %j, unless it is unknown, and stays connected', async (frame, field) => {
    const [town, ann] = await Town.with('Ann')
    ann.look()
    ann.peer.sendFrame(bytes(frame))
    const texts = ann.look().flatMap((received) => (received.type === 'drawextinfo' ? received.text : []))
    if (field === undefined) expect(texts).toEqual([])
    else expect(texts).toEqual([expect.stringContaining(field)])
    expect(texts.join('').length).toBeLessThan(300)
    ann.do('say hello')
    expect(ann.hasReceivedText('hello')).toBe(true)
    expect(ann.peer.closed).toBeUndefined()
    expect(town.faults).toEqual([])
  })

  it.each([
    ['half an ncom', 'ncom \0'],
    ['a lock without a tag', 'lock \x01'],
    ['a mark of three bytes', 'mark abc'],
    ['a password without its end', 'accountnew \x05ann'],
    ['a character without its choices’ end', 'createplayer \x03Ann\x00\x09'],
  ])('[CF-1.8] is closed for %s, and other clients stay connected', async (_, frame) => {
    const town = await Town.open()
    const other = await Bystander.in(town)
    const ann = await town.joined('Ann')
    ann.peer.sendFrame(bytes(frame))
    expect(ann.peer.closed).toBeDefined()
    other.expectUnharmed()
    expect(town.world.players).toBe(1)
  })

  it('[CF-1.2] is closed for a text frame or an oversized packet', async () => {
    const town = await Town.open()
    const other = await Bystander.in(town)
    for (const frame of ['ncom', new Uint8Array(4097)]) {
      const ann = await town.joined(`Ann${typeof frame === 'string' ? 1 : 2}`)
      ann.peer.sendFrame(frame)
      expect(ann.peer.closed).toBeDefined()
    }
    other.expectUnharmed()
  })

  it('[CF-7.7] [CF-7.8] cannot change things of other players, whatever tags it sends', async () => {
    const [town, bob] = await Town.with('Bob')
    const ann = await town.joined('Ann')
    const carried = bob.inventory.map(({ tag, nrof }) => `${tag}x${nrof}`)
    const tags = [...bob.inventory.map(({ tag }) => tag), bob.tag, ann.tag, 0, -1, 99_999_999, 0xffffffff]
    for (const tag of tags) {
      const packets: FromClient[] = [
        { type: 'apply', tag },
        { type: 'examine', tag },
        { type: 'move', to: ann.tag, tag, nrof: 0 },
        { type: 'move', to: 0, tag, nrof: 0 },
        { type: 'move', to: bob.tag, tag, nrof: 1 },
        { type: 'lock', locked: true, tag: tag >>> 0 },
        { type: 'mark', tag: tag >>> 0 },
      ]
      for (const packet of packets) {
        ann.send(packet)
        ann.pass(50)
      }
    }
    ann.pass(2000)
    bob.look()
    expect(bob.inventory.map(({ tag, nrof }) => `${tag}x${nrof}`)).toEqual(carried)
    expectConsistentClient(town, ann)
    expectConsistentClient(town, bob)
    expect(town.faults).toEqual([])
  })

  it('[CF-7.7] cannot take or drop more of a pile than there is', async () => {
    const [town, ann] = await Town.with('Ann')
    const coins = ann.thing('silver coin')
    for (const nrof of [-1, -2_000_000_000, 1_000_000, 2_147_483_647]) {
      ann.send({ type: 'move', to: 0, tag: ann.thing('silver coin').tag, nrof })
      ann.pass(200)
      ann.do('take all')
      expect(ann.thing('silver coin').nrof).toBe(coins.nrof)
    }
    for (const count of [-5, 0, 2_147_483_647, -2_147_483_648]) ann.do('drop silver coin', count)
    ann.do('take all')
    expect(ann.thing('silver coin').nrof).toBe(coins.nrof)
    expect(town.faults).toEqual([])
  })

  it('[CF-16.5] can send any text, which other players receive without markup and control characters, and cut at the length limit', async () => {
    const [town, bob] = await Town.with('Bob')
    const ann = await town.joined('Ann')
    for (const text of [
      'say [b]loud[/b]',
      'say \x01\x1b[31mred',
      `say ${'long '.repeat(500)}`,
      'say \xff\xfe',
      'shout a\nb',
    ])
      ann.do(text)
    bob.look()
    for (const text of bob.texts.slice(-5)) {
      expect(text.length).toBeLessThan(400)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the texts must contain no control characters
      expect(text).not.toMatch(/[\x00-\x1f\x7f]|\[b\]/)
    }
    expect(town.faults).toEqual([])
  })

  it('[CF-16.7] that says 50 lines at once is slowed down, not closed, and all 50 commands are executed', async () => {
    const [town, bob] = await Town.with('Bob')
    const ann = await town.joined('Ann')
    for (let packet = 0; packet < 50; packet++)
      ann.send({ type: 'ncom', packet, repeat: -1, text: `say word ${packet}` })
    expect(ann.done.length).toBe(20)
    ann.pass(3500)
    bob.look()
    expect(ann.done).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(bob.hasReceivedText('word 49')).toBe(true)
    expect(ann.peer.closed).toBeUndefined()
  })

  it('[CF-16.7] receives at most 80 requested pictures in the first quarter second, and all of them within six seconds', async () => {
    const [, ann] = await Town.with('Ann')
    ann.pass(2000)
    for (const { number } of builtinFaces) ann.peer.send({ type: 'askface', face: number })
    const pictures = (received: readonly ReceivedPacket[]) =>
      received.flatMap((one) => (one.type === 'image2' ? [one.face] : []))
    const first = pictures(ann.look())
    // Sending more pictures at once would delay all other players.
    expect(first.length).toBeLessThanOrEqual(32)
    const atOnce = [...first, ...pictures(ann.pass(250))]
    expect(atOnce.length).toBeGreaterThan(64)
    expect(atOnce.length).toBeLessThanOrEqual(64 + 16)
    const soon = pictures(ann.pass(1000))
    expect(soon.length).toBeLessThanOrEqual(64)
    expect([...atOnce, ...soon, ...pictures(ann.pass(4000))]).toEqual(
      builtinFaces.map(({ number }) => number),
    )
    expect(ann.peer.closed).toBeUndefined()
  })

  it('[CF-9.11] has all its commands executed in order, even above the queue limit', async () => {
    const [town, ann] = await Town.with('Ann')
    for (let packet = 0; packet < 100; packet++) {
      ann.send({ type: 'ncom', packet, repeat: -1, text: 'stay' })
      if (packet % 50 === 49) ann.pass(200)
    }
    // Packets that must wait need `settled`, because the room returns a promise for them.
    for (let n = 0; n < 60; n++) {
      await town.room.settled()
      ann.pass(500)
    }
    expect(ann.done).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(ann.peer.closed).toBeUndefined()
    expect(town.faults).toEqual([])
  })
})

describe('any client', () => {
  it('[CF-1.8] cannot harm other players, whatever packets it sends before login', async () => {
    const town = await Town.open()
    const other = await Bystander.in(town)
    const chance = seededRandom(5)
    for (let n = 0; n < 40; n++) {
      const client = town.connect('today')
      for (const type of fromClient.names) {
        if (client.peer.closed !== undefined) break
        client.peer.sendFrame(fromClient.encode(fromClient.sample(chance, type)))
        town.room.pass(20)
      }
      await town.room.settled()
      client.peer.hangUp()
    }
    other.expectUnharmed()
  })

  it('[CF-1.8] cannot harm other players, whatever packets it sends during play', async () => {
    const town = await Town.open()
    const other = await Bystander.in(town)
    const chance = seededRandom(6)
    let ann = await town.joined('Ann')
    for (let n = 0; n < 15; n++) {
      for (const type of fromClient.names) {
        if (type === 'setup' || type === 'version' || type === 'setfacemode') continue
        ann.peer.sendFrame(fromClient.encode(fromClient.sample(chance, type)))
        ann.pass(20)
        expect(ann.peer.closed).toBeUndefined()
      }
      await town.passwordsChecked(ann)
    }
    expectConsistentClient(town, ann)
    ann.peer.hangUp()
    ann = await town.joined('Another')
    other.expectUnharmed()
  })

  it('[CF-1.8] cannot harm other players, whatever bytes it sends', async () => {
    const town = await Town.open()
    const other = await Bystander.in(town)
    const words = fc.constantFrom(...fromClient.names, 'x', '')
    const frames = fc.tuple(words, fc.uint8Array({ maxLength: 40 }))
    await assertProperty(
      fc.asyncProperty(fc.array(frames, { maxLength: 8 }), async (said) => {
        const client = town.connect('today')
        for (const [word, data] of said) {
          const frame = new Uint8Array([...bytes(`${word} `), ...data])
          if (client.peer.closed === undefined) client.peer.sendFrame(frame)
        }
        await town.room.settled()
        client.peer.hangUp()
        town.room.pass(10)
        expect(town.faults).toEqual([])
      }),
      { numRuns: 150 },
    )
    other.expectUnharmed()
  })
})
