// A thief picks locks, finds and disarms a trap, hides, and steals from a merchant who does not notice it.
import assert from 'node:assert/strict'
import type { PlayedWorld } from './played-world.ts'

export async function playThief(world: PlayedWorld): Promise<void> {
  const thief = await world.join('Thief', 'human_player', 'thief_class', 'map_beginners_house')
  const { player } = thief
  thief.goTo(16, 9)
  thief.do('ready_skill lockpicking')
  thief.try('fire 1', /You pick the lock/)
  thief.do('fire_stop')
  thief.goTo(16, 7)
  thief.do('north')
  thief.try('use_skill lockpicking', /You pick the lock/)
  thief.do('west')
  thief.expect('use_skill lockpicking', /That lock cannot be picked/)
  const trained = player.skills.get('lockpicking')
  assert(trained !== undefined && trained > 0, 'the picks train their skill')

  thief.goTo(4, 19)
  thief.try('use_skill find traps', /You find a trap/)
  thief.try('use_skill disarm traps', /You disarm/)
  assert((player.skills.get('disarm traps') ?? 0) > 0)

  // A merchant in the gem shop of Scorn.
  world.bring(thief, '/scorn/shops/gemshop', 1, 1)
  const merchant = [...player.level!.creatures].find(({ archetype }) =>
    archetype.id.startsWith('arch merchant'),
  )!
  assert(merchant.location?.in === 'cell')
  const { x, y } = merchant.location
  world.bring(thief, '/scorn/shops/gemshop', x, y + 1)
  player.skills.set('stealing', 1e6)
  player.markUnsaved()
  player.facing = 1
  const had = player.inventory.length
  thief.try('use_skill stealing', /You steal/)
  assert(player.inventory.length > had)
}
