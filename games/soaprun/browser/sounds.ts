// What is heard in Soaprun, as data: short sounds, and a tune for every state of the field.
import type { Tone, Tune } from '../../../browser/sound.ts'
import type { Heard } from './game.ts'

export const sounds: { readonly [sound in Heard]: readonly Tone[] } = {
  ok: [
    { wave: 'square', from: 660, ms: 60, volume: 0.25 },
    { wave: 'square', from: 880, ms: 90, after: 60, volume: 0.25 },
  ],
  cancel: [
    { wave: 'square', from: 520, ms: 60, volume: 0.25 },
    { wave: 'square', from: 390, ms: 90, after: 60, volume: 0.25 },
  ],
  select: [{ wave: 'square', from: 740, ms: 40, volume: 0.2 }],
  error: [{ wave: 'square', from: 150, to: 120, ms: 70, volume: 0.2 }],
  walk: [{ wave: 'noise', from: 1400, to: 500, ms: 35, volume: 0.12 }],
  inquiry: [{ wave: 'triangle', from: 500, to: 1000, ms: 90, volume: 0.5 }],
  equip: [
    { wave: 'triangle', from: 523, ms: 90, volume: 0.5 },
    { wave: 'triangle', from: 659, ms: 90, after: 80, volume: 0.5 },
    { wave: 'triangle', from: 784, ms: 90, after: 160, volume: 0.5 },
    { wave: 'triangle', from: 1047, ms: 260, after: 240, volume: 0.5 },
  ],
  goal: [
    { wave: 'square', from: 523, ms: 140, volume: 0.25 },
    { wave: 'square', from: 523, ms: 140, after: 150, volume: 0.25 },
    { wave: 'square', from: 523, ms: 140, after: 300, volume: 0.25 },
    { wave: 'square', from: 698, ms: 500, after: 450, volume: 0.25 },
    { wave: 'triangle', from: 880, ms: 500, after: 450, volume: 0.4 },
  ],
  scream1: [
    { wave: 'sawtooth', from: 1100, to: 160, ms: 420, volume: 0.35 },
    { wave: 'noise', from: 3000, to: 300, ms: 250, volume: 0.25 },
  ],
  scream2: [{ wave: 'sawtooth', from: 420, to: 60, ms: 320, volume: 0.35 }],
}

export type TuneName = 'field' | 'sword' | 'rain' | 'ghost' | 'ending'

const soft = { wave: 'triangle', volume: 0.32 } as const
const bright = { wave: 'square', volume: 0.09 } as const

export const tunes: { readonly [tune in TuneName]: Tune } = {
  field: {
    stepMs: 160,
    voices: [
      {
        ...bright,
        notes: `G4 - E4 G4 A4 - G4 -  C5 - B4 A4 G4 - - .  F4 - D4 F4 G4 - F4 -  E4 - D4 C4 D4 - - .
          G4 - E4 G4 A4 - C5 -  D5 - C5 A4 C5 - - .  A4 - F4 A4 G4 - E4 -  D4 - E4 D4 C4 - - .`,
      },
      {
        ...soft,
        notes: `C3 . G3 . C3 . G3 .  C3 . G3 . E3 . G3 .  D3 . A3 . D3 . A3 .  G2 . D3 . G2 . B2 .
          C3 . G3 . C3 . G3 .  F3 . A3 . F3 . A3 .  F3 . A3 . C3 . G3 .  G2 . B2 . C3 . C3 .`,
      },
    ],
  },
  sword: {
    stepMs: 115,
    voices: [
      {
        ...bright,
        notes: `A4 - A4 C5 - A4 D5 -  C5 - A4 G4 - A4 . .  A4 - A4 C5 - D5 E5 -  D5 - C5 A4 - G4 . .
          F4 - A4 C5 - F5 E5 -  D5 - C5 D5 - E5 . .  F5 - E5 D5 - C5 B4 -  A4 - - - . . . .`,
      },
      {
        ...soft,
        notes: `A2 A2 . A2 E3 . A2 .  A2 A2 . A2 G2 . G2 .  A2 A2 . A2 E3 . A2 .  D3 D3 . D3 E3 . E3 .
          F2 F2 . F2 C3 . F2 .  G2 G2 . G2 D3 . G2 .  D3 D3 . D3 E3 . E3 .  A2 A2 . A2 E3 . A2 .`,
      },
    ],
  },
  rain: {
    stepMs: 190,
    voices: [
      {
        wave: 'sine',
        volume: 0.24,
        notes: `E5 . B4 . G4 . B4 .  D5 . A4 . F#4 . A4 .  C5 . G4 . E4 . G4 .  B4 - - . A4 . B4 .
          E5 . B4 . G4 . B4 .  F#5 . D5 . A4 . D5 .  G5 . E5 . C5 . E5 .  D5 - B4 - E4 - - .`,
      },
      {
        ...soft,
        notes: `E3 - - - - - . .  D3 - - - - - . .  C3 - - - - - . .  B2 - - - - - . .
          E3 - - - - - . .  D3 - - - - - . .  C3 - - - - - . .  B2 - - - E3 - - .`,
      },
    ],
  },
  ghost: {
    stepMs: 260,
    voices: [
      {
        wave: 'sine',
        volume: 0.22,
        notes: 'A4 - G#4 - A4 - C5 -  B4 - A4 - G#4 - - .  A4 - E4 - F4 - D4 -  E4 - - - - - . .',
      },
      { ...soft, notes: 'A2 - - - - - - .  E3 - - - - - - .  F3 - - - D3 - - .  E3 - - - E2 - - .' },
    ],
  },
  ending: {
    stepMs: 180,
    voices: [
      {
        ...bright,
        notes: `C5 - E5 - G5 - E5 -  F5 - E5 D5 C5 - - .  A4 - C5 - F5 - E5 -  D5 - C5 B4 C5 - - .`,
      },
      {
        ...soft,
        notes: `C3 . G3 . E3 . G3 .  F3 . A3 . C3 . E3 .  F3 . A3 . F3 . A3 .  G3 . B3 . C3 - - .`,
      },
    ],
  },
}
