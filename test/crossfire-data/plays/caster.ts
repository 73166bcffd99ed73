// A wizard learns spells from books, casts at ants until the mana is used up, and regains it.
import assert from 'node:assert/strict'
import type { PlayedWorld } from './played-world.ts'

export async function playCaster(world: PlayedWorld): Promise<void> {
  const wizard = await world.join('Caster', 'human_player', 'wizard_class', 'map_beginners_house')
  const { player } = wizard
  for (const { name } of wizard.client.inventory.filter(({ name }) => name.startsWith('grimoire')))
    assert.match(wizard.apply(name), /You learn/)
  assert(player.spells.size > 0)
  const missile = [...player.spells]
    .find((id) => /bullet|missile|shower/.test(id))!
    .slice('arch spell_'.length)
  wizard.expect(`cast ${missile.replaceAll('_', ' ')}`, /You ready/)
  assert.match(wizard.goTo(7, 15), /Ants are the easiest creatures to kill/)
  wizard.goTo(6, 15)
  wizard.try('fire 7', /You killed the ant/)
  wizard.try('fire 7', /You do not have enough spell points/)
  wizard.do('fire_stop')
  assert((player.skills.get('sorcery') ?? 0) > 0, 'a kill by a spell trains its skill')
  const { sp } = player
  wizard.goTo(9, 12)
  wizard.wait(60_000)
  assert(player.sp > sp + 5, 'mana returns')
}
