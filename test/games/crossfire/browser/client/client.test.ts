import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientEvents } from '../../../../../games/crossfire/browser/client/core/client-event.ts'
import { EventEmitter } from '../../../../../games/crossfire/browser/client/core/event-emitter.ts'
import { equipStateOf, nameOf } from '../../../../../games/crossfire/browser/client/state/items.ts'
import { RoomNotices } from '../../../../../games/crossfire/browser/client/state/notices.ts'
import { SpellList } from '../../../../../games/crossfire/browser/client/state/spells.ts'
import { builtinFaces } from '../../../../../games/crossfire/builtin/pictures/face-table.ts'
import { Town } from '../../harness/room-harness.ts'
import { BrowserClient, openPlayingClient } from '../browser-client-harness.ts'

let town: Town
beforeEach(async () => {
  town = await Town.open()
})

describe('logging in', () => {
  it('[CF-2.1] [CF-3.1] the client negotiates settings and then asks for an account', () => {
    const browser = new BrowserClient(town)
    expect(browser.client.login.stage).toBe('account')
    expect(browser.client.map).toMatchObject({ width: 17, height: 13 })
    expect(browser.client.notices.text('motd')).not.toBe('')
    expect(browser.client.stats.experienceOf(2)).toBe(2000)
    expect(browser.client.stats.skillInfo(142)).toMatchObject({ name: 'punching' })
  })

  it('[CF-4.4] [CF-4.10] the client reports why a login fails, and creates an account', async () => {
    const browser = new BrowserClient(town)
    browser.client.login.logIn('Nobody', 'secret')
    await browser.passwordsChecked()
    expect(browser.happened.findLast(({ subject }) => subject === 'failure')?.detail).toEqual({
      command: 'accountlogin',
      text: 'No such account name exists on this server',
    })
    browser.client.login.logIn('Ann Other', 'secret', true)
    await browser.passwordsChecked()
    expect(browser.client.login.stage).toBe('characters')
    expect(browser.client.login.characters).toEqual([])
    expect(browser.client.login.account).toBe('Ann Other')
  })

  it('[CF-3.8] [CF-4.14] the client receives the choices for a new character', async () => {
    const browser = new BrowserClient(town)
    browser.client.characterCreation.ask()
    browser.look()
    const { characterCreation } = browser.client
    expect(characterCreation.isKnown).toBe(true)
    expect(characterCreation.points).toBe(84)
    expect([characterCreation.minAbility, characterCreation.maxAbility]).toEqual([3, 18])
    expect(characterCreation.abilities).toEqual(['Str', 'Dex', 'Con', 'Wis', 'Cha', 'Int', 'Pow'])
    expect(characterCreation.races.map(({ name }) => name)).toEqual(['human', 'dwarf', 'elf', 'halfling'])
    expect(characterCreation.classes.every(({ text }) => text.length > 10)).toBe(true)
    expect(characterCreation.races.some(({ adds }) => Object.keys(adds).length > 0)).toBe(true)
    expect(characterCreation.starts).toHaveLength(3)
  })

  it('[CF-4.9] the client creates and plays a character; [CF-4.5] the character is in the list afterwards', async () => {
    const browser = await openPlayingClient(town, 'Ann', 'dwarf')
    const { client } = browser
    expect(client.login.stage).toBe('playing')
    expect(client.items.player?.name).toBe('Ann')
    expect(client.stats.title).toMatch(/^Ann/)
    expect(client.stats.figure('hp')).toBeGreaterThan(0)
    expect(client.stats.skills.map(({ name }) => name)).toContain('punching')
    expect(client.items.inventory.map(nameOf).join()).toMatch(/two|three|four|five/)
    browser.do('quit')
    expect(client.login.stage).toBe('away')
    await browser.reconnected()
    expect(client.login.stage).toBe('characters')
    expect(client.login.characters).toMatchObject([{ name: 'Ann', race: 'dwarf', level: 1 }])
  })

  it('[CF-4.4] [CF-4.9] a guest plays after a single step, can log in again later, and gets an error for a taken name', async () => {
    const guest = new BrowserClient(town)
    guest.client.login.playAsGuest('Ash', 'made up', true)
    await guest.passwordsChecked()
    expect([guest.client.login.stage, guest.client.items.player?.name]).toEqual(['playing', 'Ash'])
    const other = new BrowserClient(town)
    other.client.login.playAsGuest('ash', 'another', true)
    await other.passwordsChecked()
    expect(other.client.login.stage).toBe('account')
    expect(other.happened.findLast(({ subject }) => subject === 'failure')?.detail).toEqual({
      command: 'accountnew',
      text: 'That account already exists on this server',
    })
    const again = new BrowserClient(town)
    again.client.login.playAsGuest('Ash', 'made up', false)
    await again.passwordsChecked()
    expect([again.client.login.stage, again.client.items.player?.name]).toEqual(['playing', 'Ash'])
  })

  it('[CF-4.9] a guest with a taken character name keeps the account and chooses another name', async () => {
    await openPlayingClient(town, 'Ann', 'dwarf')
    const guest = new BrowserClient(town)
    guest.client.login.playAsGuest('Ann', 'made up', true)
    await guest.passwordsChecked()
    expect(guest.happened.findLast(({ subject }) => subject === 'failure')?.detail).toEqual({
      command: 'createplayer',
      text: 'That name is already in use',
    })
    guest.client.login.playAsGuest('Anna', 'made up', true)
    await guest.passwordsChecked()
    expect(guest.client.items.player?.name).toBe('Anna')
  })

  it('[CF-4.9] a guest whose connection is lost before the room answers can log in with another account instead', async () => {
    const maker = new BrowserClient(town)
    maker.client.login.logIn('annes', 'secret', true)
    await maker.passwordsChecked()
    const browser = new BrowserClient(town)
    browser.client.login.playAsGuest('Ash', 'made up', true)
    await browser.reconnected()
    expect(browser.client.login.stage).toBe('account')
    browser.client.login.logIn('annes', 'secret')
    await browser.passwordsChecked()
    expect(browser.client.login).toMatchObject({ stage: 'characters', characters: [] })
  })

  it('[CF-6.8] the client resumes its character after a lost connection, and does not request cached faces again', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    browser.do('north')
    browser.client.onDisconnected()
    expect(browser.client.login.isLoggingInAgain).toBe(true)
    await browser.reconnected()
    expect(browser.client.login).toMatchObject({ stage: 'playing', isLoggingInAgain: false })
    expect(browser.client.items.player?.name).toBe('Ann')
    const asked = browser.sent.filter((text) => text.startsWith('askface')).length
    await browser.reconnected()
    expect(browser.sent.filter((text) => text.startsWith('askface')).length).toBe(asked)
    expect(town.faults).toEqual([])
  })
})

