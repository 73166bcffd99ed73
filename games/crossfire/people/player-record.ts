// A character's stored record. [CF-16.1]
import type { Json } from '../../game.ts'
import type { Kinds } from '../scene/archetype.ts'
import type { Origin, Readied } from '../scene/character.ts'
import type { Direction } from '../scene/directions.ts'
import type { Exit } from '../scene/level-plan.ts'
import { ordinaryListening, type Player } from '../scene/scene.ts'
import type { Given } from '../scene/spell.ts'
import { readThing, thingRecord } from '../things/thing-record.ts'
import { classOf } from './characters.ts'
import { PlayerState } from './player.ts'

interface Kept {
  readonly tag: number
  readonly name: string
  readonly race: string
  readonly class: string
  readonly abilities: Origin['abilities']
  readonly hp: number
  readonly sp: number
  readonly grace: number
  readonly food: number
  readonly experience: number
  readonly skills: readonly (readonly [string, number])[]
  readonly spells: readonly string[]
  readonly effects: readonly (readonly [name: string, until: number, strength: number, gives?: Given])[]
  readonly readied: Json
  readonly marked: number | null
  readonly pickup: number
  readonly home: Exit
  readonly place: Exit
  readonly facing: number
  readonly inventory: readonly Json[]
  /** Optional because older records lack them. */
  readonly title?: string
  readonly listening?: number
  readonly watched?: false
  readonly bank?: number
  /** The god and its gifts. */
  readonly faith?: readonly [god: string, granted: readonly string[]]
  readonly journal?: readonly (readonly [string, string])[]
}

export function characterKey(name: string): string {
  return `character/${name.toLowerCase()}`
}

export function playerRecord(player: Player): Json {
  const { origin, home, levelName, x, y, readied } = player
  const kept: Kept = {
    tag: origin.tag,
    name: origin.name,
    race: origin.race,
    class: origin.class,
    abilities: { ...origin.abilities },
    hp: player.hp,
    sp: player.sp,
    grace: player.grace,
    food: player.food,
    experience: player.experience,
    skills: [...player.skills],
    spells: [...player.spells],
    effects: [...player.effects].map(([name, { until, strength, gives }]) =>
      gives ? [name, until, strength, gives] : [name, until, strength],
    ),
    readied: readied ? { ...readied } : null,
    marked: player.marked ?? null,
    pickup: player.pickup,
    home: { level: home.level, x: home.x, y: home.y },
    place: { level: levelName, x, y },
    facing: player.facing,
    inventory: player.inventory.map(thingRecord),
    ...(player.title !== undefined && { title: player.title }),
    ...(player.listening !== ordinaryListening && { listening: player.listening }),
    ...(!player.watched && { watched: false as const }),
    ...(player.faith && { faith: [player.faith.god, [...player.faith.granted]] as const }),
    ...(player.bank > 0 && { bank: player.bank }),
    ...(player.journal.size > 0 && { journal: [...player.journal] }),
  }
  return kept as unknown as Json
}

export function readPlayer(record: Json, kinds?: Kinds): Player {
  const kept = record as unknown as Kept
  const { tag, name, race, abilities } = kept
  const origin = { tag, name, race, class: kept.class, abilities }
  const player = new PlayerState(origin, classOf(kept.class).look, kept.place)
  player.home = kept.home
  player.hp = kept.hp
  player.sp = kept.sp
  player.grace = kept.grace
  player.food = kept.food
  player.experience = kept.experience
  for (const [skill, experience] of kept.skills) player.skills.set(skill, experience)
  for (const spell of kept.spells) player.spells.add(spell)
  for (const [effect, until, strength, gives] of kept.effects)
    player.effects.set(effect, { until, strength, ...(gives && { gives }) })
  player.readied = (kept.readied as unknown as Readied | null) ?? undefined
  player.marked = kept.marked ?? undefined
  player.pickup = kept.pickup
  player.facing = kept.facing as Direction
  player.title = kept.title
  player.listening = kept.listening ?? ordinaryListening
  player.watched = kept.watched ?? true
  player.bank = kept.bank ?? 0
  if (kept.faith) player.faith = { god: kept.faith[0], granted: new Set(kept.faith[1]) }
  for (const [key, text] of kept.journal ?? []) player.journal.set(key, text)
  for (const thing of kept.inventory) player.inventory.push(readThing(thing, { in: 'pack', player }, kinds))
  return player
}
