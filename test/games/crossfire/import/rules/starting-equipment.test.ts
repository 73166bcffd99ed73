// Starting equipment and stats in imported worlds.
import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import type { Player } from '../../../../../games/crossfire/model/state/game-state.ts'
import { totalMoney } from '../../../../../games/crossfire/rules/trade/money.ts'
import { archFolder, openImportedYard } from '../harness/imported-world.ts'
import * as world from '../harness/small-world.ts'
import ownArchetypes from './data/starting-equipment.arc'

const archetypes = `${world.archetypes}${ownArchetypes}`
const treasures = `treasure of_warriors
arch cudgel
more
arch jerkin
end
treasure of_dwarves
arch lore_of_gods
more
arch milk
end
treasureone starting_wealth
arch silvercoin
nrof 1000
end
`
const latin1 = (text: string) => strToU8(text, true)
const folder = {
  ...archFolder,
  'crossfire/archetypes': latin1(archetypes),
  'crossfire/treasures': latin1(treasures),
}

async function newcomer(arch: typeof folder, choices: { class?: string; race?: string }): Promise<Player> {
  const yard = await openImportedYard(arch)
  yard.world.createCharacter({ name: 'Ann', ...choices })
  return yard.comeBack('Ann').player
}

it('[CF-21.10] a new character has the equipment of class and race lists, their skills and money', async () => {
  const ann = await newcomer(folder, { class: 'fighter_class', race: 'dwarf_player' })
  const has = ann.inventory.map(({ archetype, applied }) => [archetype.id, applied])
  expect(has).toEqual(
    expect.arrayContaining([
      ['arch cudgel', 'wielded'],
      ['arch jerkin', 'worn'],
      ['arch milk', undefined],
    ]),
  )
  expect(ann.skills.has('praying')).toBe(true)
  expect(totalMoney(ann)).toBeGreaterThan(0)
  expect(ann.inventory.every(({ archetype }) => archetype.attributes !== undefined)).toBe(true)
})

it('[CF-21.10] a class without an imported list gets the built-in equipment and imported coins', async () => {
  const ann = await newcomer(folder, { class: 'priest_class' })
  expect(ann.inventory.map(({ archetype }) => archetype.id)).toContain('mace')
  expect(totalMoney(ann)).toBe(80)
})

it("[CF-21.10] players use Crossfire's own stats: 69 kg of armour do not slow the player", async () => {
  const ann = await newcomer(folder, { class: 'fighter_class', race: 'human_player' })
  const { abilities, maxHp, wc, ac, damage, speed, weaponSpeed } = ann.stats
  expect(abilities).toMatchObject({ Str: 14, Dex: 12, Con: 13 })
  expect([maxHp, wc, ac, damage]).toEqual([41, 20, 8, 7])
  expect(speed).toBeCloseTo(0.8)
  expect(weaponSpeed).toBeCloseTo(0.655)
})