describe('playing', () => {
  it('[CF-5.3] [CF-5.7] the client map equals the server map after every step, through a door and back', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    expectSameMap(browser)
    for (const step of ['south', 'east', 'southeast', 'west', 'north', 'northwest', 'south', 'south']) {
      browser.do(step)
      expectSameMap(browser)
    }
    browser.client.requestViewSize(25, 9)
    browser.look()
    expect(browser.client.map).toMatchObject({ width: 25, height: 9 })
    expectSameMap(browser)
  })

  it("[CF-5.12] two players see each other move and read each other's names", async () => {
    const ann = await openPlayingClient(town, 'Ann')
    const bob = await openPlayingClient(town, 'Bob', 'elf')
    ann.pass(150)
    const playerLabels = (who: BrowserClient) => {
      const { map } = who.client
      const found: string[] = []
      for (let y = map.top; y < map.top + map.height; y++)
        for (let x = map.left; x < map.left + map.width; x++)
          for (const { kind, text } of map.cell(x, y)?.labels ?? [])
            if (kind === 'player') found.push(`${text} ${x - map.x},${y - map.y}`)
      return found
    }
    const before = playerLabels(ann)
    expect(before).toHaveLength(1)
    expect(before[0]).toMatch(/^Bob/)
    bob.do('south')
    ann.pass(150)
    expect(playerLabels(ann)).not.toEqual(before)
    bob.do('say hello there')
    ann.look()
    const received = ann.client.messages.all.at(-1)!
    expect(received).toMatchObject({ channel: 'chat', kind: 15 })
    expect(received.text).toContain('hello there')
  })

  it('[CF-7.9] [CF-7.7] the client shows items that the player wears, drops and takes', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    const { client } = browser
    const worn = client.items.inventory.find((thing) => equipStateOf(thing) === 'worn')!
    client.items.apply('apply', worn.tag)
    browser.pass(500)
    expect(equipStateOf(client.items.item(worn.tag)!)).toBe('none')
    const carried = client.items.player!.weight
    client.items.move(worn.tag, 0)
    browser.pass(5)
    expect(client.items.inventory.map(({ tag }) => tag)).not.toContain(worn.tag)
    expect(client.items.at(0).map(({ one }) => one)).toContain(worn.one)
    expect(client.items.player!.weight).toBe(carried - worn.weight)
    browser.do(`take ${worn.one}`)
    expect(client.items.inventory.map(({ one }) => one)).toContain(worn.one)
    client.items.lock(client.items.inventory[0]!.tag, true)
    client.items.apply('mark', client.items.inventory[0]!.tag)
    client.items.apply('examine', client.items.inventory[0]!.tag)
    browser.pass(5)
    expect(browser.closed).toBeUndefined()
  })

  it('a held key sends no further command while a few commands are unacknowledged', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    const { commands } = browser.client
    browser.do('stay')
    expect(commands.actMs).toBeGreaterThan(50)
    let said = 0
    for (let key = 0; key < 30; key++) if (commands.resend('north')) said++
    expect(said).toBeLessThanOrEqual(3)
    expect(said).toBeGreaterThan(0)
    for (let ms = 0; ms < 3000; ms += 10) browser.pass(10)
    expect(commands.unacknowledged).toBe(0)
  })

  it('[CF-1.7] the client sends and shows non-ASCII text', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    browser.do('say Grüße, 猫')
    expect(browser.texts.at(-1)).toContain('Grüße, 猫')
  })

  it('the client skips invalid packets and reports them', async () => {
    const browser = await openPlayingClient(town, 'Ann')
    browser.client.handleFrame(new TextEncoder().encode('whatever 1 2 3'))
    browser.client.handleFrame(new TextEncoder().encode('delinv apple'))
    expect(browser.texts.at(-1)).toContain('invalid packet')
  })
})

