// Numbers of sound files for clients of 1997, and names for today's clients. [CF-11.2] [CF-11.3]

/** `legacy`: for clients of 1997. `kind`, `action` and `name` are the fields of `sound2`. */
export interface Sound {
  readonly legacy: { readonly sound: number; readonly kind: 'normal' | 'spell' }
  readonly kind: SoundKind
  readonly action: string
  readonly name: string
}

/** Kinds of sounds in the packet `sound2`. */
export const soundKinds = { living: 1, spell: 2, item: 3, ground: 4, hit: 5, hitBy: 6 } as const
type SoundKind = keyof typeof soundKinds

export const sounds = {
  newPlayer: createSound(0, 'living', 'create', 'player'),
  fireArrow: createSound(1, 'item', 'fire', 'arrow'),
  learnSpell: createSound(2, 'spell', 'learn', 'spell'),
  fumble: createSound(3, 'spell', 'fumble', 'spell'),
  wandPoof: createSound(4, 'item', 'poof', 'wand'),
  openDoor: createSound(5, 'ground', 'open', 'door'),
  pushPlayer: createSound(6, 'living', 'push', 'player'),
  hitLightly: createSound(7, 'hit', 'hit', 'fist'),
  hit: createSound(8, 'hit', 'hit', 'weapon'),
  hitHard: createSound(9, 'hit', 'hit', 'blade'),
  miss: createSound(10, 'hit', 'miss', 'weapon'),
  hurtLightly: createSound(11, 'hitBy', 'hit', 'player'),
  hurt: createSound(12, 'hitBy', 'hit', 'player'),
  hurtBadly: createSound(13, 'hitBy', 'hit', 'player'),
  kill: createSound(14, 'hit', 'kill', 'monster'),
  petKilled: createSound(15, 'hitBy', 'kill', 'pet'),
  die: createSound(16, 'living', 'die', 'player'),
  evaporate: createSound(17, 'item', 'evaporate', 'thing'),
  explode: createSound(18, 'spell', 'explode', 'fire'),
  clock: createSound(19, 'item', 'strike', 'clock'),
  turnHandle: createSound(20, 'ground', 'turn', 'lever'),
  fallHole: createSound(21, 'ground', 'fall', 'trapdoor'),
  drinkPoison: createSound(22, 'item', 'apply', 'poison'),
} as const satisfies { readonly [name: string]: Sound }

/** `place`: index of the spell in the list of spells, from 0. */
export function spellSound(place: number, name: string): Sound {
  return { legacy: { sound: place, kind: 'spell' }, kind: 'spell', action: 'cast', name }
}

/** `most`: maximum damage of the blow. */
export function blowSound(damage: number, most: number): Sound {
  if (damage * 3 <= most) return sounds.hitLightly
  return damage * 3 <= most * 2 ? sounds.hit : sounds.hitHard
}

/** The sound of a hit, by the fraction of its `hp` that the victim loses. */
export function woundSound(damage: number, hp: number): Sound {
  if (damage * 6 <= hp) return sounds.hurtLightly
  return damage * 3 <= hp ? sounds.hurt : sounds.hurtBadly
}

function createSound(sound: number, kind: SoundKind, action: string, name: string): Sound {
  return { legacy: { sound, kind: 'normal' }, kind, action, name }
}
