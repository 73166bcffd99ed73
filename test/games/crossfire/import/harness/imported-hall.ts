// An imported map with the archetypes of the small world and of the test.
import { strToU8 } from 'fflate'
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolder, openImportedYard } from './imported-world.ts'
import { archetypesOf, mapOf } from './object-lines.ts'
import * as world from './small-world.ts'

const latin1 = (text: string) => strToU8(text, true)
/** `archetypes`: lines of object-lines.ts. The other properties are texts of files. */
export interface HallAdditions {
  readonly archetypes: readonly string[]
  readonly treasures?: string
  readonly formulae?: string
  readonly artifacts?: string
  readonly races?: string
  /** The objects of further maps, by map name. Each map has 14 by 7 cells. */
  readonly maps?: { readonly [name: string]: readonly string[] }
}

/** The player Ann is at 2, 3 and faces east. */
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
