// Machine parts: map objects that move or are moved. [CF-20.10]
import type { Role } from '../../scene/archetype.ts'
import { found, type Machine, type Part } from '../../scene/machine.ts'
import { answersIn } from './answers.ts'
import { attackOf } from './attacks.ts'
import { castBy } from './casters.ts'
import { eventsKey, hooksOf } from './events.ts'
import { mark, stateKey } from './kind-id.ts'
import type { Said } from './said.ts'

/** Ticks until a part resets, by default. */
const usualTicks = 30
const mostTicks = 1_000_000
/** Grams; more than anybody can put down. */
const mostWeight = 1_000_000_000

type More = Partial<Pick<Machine, 'stops' | 'frame' | 'gone'>>

/** `first`: the initial state that the map gives. */
function machine(said: Said, part: Part, first = 0, more: (state: number) => More = () => ({})): Role {
  const state = said.number(stateKey, first)
  const connected = said.number('connected')
  return {
    role: 'machine',
    state,
    ...(connected !== 0 && { connected }),
    hears: { push: said.is('activate_on_push'), release: said.is('activate_on_release') },
    part,
    ...more(state),
  }
}

/** The first picture shows the part at rest, the second pressed. */
const pressed = (state: number): More => ({ frame: state & 1 })
const ofValue = (said: Said) => (said.is('value') ? 1 : 0)

/** [CF-23.11] A lever that calls the ship's script belongs to a ship. */
export function lever(said: Said): Role {
  if (hooksOf(said).some(({ script }) => script.does === 'voyage')) return machine(said, { is: 'ship' })
  return machine(said, { is: 'lever' }, ofValue(said), pressed)
}

export function trigger(said: Said): Role {
  return machine(said, { is: 'trigger', ticks: ticksOf(said) }, 0, pressed)
}

export function button(said: Said): Role {
  return machine(said, { is: 'button', weight: weightOf(said) }, ofValue(said), pressed)
}

export function triggerButton(said: Said): Role {
  return machine(said, { is: 'button', weight: weightOf(said), ticks: ticksOf(said) }, 0, pressed)
}

export function pedestal(said: Said): Role {
  return machine(said, { is: 'pedestal', wants: said.text('slaying') ?? '' }, ofValue(said), pressed)
}

export function triggerPedestal(said: Said): Role {
  const wants = said.text('slaying') ?? ''
  return machine(said, { is: 'pedestal', wants, ticks: ticksOf(said) }, 0, pressed)
}

export function detector(said: Said): Role {
  const part: Part = { is: 'detector', wants: said.text('slaying') ?? '', inverse: !said.is('sp') }
  return machine(said, part, ofValue(said))
}

export function altar(said: Said): Role {
  return machine(said, offering(said), ofValue(said), pressed)
}

/** `last_sp`: gifts alternately send 1 and 0; otherwise a gift sends 1 and the reset 0. */
export function triggerAltar(said: Said): Role {
  const part: Part = { ...offering(said), ticks: ticksOf(said), ...(said.is('last_sp') && { once: true }) }
  return machine(said, part, 0, pressed)
}

function offering(said: Said) {
  return {
    is: 'altar',
    wants: said.text('slaying') ?? '',
    count: said.within('food', 0, 1_000_000),
  } as const
}

/** [CF-21.9] */
export function altarOfKnowledge(said: Said): Role {
  return machine(said, { ...offering(said), wants: said.text('slaying') ?? 'money', tells: true })
}

/** `wc`: how far it is closed. `maxsp`: inverted. A speed in the archetype makes it open and close by itself. */
export function gate(said: Said): Role {
  return gateWith(said, said.isOwn('speed') ? 0 : Math.abs(said.real('speed', -2, 2)))
}

/** Opens on a signal, and closes by itself after `maxhp` of its steps. */
export function timedGate(said: Said): Role {
  const speed = Math.abs(said.real('speed', -2, 2)) || 1
  return gateWith(said, 0, Math.min(mostTicks, Math.round(said.within('maxhp', 1, 10_000, 20) / speed)))
}

function gateWith(said: Said, perTick: number, ticks?: number): Role {
  const part: Part = {
    is: 'gate',
    reversed: said.is('maxsp'),
    damage: said.within('dam', 0, 500),
    perTick,
    ...(ticks !== undefined && { ticks }),
  }
  return machine(said, part, said.is('wc') ? 1 : 0, (state) => ({
    stops: state === 1,
    frame: state === 1 ? -1 : 0,
  }))
}

export function hole(said: Said): Role {
  return machine(said, { is: 'hole', reversed: said.is('maxsp') }, said.is('wc') ? 1 : 0, (state) => ({
    frame: state === 1 ? -1 : 0,
  }))
}

export function trapdoor(said: Said): Role {
  return machine(said, { is: 'trapdoor', weight: weightOf(said) }, 0, pressed)
}

export function teleporter(said: Said): Role {
  return machine(said, { is: 'teleporter', perTick: perTickOf(said) })
}

/** [CF-21.5] */
export function mat(said: Said): Role {
  return machine(said, { is: 'mat' })
}

/** `level`: also moves players. `attacktype`: those who are moved cannot act for a while. */
export function mover(said: Said): Role {
  const holds = said.is('attacktype') ? Math.abs(said.within('maxsp', -50, 50, 0)) || 2 : 0
  return machine(said, {
    is: 'mover',
    way: said.within('sp', 0, 8),
    perTick: perTickOf(said),
    players: said.is('level'),
    holds,
  })
}

