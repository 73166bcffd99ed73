// What counts as living of what comes by chance, and of who casts.
import { expect, it } from 'vitest'
import { Coverage } from '../../../../games/crossfire/lore/kinds/coverage.ts'
import { mapObjects, readArchetypes } from '../../../../games/crossfire/lore/objects.ts'
import { listedFor, readTreasures } from '../../../../games/crossfire/lore/treasures.ts'

const archetypes = `Object coin
type 36
end
Object riddle
type 163
end
Object spark
type 101
subtype 5
dam 3
end
Object riddling
type 101
subtype 2
end
Object chest
type 4
end
Object heap
type 4
auto_apply 1
end
Object stall
type 68
is_floor 1
auto_apply 1
end
Object floor
type 67
is_floor 1
randomitems riddles
end
Object mage
monster 1
alive 1
level 5
can_cast_spell 1
end
Object sage
monster 1
alive 1
can_cast_spell 1
arch riddling
end
end
Object wand
type 109
end
`
const treasures = `treasureone few
arch coin
chance 19
more
arch riddle
chance 1
end
treasureone some
arch coin
chance 8
more
list few
chance 1
more
arch riddle
chance 1
end
treasure riddles
arch coin
chance 0
no
arch riddle
chance 50
end
more
list riddles
end
treasure sparks
arch spark
end
treasure riddling
arch riddling
magic 9
end
`

function mute(text: string): readonly string[] {
  const all = new Map(readArchetypes('archetypes', archetypes).map((each) => [each.arch, each]))
  const lists = new Map(readTreasures('treasures', treasures).map((list) => [list.name, list]))
  const coverage = new Coverage({
    get: (name) => all.get(name),
    lists,
    listed: (list, level) => listedFor(lists, list, level),
  })
  coverage.count(mapObjects('a map', text))
  return [...coverage.types.values()].filter(({ things, living }) => living < things).map(({ name }) => name)
}
const drawing = (arch: string, list: string, ...says: string[]) =>
  `arch ${arch}\nrandomitems ${list}\n${says.map((line) => `${line}\n`).join('')}end\n`

it('[CF-20.9] what is drawn for is mute if more than a tenth of what its list gives is', () => {
  expect([mute(drawing('chest', 'few')), mute(drawing('heap', 'few'))]).toEqual([[], []])
  for (const list of ['some', 'riddles']) expect(mute(drawing('chest', list))).toEqual(['treasure'])
  expect(mute(drawing('stall', 'few'))).toEqual([])
  expect(mute(drawing('stall', 'some'))).toEqual(['ware of a shop'])
  expect(mute('arch floor\nend\narch stall\nend\n')).toEqual([])
  expect(mute(drawing('mage', 'some', 'can_cast_spell 0'))).toEqual(['living'])
  expect(mute(drawing('mage', 'some', 'friendly 1'))).toEqual([])
  expect([mute(drawing('wand', 'sparks')), mute(drawing('wand', 'riddling'))]).toEqual([[], ['wand']])
})

it('[CF-20.9] [CF-22.9] who casts is as mute as the spells that are its own, or its list’s at its level', () => {
  expect(mute('arch sage\nend\n')).toEqual(['living'])
  expect(mute('arch sage\ncan_cast_spell 0\nend\n')).toEqual([])
  expect(mute(drawing('mage', 'sparks'))).toEqual([])
  expect(mute(drawing('mage', 'riddling', 'level 9'))).toEqual(['living'])
})
