// Sounds as data: the numbers of files in clients of 1997, and today's names. [CF-11.2] [CF-11.3]

/** `old`: the number of 1997. `kind`, `action`, `name`: as in `sound2`; a source's own name may replace `name`. */
export interface Sound {
  readonly old: { readonly sound: number; readonly kind: 'normal' | 'spell' }
  readonly kind: SoundKind
  readonly action: string
  readonly name: string
}

/** Kind numbers of `sound2`. */
export const soundKinds = { living: 1, spell: 2, item: 3, ground: 4, hit: 5, hitBy: 6 } as const
export type SoundKind = keyof typeof soundKinds

export const sounds = {
  newPlayer: normal(0, 'living', 'create', 'player'),
  fireArrow: normal(1, 'item', 'fire', 'arrow'),
  learnSpell: normal(2, 'spell', 'learn', 'spell'),
  fumble: normal(3, 'spell', 'fumble', 'spell'),
  wandPoof: normal(4, 'item', 'poof', 'wand'),
  openDoor: normal(5, 'ground', 'open', 'door'),
  pushPlayer: normal(6, 'living', 'push', 'player'),
  hitLightly: normal(7, 'hit', 'hit', 'fist'),
  hit: normal(8, 'hit', 'hit', 'weapon'),
  hitHard: normal(9, 'hit', 'hit', 'blade'),
  miss: normal(10, 'hit', 'miss', 'weapon'),
  hurtLightly: normal(11, 'hitBy', 'hit', 'player'),
  hurt: normal(12, 'hitBy', 'hit', 'player'),
  hurtBadly: normal(13, 'hitBy', 'hit', 'player'),
  kill: normal(14, 'hit', 'kill', 'monster'),
  petKilled: normal(15, 'hitBy', 'kill', 'pet'),
  die: normal(16, 'living', 'die', 'player'),
  evaporate: normal(17, 'item', 'evaporate', 'thing'),
  explode: normal(18, 'spell', 'explode', 'fire'),
  clock: normal(19, 'item', 'strike', 'clock'),
  turnHandle: normal(20, 'ground', 'turn', 'lever'),
  fallHole: normal(21, 'ground', 'fall', 'trapdoor'),
  drinkPoison: normal(22, 'item', 'apply', 'poison'),
} as const satisfies { readonly [name: string]: Sound }

/** The sound of a spell; `place`: its index among the spells, from 0. */
export function soundOfSpell(place: number, name: string): Sound {
  return { old: { sound: place, kind: 'spell' }, kind: 'spell', action: 'cast', name }
}

/** A light, medium or hard blow. `most`: maximum damage of the blow. */
export function soundOfBlow(damage: number, most: number): Sound {
  if (damage * 3 <= most) return sounds.hitLightly
  return damage * 3 <= most * 2 ? sounds.hit : sounds.hitHard
}

/** The victim's cry, by the fraction of `hp` lost. */
export function soundOfWound(damage: number, hp: number): Sound {
  if (damage * 6 <= hp) return sounds.hurtLightly
  return damage * 3 <= hp ? sounds.hurt : sounds.hurtBadly
}

function normal(sound: number, kind: SoundKind, action: string, name: string): Sound {
  return { old: { sound, kind: 'normal' }, kind, action, name }
}
