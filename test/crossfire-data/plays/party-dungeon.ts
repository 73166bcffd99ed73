// Three players form a party, fight in a dungeon, lose one of them, kill the ogre and come out with its key.
import assert from 'node:assert/strict'
import type { Person, PlayedWorld } from './played-world.ts'

const dungeon = '/scorn/misc/beginners'
/** Maximum rounds of the fight: enough for a party of beginners to win. */
const maxRounds = 2000

export async function playPartyDungeon(world: PlayedWorld): Promise<void> {
  const ann = await world.join('Anna', 'human_player', 'warrior_class', 'map_scorn')
  const bob = await world.join('Bert', 'dwarf_player', 'warrior_class', 'map_scorn')
  const cyd = await world.join('Cora', 'human_player', 'priest_class', 'map_scorn')
  ann.expect('party form Wolves', /You created the party/)
  for (const one of [bob, cyd]) one.expect('party join Wolves', /You joined the party Wolves/)
  ann.expect('party who', /Members of Wolves: 3/)
  const home = { ...cyd.player.respawnPoint }
  const enter = (one: Person) => world.bring(one, dungeon, 4, 28)
  for (const one of [ann, bob, cyd]) enter(one)

  cyd.player.hp = 1
  for (let rounds = 0; rounds < maxRounds && cyd.player.levelName === dungeon; rounds++) cyd.fightNearest()
  assert.equal(cyd.player.levelName, home.level)
  assert(cyd.client.hasReceivedText(/killed by/), 'everybody hears of the death')
  enter(cyd)

  const level = ann.player.level!
  const ogre = [...level.creatures].find(({ archetype }) => archetype.name.one === 'ogre')
  assert(ogre, 'the ogre lives')
  const before = cyd.player.experience
  for (let rounds = 0; rounds < maxRounds && ogre.location; rounds++)
    for (const one of [ann, bob]) {
      if (one.player.level !== level) enter(one)
      one.fightNearest()
    }
  assert(!ogre.location, 'the ogre is dead')
  assert(cyd.player.experience > before, 'a member nearby shares the experience')
  for (let cell = 0; cell < level.width * level.height; cell++) {
    const [x, y] = [cell % level.width, Math.floor(cell / level.width)]
    if (level.thingsAt(x, y).some(({ archetype }) => archetype.name.one === 'Blue Key'))
      world.bring(ann, dungeon, x, y)
  }
  ann.expect('take Blue Key', /You pick up/)
  world.bring(ann, home.level, home.x, home.y)
  assert(ann.carries('Blue Key'), 'the loot comes out of the dungeon')
}