function expectSameMap(browser: BrowserClient): void {
  const { client } = browser
  const player = town.player(client.items.player as never)
  const sight = town.world.viewOf(player)
  const [columns, rows] = [client.map.width >> 1, client.map.height >> 1]
  for (let dy = -rows; dy <= rows; dy++)
    for (let dx = -columns; dx <= columns; dx++) {
      const stack = [...(sight.cellAt(dx, dy)?.visibleFaces ?? [])].sort((a, b) => a.layer - b.layer)
      const shown = stack.filter(({ animation }) => !animation).map(({ face }) => face)
      const moving = stack.length - shown.length
      const seen = browser.facesAt(dx, dy)
      expect(seen.length, `cell ${dx} ${dy}`).toBe(stack.length)
      if (moving === 0) expect(seen, `cell ${dx} ${dy}`).toEqual(shown)
      for (const face of seen) expect(client.faces.nameOf(face)).toBe(builtinFaces[face - 1]!.name)
    }
}

describe('lists with the maximum number of entries', () => {
  const codes = Array.from({ length: 1025 }, (_, at) => at + 1)

  it('[CF-11.9] the quest list accepts changes of its entries but no new entries, and reports when it is cleared', () => {
    const events = new EventEmitter<ClientEvents>()
    const notices = new RoomNotices(events, () => {})
    const quest = (code: number, step: string) => ({
      code,
      title: 'Q',
      face: 1,
      replay: 0,
      parent: 0,
      ended: 0,
      step,
    })
    notices.onQuests(codes.map((code) => quest(code, 'old')) as never)
    notices.onQuests([quest(7, 'new')] as never)
    expect([notices.quests.length, notices.quests[6]!.step]).toEqual([1024, 'new'])
    const shown = vi.fn()
    events.on('quests', () => shown(notices.quests))
    notices.reset()
    expect(shown.mock.calls).toEqual([[[]]])
  })

  it('[CF-14.3] the spell list accepts changes of its entries but no new entries', () => {
    const spells = new SpellList(new EventEmitter(), () => {})
    const spell = (tag: number, mana: number) => ({ tag, level: 1, mana, path: 0, name: 's', message: '' })
    spells.onSpells(codes.map((tag) => spell(tag, 1)) as never)
    spells.onSpells([spell(7, 9)] as never)
    expect([spells.all.length, spells.all.find(({ tag }) => tag === 7)!.mana]).toEqual([1024, 9])
  })
})