/** `last_sp`: reacts to having the item, otherwise to lacking it. `move_block`: blocks the way, sends nothing. */
export function checker(said: Said): Role {
  const [word, archetype] = [said.text('slaying'), said.text('race')]
  const type = said.number('hp')
  const blocked = said.text('move_block') ?? ''
  return machine(
    said,
    {
      is: 'checker',
      has: said.is('last_sp'),
      wants: { ...(word && { word }), ...(archetype && { archetype }), ...(type !== 0 && { type }) },
      takes: said.is('last_heal'),
      bars: /(^|\s)(all|walk)(\s|$)/.test(blocked) || said.is('no_pass'),
    },
    0,
    () => ({ stops: false }),
  )
}

/** [CF-20.15] `food`: how many ticks a mark lasts; 0: forever. */
function marking(said: Said, perTick: number): Part {
  return { is: 'marker', mark: said.text('slaying') ?? '', ticks: said.within('food', 0, mostTicks), perTick }
}

export function marker(said: Said): Role {
  return machine(said, marking(said, perTickOf(said)))
}

export function triggerMarker(said: Said): Role {
  return machine(said, marking(said, 0))
}

/** Reacts to nothing without an `@match`. */
export function ear(said: Said): Role {
  return machine(said, { is: 'ear', words: answersIn(said.text('msg') ?? '') })
}

export function director(said: Said): Role {
  return machine(said, { is: 'director', way: said.within('sp', 0, 8), turns: said.is('maxsp') })
}

export function spinner(said: Said): Role {
  // Crossfire's spinners turn counterclockwise for positive `sp`.
  return machine(said, { is: 'spinner', eighths: -said.within('sp', -8, 8) })
}

/** Creates the object inside it, or the archetype in `other_arch`. `lifesave`: without limit. */
export function creator(said: Said): Role {
  const makes = said.text('other_arch')
  const named = said.text('slaying')
  return machine(said, {
    is: 'creator',
    makes: makes && `${mark}${makes}`,
    times: said.is('lifesave') ? undefined : said.within('hp', 0, 100_000),
    perTick: said.is('connected') ? 0 : perTickOf(said),
    ...(named && { named }),
  })
}

export function duplicator(said: Said): Role {
  return machine(said, {
    is: 'duplicator',
    wants: said.text('other_arch') ?? '',
    by: said.within('level', 0, 100),
  })
}

export function converter(said: Said): Role | undefined {
  const makes = said.text('other_arch')
  if (!makes) return undefined
  return machine(said, {
    is: 'converter',
    wants: said.text('slaying') ?? '',
    count: said.within('food', 1, 1_000_000, 1),
    makes: `${mark}${makes}`,
    many: said.within('sp', 1, 255, 1),
  })
}

/** Shoots the spell inside it, or the one in `other_arch`. `maxsp`: a signal turns it. */
export function shooter(said: Said): Role | undefined {
  const spell = castBy(said)
  if (said.isWhole && !spell) return undefined
  return machine(said, {
    is: 'shooter',
    way: said.within('direction', 0, 8, said.within('sp', 0, 8)),
    turns: said.is('maxsp'),
    perTick: perTickOf(said),
    level: said.within('level', 1, 115, 1),
    spell: spell?.id,
  })
}

/** Indexed by `last_sp`. The first is "furious", which equals angry here. */
const moods = ['angry', 'angry', 'calm', 'asleep', 'charmed'] as const

/** [CF-20.19] Acts at its own speed, and on signals. */
export function moodFloor(said: Said): Role | undefined {
  const mood = moods[said.number('last_sp')]
  return mood && machine(said, { is: 'mood', mood, perTick: perTickOf(said) })
}

/** [CF-20.18] A wall that can be destroyed by attacks. */
export function breakable(said: Said): Role {
  const hp = said.within('hp', 1, 30_000, 1)
  const part: Part = { is: 'breakable', hp }
  return machine(said, part, 0, (state) => (state >= hp ? { gone: true, stops: false } : { stops: true }))
}

/** [CF-20.18] `hp`: how often it triggers. It casts its spell if it has one, else it deals its own damage. */
export function trap(said: Said): Role | undefined {
  const level = said.within('level', 1, 115, 1)
  const spell = castBy(said)
  if (!spell && (said.spellInside || said.text('other_arch') !== undefined)) return undefined
  const damage = said.within('dam', 0, 500)
  // [CF-23.1] A trap without damage can still call a script, send a signal or show a message.
  const does = spell !== undefined || damage > 0 || said.text(eventsKey) !== undefined
  if (!does && !said.is('connected') && !said.isOwn('msg') && said.isWhole) return undefined
  const times = said.within('hp', 1, 999, 1)
  const attack = attackOf(said.number('attacktype', 1))
  const part: Part = {
    is: 'trap',
    ...(!spell && damage > 0 && { does: { damage, attack } }),
    ...(spell && { spell: spell.id }),
    times,
    level,
  }
  return machine(said, part, 0, (state) => (state % found >= times ? { gone: true } : {}))
}

function ticksOf(said: Said): number {
  return said.within('exp', 1, mostTicks, usualTicks)
}

function weightOf(said: Said): number {
  return said.within('weight', 0, mostWeight)
}

function perTickOf(said: Said): number {
  return Math.min(1, Math.abs(said.real('speed', -2, 2)))
}
