// An imported hall: the archetypes of the small world, the test's own, and the things that the test places.
import { strToU8 } from 'fflate'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolder, openImportedYard } from './imported-world.ts'
import * as world from './small-world.ts'

const latin1 = (text: string) => strToU8(text, true)
const [width, height] = [14, 7]

/** Formats `NAME type key value …` as an archetype. `_` in the name and `~` in a value stand for spaces. */
function formatArchetypeLine(line: string): string {
  const [name, type, ...words] = line.split(' ')
  return `Object ${name}\nname ${name!.replaceAll('_', ' ')}\ntype ${type}\n${keysOf(words)}end\n`
}

/** Formats `ARCH x,y key value …` as a map object; contents follow after a `/`. */
function placed(line: string): string {
  const [said = '', inside] = line.split(' / ')
  const [arch, at = '', ...words] = said.split(' ')
  const [x, y] = at.split(',')
  const held = inside?.split(' ').map((each) => `arch ${each}\nend\n`)
  return `arch ${arch}\nx ${x}\ny ${y}\n${keysOf(words)}${held?.join('') ?? ''}end\n`
}

function keysOf(words: readonly string[]): string {
  const keys = words.filter((_, place) => place % 2 === 0)
  const values = words.filter((_, place) => place % 2 === 1).map((value) => value.replaceAll('~', ' '))
  return keys
    .map((key, place) => (key === 'msg' ? `msg\n${values[place]}\nendmsg\n` : `${key} ${values[place]}\n`))
    .join('')
}

/** The test's additions to the small world. `archetypes` as in `archetype`; the rest is file text. */
export interface HallAdditions {
  readonly archetypes: readonly string[]
  readonly treasures?: string
  readonly formulae?: string
  readonly artifacts?: string
}

/** A hall with these things, and Ann at 2, 3, facing east. */
export async function openHall(
  { archetypes, treasures = '', formulae = '', artifacts = '' }: HallAdditions,
  ...things: readonly string[]
): Promise<{ yard: Yard; ann: RecordingListener }> {
  const floor = Array.from(
    { length: width * height },
    (_, at) => `arch meadow\nx ${at % width}\ny ${Math.floor(at / width)}\nend\n`,
  )
  const map = `arch map\nname The Hall\nwidth ${width}\nheight ${height}\ndarkness 2\nend\n${floor.join('')}${things.map(placed).join('')}`
  const yard = await openImportedYard(
    {
      ...archFolder,
      'crossfire/archetypes': latin1(world.archetypes + archetypes.map(formatArchetypeLine).join('')),
      'crossfire/treasures': latin1(world.treasures + treasures),
      'crossfire/formulae': latin1(world.formulae + formulae),
      'crossfire/artifacts': latin1(world.artifactsFile + artifacts),
    },
    { 'maps/hall': latin1(map) },
  )
  const ann = yard.join('Ann', 2, 3)
  ann.player.facing = 3
  return { yard, ann }
}
