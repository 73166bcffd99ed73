import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as packets from '../../../games/crossfire/protocol/packets/index.ts'
import { cheapSecrets } from '../../room-context.ts'
import { kinds } from '../games/game-fixtures.ts'
import { created, played } from '../games/played-room.ts'
import { address, forgottenKinds, forgottenRoom, keysWith, recordsIn } from './forgotten-room.ts'

const [town, island, arena] = forgottenKinds
const password = 'secret'

describe('a player’s own data', () => {
  it.each([
    [town!, 'Zaphodia'],
    [town!, 'of Zaphodia'],
    [island!, '7'],
  ] as const)('is read with the password of the game (%#)', async (kind, name) => {
    const { memory } = await forgottenRoom(kind)
    const file = await memory.room.calls.readOwnData(name, { password, address })
    expect(file).toMatchObject({ player: name, game: kind.kind.game })
  })

  it.each([
    [town!, ['Zaphodia', 'of Zaphodia', 'Nobody', 'not a name!', '']],
    [island!, ['7', '99', '300', 'Nobody']],
  ] as const)(
    'is refused in the same way for wrong passwords and for unknown names (%#)',
    async (kind, names) => {
      const { memory } = await forgottenRoom(kind)
      for (const name of names)
        expect(
          await memory.room.calls.readOwnData(name, { password: 'wrong', address: '127.0.0.1' }),
          name,
        ).toEqual({ waitMs: 0 })
      const login = { password, address: '127.0.0.1' }
      expect(await memory.room.calls.eraseOwnData(names[2]!, login)).toEqual({ waitMs: 0 })
    },
  )

  it('takes one comparison of a password for a known name and for an unknown one', async () => {
    const { memory } = await forgottenRoom(town!)
    const compared = vi.spyOn(cheapSecrets, 'matches')
    onTestFinished(() => compared.mockRestore())
    for (const name of ['Nobody', 'Zaphodia', 'of Zaphodia', '']) {
      compared.mockClear()
      await memory.room.calls.readOwnData(name, { password: 'wrong', address: '127.0.0.1' })
      expect(compared.mock.calls.length, name).toBe(1)
    }
  })

  it.each(['Zaphodia', 'Nobody'])(
    'is refused without a comparison after ten wrong passwords for %s, even if the next one is right',
    async (name) => {
      const { memory } = await forgottenRoom(town!)
      const guess = (guessed: string) =>
        memory.room.calls.readOwnData(name, { password: guessed, address: '127.0.0.1' })
      for (let i = 0; i < 10; i++) expect(await guess(`guess ${i}`)).toEqual({ waitMs: 0 })
      expect(await guess(password)).toEqual({ waitMs: expect.toSatisfy((ms: number) => ms > 0) })
    },
  )

  it('takes at most ten comparisons of passwords a minute from one address, for any names', async () => {
    const { memory } = await forgottenRoom(town!)
    const answers: unknown[] = []
    for (let i = 0; i < 12; i++)
      answers.push(await memory.room.calls.readOwnData(`Name ${i}`, { password: 'x', address: '192.0.2.1' }))
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ({ waitMs: 0 })))
    expect(answers.at(-1)).toEqual({ waitMs: 6000 })
  })

  it('is not available to players in a game without passwords', async () => {
    const { memory } = await forgottenRoom(arena!)
    const login = { password, address }
    expect(await memory.room.calls.readOwnData('Zaphodia', login)).toBe('no-password')
    expect(await memory.room.calls.eraseOwnData('Zaphodia', login)).toBe('no-password')
  })

  it('is erased with the password, after which the name is free', async () => {
    const { memory, player } = await forgottenRoom(town!)
    expect(await memory.room.calls.eraseOwnData('Zaphodia', { password, address })).toBe(true)
    expect(player.closedFor).toBe('erased')
    expect(keysWith(recordsIn(memory.exported()), 'zaphodia')).toEqual([])
    await played(town!.kind, memory, { ...town!.person, others: 1 })
    const file = await memory.room.calls.readOwnData('Zaphodia', { password, address })
    expect(file).toMatchObject({
      world: { characters: [{ character: { name: 'Zaphodia', experience: 0 } }] },
    })
  })

  it('can be erased for two players in a row from one address, and for a third player after half an hour', async () => {
    const { memory } = await forgottenRoom(town!)
    const erase = async (name: string) => {
      await played(town!.kind, memory, { ...town!.person, name, others: 1 })
      return memory.room.calls.eraseOwnData(name, { password, address })
    }
    await memory.room.calls.erasePlayerData('Zaphodia')
    expect(await erase('Marvina')).toBe(true)
    expect(await erase('Fordina')).toBe(true)
    expect(await erase('Arthura')).toEqual({ waitMs: 1_800_000 })
  })
})

