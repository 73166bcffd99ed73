// Converts the races, classes, skills and settings of the owner's archives. [CF-21.10] The built-in world replaces
// everything that the archives lack.
import {
  type CharacterRules,
  classOrDefault,
  type DeathPenalty,
  type FigureFace,
  type Race,
  type StartingMap,
} from '../../model/definitions/character-rules.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'
import type { ArchetypeCatalog } from '../catalog/archetype-catalog.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import { classType, convertClass, convertRace, convertStartingMap, mapType, raceType } from './choices.ts'
import { crossfireFormulas } from './crossfire-formulas.ts'
import { convertSkills, skillObjectType } from './skills.ts'
import { type DrawTreasureList, rollStartingKit } from './starting-kit.ts'
import {
  defaultExperienceTable,
  parseExperienceTable,
  parseSettings,
  parseStatTables,
} from './stat-tables.ts'

/**
 * Debian's archive has 14 races, 16 classes and 3 starting maps. The descriptions of all starting maps must fit a
 * packet.
 */
const maximums = { choices: 200, startingMaps: 7 } as const
const keepsRacePicture = 'no_class_face_change'

export interface CharacterRulesSources {
  readonly archetypes: ArchetypeCatalog
  /** All uploaded archetypes, in the order of their file. */
  readonly objects: readonly ObjectDefinition[]
  /** Empty if the file is missing. */
  file(name: 'exp_table' | 'stat_bonus' | 'settings'): string
  readonly ours: CharacterRules
  /** [CF-20.7] The starting map if the archive defines none. */
  readonly start: StartingMap
  hasMap(path: string): boolean
  faceNumber(face: string): number
  /** Undefined if neither face nor animation exists. */
  figure(face: string | undefined, animation: string | undefined): FigureFace | undefined
  readonly draw: DrawTreasureList
  listed(list: string): readonly string[]
}

/** `|` separates these names in lists. */
const choiceName = /^[^|]{1,60}$/

export function importCharacterRules(sources: CharacterRulesSources): CharacterRules {
  const { archetypes, ours } = sources
  const byType = (type: number) =>
    sources.objects
      .filter(({ arch, attributes }) => Number(attributes.get('type')) === type && choiceName.test(arch))
      .slice(0, maximums.choices)
      .map((object) => archetypes.attributesOf({ arch: object.arch, attributes: noAttributes }))
  const orOurs = <T>(own: readonly T[], other: readonly T[]) => (own.length > 0 ? own : other)
  const [races, classes] = [byType(raceType), byType(classType)]
  const maps = byType(mapType)
    .flatMap((attributes) => convertStartingMap(attributes) ?? [])
    .filter(({ position }) => sources.hasMap(position.level))
    .slice(0, maximums.startingMaps)
  const skills = convertSkills(byType(skillObjectType), sources.faceNumber)
  const looks = new Map([...races, ...classes].map((attributes) => [attributes.arch, attributes]))
  return {
    races: orOurs(races.map(convertRace), ours.races.map(withUsualPoints)),
    classes: orOurs(classes.map(convertClass), ours.classes),
    startingMaps: orOurs(maps, [sources.start]),
    skills: orOurs(skills, ours.skills),
    levels: parseExperienceTable(sources.file('exp_table')) ?? defaultExperienceTable,
    formulas: crossfireFormulas(parseStatTables(sources.file('stat_bonus'))),
    ...rulesOf(parseSettings(sources.file('settings')), archetypes),
    ...(races.length > 0 && { titleFromRace: true }),
    figure: (race, calling) =>
      figureOf(sources, looks.get(race.id), looks.get(calling.id)) ??
      ours.figure(race, classOrDefault(ours, calling.id)),
    startingKit: (race, calling, seed) =>
      classes.length > 0
        ? rollStartingKit(archetypes, sources.draw, race, calling, seed)
        : ours.startingKit(race, calling, seed),
  }
}

const noAttributes: ReadonlyMap<string, string> = new Map()

function withUsualPoints(race: Race): Race {
  return { ...race, hp: 30, sp: 30, grace: 30, damage: 1 }
}

/**
 * [CF-20.5] The race's animation for the class, or else the animation of the class, or else the animation of the race.
 */
function figureOf(
  { figure, listed }: CharacterRulesSources,
  race: ObjectAttributes | undefined,
  calling: ObjectAttributes | undefined,
): FigureFace | undefined {
  const [ofRace, ofClass] = [race?.text('animation'), calling?.text('animation')]
  const own = () => race && figure(race.text('face'), ofRace)
  if (race && listed(race.text('randomitems') ?? '').includes(keepsRacePicture)) return own()
  const suffix = calling?.text('anim_suffix')
  const both = ofRace && suffix ? figure(undefined, `${ofRace}_${suffix}`) : undefined
  return both ?? (calling && figure(calling.text('face'), ofClass)) ?? own()
}

/** [CF-21.10] */
function rulesOf(
  settings: ReadonlyMap<string, string>,
  archetypes: ArchetypeCatalog,
): Pick<CharacterRules, 'deathPenalty' | 'itemPowerFactor' | 'spellCostsAreFixed'> {
  const factor = Number(settings.get('item_power_factor') ?? 1)
  return {
    deathPenalty: deathPenaltyOf(settings, archetypes),
    ...(Number.isFinite(factor) && factor >= 0 && { itemPowerFactor: factor }),
    ...(/^(false|off|no|0)$/i.test(settings.get('spellpoint_level_depend') ?? '') && {
      spellCostsAreFixed: true,
    }),
  }
}

/** [CF-13.14] */
function deathPenaltyOf(settings: ReadonlyMap<string, string>, archetypes: ArchetypeCatalog): DeathPenalty {
  const number = (name: string, usual: number) => {
    const value = Number(settings.get(name) ?? usual)
    return Number.isInteger(value) && value >= 0 ? value : usual
  }
  const is = (name: string) => /^(true|on|yes|1)$/i.test(settings.get(name) ?? '')
  return {
    experiencePercent: Math.min(100, number('death_penalty_percentage', 20)),
    maxLostLevels: number('death_penalty_levels', 3),
    ability: is('stat_loss_on_death') ? 'lost' : 'depleted',
    pointsPercent: 100,
    food: { below: 100, to: 900 },
    ...(archetypes.archetype('gravestone') && { gravestone: 'arch gravestone' }),
  }
}
