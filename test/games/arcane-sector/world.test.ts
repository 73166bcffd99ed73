import { describe, expect, it } from 'vitest'
import { cleanPlayerName } from '../../../games/arcane-sector/players/player-name.ts'
import { ArcaneWorld } from '../../../games/arcane-sector/world.ts'
import { MemoryStore } from '../../memory-store.ts'
import { at, Client, placedItems, ring, SmallWorld, scroll, startPosition } from './harness/small-world.ts'

const nothing = '- - - - - - - - - -'

describe('a character', () => {
  it('[AS-2.3] starts facing west with 40 hp, 10 mana and no items', () => {
    const { player } = new SmallWorld().logIn(7)
    const vitals = { hp: 40, hpMax: 40, mana: 10, manaMax: 60 }
    expect(player).toMatchObject({ place: startPosition, facing: 2, ...vitals })
    expect([...player.slots, player.held]).toEqual(new Array(11).fill(undefined))
  })

  it('[AS-2.3] is created once per id', () => {
    const small = new SmallWorld()
    expect(small.world.characters.has(7)).toBe(false)
    const { player } = small.logIn(7, 'Ann')
    small.world.createCharacter(7, 'Bob', 1)
    expect(small.world.characters.has(7)).toBe(true)
    expect(player.name).toBe('Ann')
    expect(small.world.publicState()).toMatchObject({ characters: 1 })
  })

  it.each([
    ['Ann', 'Ann'],
    ['\x13red\xff\x40 Ann~\n', 'red@ Ann'],
    ['  Ann of the Hill  ', 'Ann of the Hill'],
    ['A\0nn', 'Ann'],
    ['', 'Player 7'],
    [' \x11\xff~ ', 'Player 7'],
    ['0123456789012345678901234567890 2345', '0123456789012345678901234567890'],
  ])('[AS-2.3] with the name %j is shown as %j', (given, name) => {
    expect(cleanPlayerName(given, 7)).toBe(name)
  })

  it('[AS-1.6] has a picture that depends on its id', () => {
    const small = new SmallWorld()
    expect(small.logIn(4).player.pictureName).toBe('3d_mob_drow_f')
    expect(small.logIn(5).player.pictureName).toBe('3d_mob_drow_m')
  })

  it('[AS-2.6] has the password that the owner has set for its id, or else the password that its player has chosen', () => {
    const small = new SmallWorld({ options: { passwords: { 8: { hashed: 'preset' } } } })
    expect(small.world.characters.passwordOf(7)).toBeUndefined()
    for (const id of [7, 8]) {
      small.world.createCharacter(id, 'Ann', 0, 'chosen')
      const client = new Client(small)
      client.player = small.world.enter(id, client)
      client.walk('W')
    }
    small.world.save()
    small.restart()
    expect(small.world.characters.passwordOf(7)).toBe('chosen')
    expect(small.world.characters.passwordOf(8)).toBe('preset')
    small.world.applyOptions({ ...small.options, passwords: {} })
    expect(small.world.characters.passwordOf(8)).toBe('chosen')
  })

  it('cannot log in before it is created', () => {
    const { world } = new SmallWorld()
    const client = new Client(new SmallWorld())
    expect(() => world.enter(7, client)).toThrow(/no character/)
    expect(world.resume(7, client)).toBeUndefined()
  })
})

