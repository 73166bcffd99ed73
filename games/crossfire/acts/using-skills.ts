// Active use of skills: searching, praying, fighting, throwing, crafting. [CF-14.6]
import { attack } from '../fight/fighting.ts'
import { worship } from '../gods/worship.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { findTraps } from '../machines/traps.ts'
import { bonus } from '../people/bodies.ts'
import { meleeSkill, skillLevel } from '../people/figures.ts'
import { gain } from '../people/growth.ts'
import { hasSkill, skillNames } from '../people/skills.ts'
import { reveal, secretDoorAt } from '../places/doors.ts'
import { percent } from '../scene/dice.ts'
import { type Direction, stepped } from '../scene/directions.ts'
import type { Player, Scene } from '../scene/scene.ts'
import { nameOf } from '../things/thing.ts'
import { actMicros, blowMicros } from '../time/pace.ts'
import { craft } from './crafting.ts'
import { studyThings } from './learning.ts'
import { shootReadied, throwThing } from './shooting.ts'

/** [CF-14.13] Searching: duration in actions, radius in cells, chance in percent. */
const searchActs = 3
const searched = { cells: 1, levelsPerCell: 5, mostCells: 3 } as const
const finds = { chance: 50, perLevel: 4, perWit: 5 } as const
/** [CF-14.13] Experience for a found secret door. */
const foundExperience = 25
/** [CF-14.14] Duration of a prayer in microseconds. */
const prayerMicros = 1_200_000

/** [CF-14.6] `use_skill`. Returns the duration in microseconds, if that is not one action. */
export function useSkill(scene: Scene, player: Player, words: string): number | void {
  const skill = skillMeant(player, words)
  if (skill !== undefined) return practise(scene, player, skill, player.facing, rest(words, skill))
}

/** [CF-14.6] `ready_skill`: selects the skill for `fire`. */
export function readySkill(_scene: Scene, player: Player, words: string): void {
  const skill = skillMeant(player, words)
  if (skill === undefined) return
  player.readied = { with: 'skill', name: skill }
  player.tell(`You have ${skill} ready.`, messageTypes.skillSuccess)
}

/** Uses a skill that the player has, in a direction. */
export function practise(
  scene: Scene,
  player: Player,
  skill: string,
  direction: Direction,
  words = '',
): number | void {
  switch (skill) {
    case 'searching':
      return search(scene, player)
    case 'praying':
      return pray(scene, player)
    case 'throwing':
      return throwThing(scene, player, words, direction)
    case 'missile weapons':
    case 'sorcery':
    case 'evocation':
      if (player.readied && player.readied.with !== 'skill')
        return shootReadied(scene, player, player.readied, direction)
      return player.tell('Ready a bow, a wand or a spell, and fire.', messageTypes.skillError)
    case 'one handed weapons':
    case 'two handed weapons':
    case 'punching':
      return fight(scene, player, skill, direction)
    default:
      return (
        craft(scene, player, skill) ??
        studyThings(scene, player, skill) ??
        player.tell('You do that whenever you can.', messageTypes.skillError)
      )
  }
}

/** [CF-14.13] [CF-20.18] Searches for secret doors and traps nearby. */
export function search(scene: Scene, player: Player): number {
  const level = player.level!
  const skill = skillLevel(player, 'searching')
  const chance = finds.chance + finds.perLevel * skill + finds.perWit * bonus(player.figures.abilities.Int)
  const cells = Math.min(searched.mostCells, searched.cells + Math.floor(skill / searched.levelsPerCell))
  let [found, traps] = [0, 0]
  for (let y = player.y - cells; y <= player.y + cells; y++) {
    for (let x = player.x - cells; x <= player.x + cells; x++) {
      traps += findTraps(scene, player, level, x, y)
      const door = secretDoorAt(level, { x, y })
      if (!door || !percent(scene, chance)) continue
      reveal(door)
      found++
    }
  }
  if (traps > 0) player.tell('You find a trap!', messageTypes.skillSuccess)
  if (found > 0) {
    player.tell('You find a secret door!', messageTypes.skillSuccess)
    gain(player, foundExperience * found, 'searching')
  } else if (traps === 0) player.tell('You search, and find nothing.', messageTypes.skillFailure)
  return searchActs * actMicros(player)
}

/**
 * [CF-14.14] Restores grace: one point, one more for every two points of Wisdom above 10, doubled on holy ground.
 * [CF-24.2] At a god's altar, `altar` or the one under the player, it is also worship.
 */
export function pray(
  scene: Scene,
  player: Player,
  altar = player.level!.withRole(player.x, player.y, 'altar'),
): number {
  const { maxGrace, abilities } = player.figures
  const god = altar?.kind.is.role === 'altar' ? altar.kind.is.god : undefined
  if (altar && god !== undefined)
    player.tell(`You pray over the ${nameOf(altar).one}.`, messageTypes.skillSuccess)
  if (player.grace < maxGrace) {
    const points = 1 + Math.max(0, bonus(abilities.Wis))
    player.grace = Math.min(maxGrace, player.grace + (isHoly(player) ? 2 * points : points))
    if (god === undefined) player.tell('You pray.', messageTypes.skillSuccess)
  } else if (god === undefined) player.tell('Your prayers have been heard.', messageTypes.skillFailure)
  if (god !== undefined) worship(scene, player, god)
  return prayerMicros
}

/** Output of the `skills` command. */
export function listSkills(player: Player): void {
  const lines = [...player.skills].map(
    ([name, experience]) => `${name}: level ${skillLevel(player, name)}, ${experience} experience`,
  )
  const { faith } = player
  const followed = faith ? [`You follow ${faith.god}.`] : []
  player.tell([...lines, ...followed].join('\n'), messageTypes.skillList)
}

function fight(scene: Scene, player: Player, skill: string, direction: Direction): number | void {
  if (meleeSkill(player) !== skill)
    return player.tell('You hold the wrong weapon for that.', messageTypes.skillError)
  const { x, y } = stepped(player, direction)
  const creature = player.level!.creatureAt(x, y)
  if (creature?.kind.is.role !== 'monster') return player.tell('Nobody is there to hit.', messageTypes.noAttack)
  attack(scene, player, creature)
  return blowMicros(player)
}

/** The skill with that name or prefix; reports if there is none, or if the player lacks it. */
function skillMeant(player: Player, words: string): string | undefined {
  const said = words.toLowerCase()
  if (said === '') return void listSkills(player)
  const skill =
    skillNames.find((name) => said === name || said.startsWith(`${name} `)) ??
    skillNames.find((name) => name.startsWith(said))
  if (skill === undefined) return void player.tell('There is no such skill.', messageTypes.skillError)
  if (!hasSkill(player, skill))
    return void player.tell(`You have not the skill of ${skill}.`, messageTypes.skillMissing)
  return skill
}

function rest(words: string, skill: string): string {
  return words.toLowerCase().startsWith(`${skill} `) ? words.slice(skill.length).trim() : ''
}

function isHoly({ level, x, y }: Player): boolean {
  const ground = level!.withRole(x, y, 'ground')
  return ground?.kind.is.role === 'ground' && ground.kind.is.holy === true
}
