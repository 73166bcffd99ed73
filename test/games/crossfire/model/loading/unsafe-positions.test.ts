import { expect, it } from 'vitest'
import { startingPosition } from '../../../../../games/crossfire/builtin/maps/index.ts'
import { characterKey } from '../../../../../games/crossfire/model/records/player-record.ts'
import { CrossfireWorld } from '../../../../../games/crossfire/world.ts'
import { MemoryStore } from '../../../../memory-store.ts'
import { testContext, tickMs } from '../../harness/rules-arena.ts'
import { RecordingListener } from '../../harness/small-maps.ts'

const minutes = 10

it.each([
  ['start', { level: startingPosition.map, x: startingPosition.x, y: startingPosition.y }],
  ['inn', { level: 'inn', x: 5, y: 5 }],
  ['temple', { level: 'temple', x: 5, y: 5 }],
])(
  '[CF-13.17] an idle player is unharmed for ten minutes, by day and by night, at position: %s',
  (_, place) => {
    for (const seed of ['a', 'b', 'c']) {
      let now = 1_700_000_000_000
      const store = new MemoryStore()
      const world = new CrossfireWorld(
        store,
        testContext(seed, () => now),
      )
      world.createCharacter({ name: 'Ann', class: 'wizard_class' })
      const key = characterKey('Ann')
      store.put(key, { ...(store.get(key) as object), place })
      const ann = world.enter('Ann', new RecordingListener())
      expect(ann.levelName).toBe(place.level)
      for (const end = now + minutes * 60_000; now < end; now += tickMs) world.tick(now)
      expect(ann.hp).toBe(ann.stats.maxHp)
    }
  },
)