describe('a login', () => {
  it('[AS-2.4] sends INFO with the name, INVT, POSI, GRND, MOBS and the welcome', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    expect(small.logIn(7, 'Tester').received()).toEqual([
      'INFO 40 40 10 60 Tester',
      `INVT ${nothing}`,
      'POSI 185 428 2',
      'GRND 185,428:0',
      'MOBS',
      'TEXT Welcome Tester to \x12Arcane Sector\x0f!',
    ])
  })

  it('[AS-2.4] sends HLDI before the welcome if an item is held', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    const client = small.logIn(7)
    client.hold(0)
    client.leave()
    expect(small.logIn(7).packets()).toEqual(['INFO', 'INVT', 'POSI', 'GRND', 'MOBS', 'HLDI', 'TEXT'])
  })

  it('[AS-2.4] restores the character’s position and state', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll(), ring()) })
    const client = small.logIn(7)
    client.put(0, 3)
    client.put(1, 9)
    client.walk('WWN')
    client.face('E')
    client.leave()
    expect(small.logIn(7).received().slice(1, 3)).toEqual(['INVT - - - 0 - - - - - 1', 'POSI 183 427 3'])
  })

  it('[AS-2.5] closes an older session of the same character', () => {
    const small = new SmallWorld()
    const [watcher, first] = [small.logIn(1), small.logIn(7)]
    first.walk('W')
    small.tick()
    watcher.received()
    const second = small.logIn(7)
    expect(first.closed).toBe('logged in again')
    expect(second.player).toBe(first.player)
    first.leave()
    expect(small.world.players).toBe(2)
    small.tick()
    expect(watcher.received()).toEqual(['MOBS 7@184,428'])
    first.received()
    second.walk('W')
    expect(first.received()).toEqual([])
    expect(second.received().at(-3)).toEqual('POSI 183 428 2')
  })

  it('[AS-2.5] cancels the open selection of the older session', () => {
    const small = new SmallWorld()
    const { player } = small.logIn(7)
    player.selection = { id: 9, purpose: 'ring', until: small.now + 60_000 }
    expect(small.logIn(7).player.selection).toBeUndefined()
  })
})

describe('the world', () => {
  it('[AS-4.6] shows players joining and leaving', () => {
    const small = new SmallWorld()
    const ann = small.logIn(1, 'Ann')
    ann.received()
    const bob = small.logIn(2, 'Bob')
    expect(bob.received()).toContainEqual('MOBS 1@185,428')
    small.tick()
    expect(ann.received()).toEqual(['MOBS 2@185,428'])
    expect(ann.mobsSeen).toMatchObject([{ name: 'Bob' }])
    expect(small.world.publicState()).toEqual({
      players: [
        { id: 1, name: 'Ann' },
        { id: 2, name: 'Bob' },
      ],
      characters: 2,
      monsters: 0,
      items: 0,
    })
    bob.leave()
    small.tick()
    expect(ann.received()).toEqual(['MOBS'])
    expect(small.world.players).toBe(1)
    expect(small.world.capacity).toBe(256)
  })

  it('[AS-4.7] resends the full state to a client that may have missed packets', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    const client = small.logIn(7)
    client.hold(0)
    client.received()
    small.world.resendAll(client.player)
    expect(client.received()).toEqual([
      'POSI 185 428 2',
      'GRND',
      'MOBS',
      'INFO 40 40 10 60',
      `INVT ${nothing}`,
      'HLDI 0',
    ])
    client.drop(0)
    client.received()
    small.world.resendAll(client.player)
    expect(client.received().at(-1)).toEqual('HLDI -')
  })

  it('ignores actions of players who left', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    const [client, watcher] = [small.logIn(7), small.join(1)]
    client.leave()
    small.tick()
    watcher.received()
    client.received()
    client.walk('W')
    client.face('N')
    client.hold(0)
    client.use(0)
    client.cast(0x41)
    client.say('boo')
    small.world.choose(client.player, 0, { kind: 'ground', id: 0 })
    small.tick()
    expect([client.received(), watcher.received()]).toEqual([[], []])
    expect(client.player.place).toEqual(at(185, 428))
  })

  it('[AS-3.9] allows dead players only to speak', () => {
    const small = new SmallWorld({ items: placedItems(startPosition, scroll()) })
    const [client, watcher] = [small.join(7), small.join(1)]
    client.hold(0)
    small.tick()
    client.received()
    client.player.hp = 0
    client.player.diedAt = small.now
    client.walk('W')
    client.face('N')
    client.hold(0)
    client.drop(0)
    client.use(0)
    client.cast(0x41)
    expect(client.received()).toEqual([])
    expect(client.player).toMatchObject({ place: startPosition, facing: 2, held: { id: 0 }, mana: 10 })
    client.say('boo')
    expect(watcher.texts()).toEqual(['\x13P7 says: \x17boo'])
  })

  it('cannot be opened without its records', () => {
    const small = new SmallWorld()
    const store = new MemoryStore()
    const host = { now: () => 0, random: () => 0 } as ConstructorParameters<typeof ArcaneWorld>[1]
    expect(() => new ArcaneWorld(store, host, small.options)).toThrow(/is missing/)
  })
})
