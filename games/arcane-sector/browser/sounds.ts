// The browser synthesizes the sounds from the tones in this file.
import { notes, type Tone, thud, tone } from '../../../browser/audio/tones.ts'
import type { FromServer, ServerPacket } from '../packets.ts'

export const sounds = {
  step: [thud(420, 60, 0.18), thud(700, 40, 0.1, 70)],
  turn: [thud(1600, 30, 0.06)],
  away: [tone('sine', 220, 880, 420, 0, 0.25), tone('sine', 330, 1320, 420, 60, 0.15)],
  bump: [thud(260, 110, 0.5)],
  take: [tone('triangle', 420, 640, 80), thud(2200, 40, 0.15)],
  put: [thud(380, 90, 0.4)],
  read: [thud(3200, 50, 0.15), thud(2600, 70, 0.15, 60)],
  lever: [thud(1400, 40, 0.4), tone('square', 160, 230, 90, 60, 0.12)],
  drink: [0, 110, 220].map((after) => tone('sine', 300, 520, 90, after, 0.3)),
  hit: [thud(900, 100, 0.6), tone('square', 150, 80, 70, 0, 0.12)],
  hurt: [tone('sawtooth', 300, 170, 140, 0, 0.2), thud(600, 90, 0.4)],
  near: [tone('triangle', 180, 150, 260, 0, 0.35), tone('triangle', 190, 150, 260, 280, 0.35)],
  fire: [tone('sawtooth', 200, 900, 160, 0, 0.14), thud(3600, 320, 0.35, 60)],
  ram: [thud(500, 240, 0.7), tone('sine', 90, 50, 240)],
  fizzle: [tone('triangle', 320, 120, 260), thud(1200, 160, 0.12)],
  slain: [tone('sawtooth', 220, 55, 320, 0, 0.22), thud(450, 240)],
  death: [
    tone('triangle', 330, 320, 260),
    tone('triangle', 262, 255, 260, 240),
    tone('triangle', 196, 90, 800, 480),
  ],
  grown: notes('triangle', 120, 420, [523, 659, 784, 1047]),
  voice: [tone('sine', 520, 560, 60, 0, 0.2), tone('sine', 470, 500, 70, 80, 0.2)],
  asked: [tone('sine', 660, 660, 120, 0, 0.25), tone('sine', 880, 880, 180, 120, 0.25)],
} as const satisfies { readonly [name: string]: readonly Tone[] }
export type SoundName = keyof typeof sounds

/** Sounds for a TEXT, by its first byte (a colour) and its words. The first match wins. */
const heard: readonly (readonly [colour: string, fits: RegExp, noise: SoundName])[] = [
  ['\x13', /^.* says: /s, 'voice'],
  ['\x11', /^The .* hits you /s, 'hurt'],
  ['\x11', /^The .* comes at you /s, 'near'],
  ['\x11', /^You have died/, 'death'],
  ['\x12', /^You have grown/, 'grown'],
  ['', /^You have slain/, 'slain'],
  ['', /^You hit the /, 'hit'],
  ['', /^FIRE ARROW/, 'fire'],
  ['', /wall of force/, 'ram'],
  ['', /^The spell failed|^Not enough mana/, 'fizzle'],
  ['', /^The (?:sign reads|scroll says)/, 'read'],
  ['', /^The switch is/, 'lever'],
  ['', /^You drink/, 'drink'],
  ['', /^The ring hums/, 'away'],
  ['', /^(?:Way is blocked|Can't go there|The door is locked)/, 'bump'],
]

export function soundFor(packet: FromServer, before: PreviousState): SoundName | undefined {
  switch (packet.type) {
    case 'POSI':
      return noiseOfPlace(packet, before)
    case 'HLDI':
      if ((packet.item.gfxId !== undefined) === before.holds) return undefined
      return before.holds ? 'put' : 'take'
    case 'SLCT':
      return 'asked'
    case 'TEXT':
      return noiseOfText(packet.text)
    default:
      return undefined
  }
}

export interface PreviousState {
  readonly place: { readonly x: number; readonly y: number } | undefined
  readonly facing: number
  readonly holds: boolean
}

function noiseOfPlace(
  { x, y, direction }: ServerPacket<'POSI'>,
  { place, facing }: PreviousState,
): SoundName | undefined {
  if (!place) return undefined
  const far = Math.abs(x - place.x) + Math.abs(y - place.y)
  if (far > 1) return 'away'
  if (far === 1) return 'step'
  return direction === facing ? undefined : 'turn'
}

function noiseOfText(text: string): SoundName | undefined {
  const found = heard.find(
    ([colour, fits]) => text.startsWith(colour) && fits.test(text.slice(colour.length)),
  )
  return found?.[2]
}
