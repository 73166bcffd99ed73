// An imported hall: the archetypes of the small world, the test's own, and the things that the test places.
import { strToU8 } from 'fflate'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolder, openImportedYard } from './imported-world.ts'
import { archetypesOf, mapOf } from './object-lines.ts'
import * as world from './small-world.ts'

const latin1 = (text: string) => strToU8(text, true)
/** The test's additions to the small world. `archetypes`: a line each (object-lines.ts); the rest is file text. */
export interface HallAdditions {
  readonly archetypes: readonly string[]
  readonly treasures?: string
  readonly formulae?: string
  readonly artifacts?: string
  readonly races?: string
  /** Further maps: the objects of each, on 14 by 7 cells. */
  readonly maps?: { readonly [name: string]: readonly string[] }
}

/** A hall with these things, and Ann at 2, 3, facing east. */
export async function openHall(
  { archetypes, treasures = '', formulae = '', artifacts = '', races = '', maps = {} }: HallAdditions,
  ...things: readonly string[]
): Promise<{ yard: Yard; ann: RecordingListener }> {
  const map = mapOf([14, 7], things, { header: 'name The Hall\ndarkness 2\n' })
  const yard = await openImportedYard(
    {
      ...archFolder,
      'crossfire/archetypes': latin1(world.archetypes + archetypesOf(archetypes)),
      'crossfire/treasures': latin1(world.treasures + treasures),
      'crossfire/formulae': latin1(world.formulae + formulae),
      'crossfire/artifacts': latin1(world.artifactsFile + artifacts),
      'crossfire/races': latin1(races),
    },
    {
      'maps/hall': latin1(map),
      ...Object.fromEntries(
        Object.entries(maps).map(([name, objects]) => [`maps/${name}`, latin1(mapOf([14, 7], objects))]),
      ),
    },
  )
  const ann = yard.join('Ann', 2, 3)
  ann.player.facing = 3
  return { yard, ann }
}