describe('an erasure', () => {
  it('replaces a ban and a mute of the name by a ban and a mute of the known addresses', async () => {
    const { memory } = await forgottenRoom(town!)
    const { calls } = memory.room
    await calls.mute({ name: 'Zaphodia', seconds: 500, reason: 'Zaphodia is loud' })
    await calls.ban({ name: 'Zaphodia', seconds: 600, reason: 'Zaphodia again' })
    await calls.ban({ address: '192.0.2.99', seconds: 600 })
    expect(await calls.erasePlayerData('Zaphodia')).toBe(true)
    expect(await calls.listBans()).toMatchObject([{ address: '203.0.113.x' }, { address: '192.0.2.x' }])
    expect(await calls.listMutes()).toMatchObject([{ address: '203.0.113.x' }])
    expect(keysWith(memory.records, 'zaphodia')).toEqual([])
    const socket = memory.enter(
      [packets.fromClient.encode({ type: 'version', cs: 1023, sc: 1029, info: 'x' })],
      address,
    )
    expect(socket.closedFor).toBe('banned')
  })

  it('of an unknown player changes nothing', async () => {
    const { memory } = await forgottenRoom(town!)
    const before = memory.exported()
    expect(await memory.room.calls.readPlayerData('Nobody')).toBe('not-found')
    expect(await memory.room.calls.erasePlayerData('Nobody')).toBe('not-found')
    const records = (file: Uint8Array) => recordsIn(file).slice(1, -1)
    expect(records(memory.exported())).toEqual(records(before))
  })

  it('of a character that was deleted earlier removes the character from the history', async () => {
    const { memory, player, before } = await forgottenRoom(town!)
    memory.room.socketClosed(player, { code: 1000, reason: '' })
    memory.clock.pass(5000)
    await memory.room.calls.runConsoleCommand('/delete-account of Zaphodia')
    memory.clock.pass(5000)
    expect(keysWith(recordsIn(memory.exportedAt(before)), 'zaphodia')).not.toEqual([])
    for (const name of ['Zaphodia', 'of Zaphodia'])
      expect(await memory.room.calls.erasePlayerData(name)).toBe(true)
    expect(keysWith(recordsIn(memory.exportedAt(before)), 'zaphodia')).toEqual([])
  })

  it.each(['soaprun', 'lan'])('of a name in the log of %s also removes its address', async (game) => {
    const kind = kinds.find((one) => one.game === game)!
    const memory = await created(kind)
    await played(kind, memory, { address })
    const [session] = (await memory.room.calls.listSessions())!
    const log = (await memory.room.calls.logAfter(0))!
    const name = /^(.*) \(/.exec(log.find(({ kind }) => kind === 'join')!.text)![1]!
    expect(session).toBeDefined()
    expect(await memory.room.calls.erasePlayerData(name)).toBe(true)
    expect(keysWith(recordsIn(memory.exported()), '203.0.113')).toEqual([])
    expect((await memory.room.calls.logAfter(0))!.some(({ text }) => text.startsWith(name))).toBe(false)
    expect(memory.logged).toEqual([])
  })
})
