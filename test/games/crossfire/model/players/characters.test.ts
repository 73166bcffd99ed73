import { describe, expect, it } from 'vitest'
import { archetypeById } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import { builtinCharacterRules } from '../../../../../games/crossfire/builtin/characters/index.ts'
import { abilityNames } from '../../../../../games/crossfire/model/definitions/character.ts'
import { findSkill } from '../../../../../games/crossfire/model/players/characters.ts'
import { choiceError } from '../../../../../games/crossfire/model/players/create-character.ts'
import { findSpell } from '../../../../../games/crossfire/rules/magic/spells.ts'
import { positionOf, RecordingListener, Yard } from '../../harness/small-maps.ts'

const { races, classes, startingMaps, startingKit } = builtinCharacterRules

function enter(yard: Yard, name: string): RecordingListener {
  const listener = new RecordingListener()
  listener.player = yard.world.enter(name, listener)
  return listener
}

describe('races and classes', () => {
  it('[CF-4.13] name only existing things, skills and spells', () => {
    for (const calling of classes) {
      const { equipment, skills, spells } = startingKit(races[0]!, calling, 0)
      for (const entry of equipment)
        expect(archetypeById(typeof entry === 'string' ? entry : entry[0])).toBeDefined()
      for (const skill of skills) expect(findSkill(builtinCharacterRules, skill), skill).toBeDefined()
      for (const spell of spells) expect(findSpell(spell)).toBeDefined()
    }
    expect(races.length * classes.length * startingMaps.length).toBeGreaterThan(8)
  })

  it.each(classes.map(({ id }) => id))(
    '[CF-4.13] a new %s wears the starting equipment and can carry it',
    (id) => {
      const yard = new Yard()
      yard.world.createCharacter({ name: 'Ann', class: id })
      const { player } = enter(yard, 'Ann')
      expect(player.inventory.filter(({ applied }) => applied).length).toBeGreaterThan(1)
      expect(player.carriedWeight).toBeLessThan(player.stats.weightLimit)
      expect([player.hp, player.sp]).toEqual([player.stats.maxHp, player.stats.maxSp])
      expect(new Set(player.inventory.map(({ tag }) => tag)).size).toBe(player.inventory.length)
    },
  )

  it('[CF-4.13] abilities are the chosen values plus race and class bonuses, between 1 and 25', () => {
    const yard = new Yard()
    const chosen = Object.fromEntries(abilityNames.map((name) => [name, name === 'Con' ? 1 : 18])) as never
    yard.world.createCharacter({ name: 'Elf', race: 'elf_player', class: 'wizard_class', abilities: chosen })
    expect(enter(yard, 'Elf').player.origin.abilities).toEqual({
      ...{ Str: 15, Int: 21, Wis: 18, Dex: 20, Con: 1, Cha: 18, Pow: 20 },
    })
  })

  it('[CF-4.14] missing choices select the default', () => {
    const yard = new Yard()
    yard.world.createCharacter({ name: 'Odd' })
    expect(yard.world.characterSummary('odd')).toMatchObject({
      name: 'Odd',
      race: races[0]!.name,
      class: classes[0]!.name,
      level: 1,
      map: 'The Yard',
    })
  })

  it.each([
    [{}, undefined],
    [{ race: 'elf_player', class: 'wizard_class', start: 'inn' }, undefined],
    [{ race: 'ghost' }, 'This world has no race "ghost".'],
    [{ race: 'elf_player', class: 'king' }, 'This world has no class "king".'],
    [{ start: 'moon' }, 'This world has no starting map "moon".'],
  ])('[CF-4.14] choices %j have the error %j', (choices, refusal) => {
    expect(choiceError(builtinCharacterRules, choices)).toBe(refusal)
  })
})

describe('logging in and out', () => {
  it('[CF-16.3] a room has at most as many characters as its owner allows', () => {
    const yard = new Yard()
    yard.world.options = { ...yard.world.options, maxCharacters: 7 }
    yard.store.put('characters', 6)
    expect(yard.world.canCreateCharacter).toBe(true)
    yard.world.createCharacter({ name: 'Last' })
    expect(yard.world.canCreateCharacter).toBe(false)
  })

  it('[CF-4.13] character names are unique regardless of case', () => {
    const yard = new Yard()
    yard.world.createCharacter({ name: 'Ann' })
    expect([yard.world.has('ANN'), yard.world.has('Bob')]).toEqual([true, false])
    expect(() => yard.world.createCharacter({ name: 'aNN' })).toThrow(/already exists/)
    expect(() => enter(yard, 'Bob')).toThrow(/no character/)
    expect(yard.world.resume('Bob', new RecordingListener())).toBeUndefined()
    expect(yard.world.characterSummary('Bob')).toBeUndefined()
  })

  it('[CF-4.6] a login and a logout are announced to the other players', () => {
    const yard = new Yard()
    const ann = yard.join('Ann')
    yard.join('Bob')
    ann.takeTexts()
    yard.leave('Bob')
    expect(ann.texts()).toEqual(['Bob has left the game.'])
    yard.world.createCharacter({ name: 'Cid' })
    const cid = enter(yard, 'Cid')
    expect([ann.texts(), cid.texts()]).toEqual([['Cid has entered the game.'], []])
    expect(yard.world.view()).toEqual({
      players: [
        { name: 'Ann', title: 'Ann the fighter', level: 1, map: 'The Yard' },
        { name: 'Cid', title: 'Cid the fighter', level: 1, map: 'The Yard' },
      ],
      characters: 3,
    })
  })

  it('[CF-4.6] a second login closes the first session, and the end of the first session does not affect the player', () => {
    const yard = new Yard()
    const first = yard.join('Ann', 5, 14)
    const second = enter(yard, 'ann')
    expect(first.closed).toBe('you logged in from another client')
    expect(second.player).toBe(first.player)
    yard.world.leave(first.player, first)
    expect([yard.world.players, positionOf(second), second.player.level!.players.size]).toEqual([
      1,
      [5, 14],
      1,
    ])
  })

  it('[CF-4.6] a player whose cell is blocked after a restart appears on a cell next to it', () => {
    const yard = new Yard()
    const ann = yard.join('Ann', 2, 1)
    yard.walk(ann, 'ee')
    yard.stand(ann, 3, 1)
    yard.world.save()
    yard.restart()
    const { player } = ann
    expect(player.level!.blocksMovement(player.x, player.y)).toBe(false)
    expect([player.x, player.y]).not.toEqual([3, 1])
  })

  it('[CF-16.3] at most 256 characters are in the game; when it is full, these can still log in again', () => {
    const yard = new Yard()
    for (let n = 0; n < 256; n++) {
      expect(yard.world.canEnter(`P${n}`)).toBe(true)
      yard.join(`P${n}`)
    }
    expect([yard.world.players, yard.world.capacity]).toEqual([256, 256])
    expect([yard.world.canEnter('P256'), yard.world.canEnter('p5')]).toEqual([false, true])
  })
})
