// Short effects, and a tune for every state of the field.
import { notes, type Tone, type Tune, tone, tune, voice } from '../../../../browser/audio/tones.ts'

export const sounds = {
  ok: notes('square', 60, 90, [660, 880], 0.25),
  cancel: notes('square', 60, 90, [520, 390], 0.25),
  select: [tone('square', 740, 740, 40, 0, 0.2)],
  error: [tone('square', 150, 120, 70, 0, 0.2)],
  walk: [tone('noise', 1400, 500, 35, 0, 0.12)],
  inquiry: [tone('triangle', 500, 1000, 90, 0, 0.5)],
  equip: notes('triangle', 80, 260, [523, 659, 784, 1047], 0.5),
  goal: [...notes('square', 150, 500, [523, 523, 523, 698], 0.25), tone('triangle', 880, 880, 500, 450, 0.4)],
  scream1: [tone('sawtooth', 1100, 160, 420, 0, 0.35), tone('noise', 3000, 300, 250, 0, 0.25)],
  scream2: [tone('sawtooth', 420, 60, 320, 0, 0.35)],
} as const satisfies { readonly [sound: string]: readonly Tone[] }
export type SoundEvent = keyof typeof sounds

const soft = (notes: string) => voice('triangle', 0.32, notes)
const bright = (notes: string) => voice('square', 0.09, notes)

export const tunes = {
  field: tune(
    160,
    bright(`G4 - E4 G4 A4 - G4 -  C5 - B4 A4 G4 - - .  F4 - D4 F4 G4 - F4 -  E4 - D4 C4 D4 - - .
      G4 - E4 G4 A4 - C5 -  D5 - C5 A4 C5 - - .  A4 - F4 A4 G4 - E4 -  D4 - E4 D4 C4 - - .`),
    soft(`C3 . G3 . C3 . G3 .  C3 . G3 . E3 . G3 .  D3 . A3 . D3 . A3 .  G2 . D3 . G2 . B2 .
      C3 . G3 . C3 . G3 .  F3 . A3 . F3 . A3 .  F3 . A3 . C3 . G3 .  G2 . B2 . C3 . C3 .`),
  ),
  sword: tune(
    115,
    bright(`A4 - A4 C5 - A4 D5 -  C5 - A4 G4 - A4 . .  A4 - A4 C5 - D5 E5 -  D5 - C5 A4 - G4 . .
      F4 - A4 C5 - F5 E5 -  D5 - C5 D5 - E5 . .  F5 - E5 D5 - C5 B4 -  A4 - - - . . . .`),
    soft(`A2 A2 . A2 E3 . A2 .  A2 A2 . A2 G2 . G2 .  A2 A2 . A2 E3 . A2 .  D3 D3 . D3 E3 . E3 .
      F2 F2 . F2 C3 . F2 .  G2 G2 . G2 D3 . G2 .  D3 D3 . D3 E3 . E3 .  A2 A2 . A2 E3 . A2 .`),
  ),
  rain: tune(
    190,
    voice(
      'sine',
      0.24,
      `E5 . B4 . G4 . B4 .  D5 . A4 . F#4 . A4 .  C5 . G4 . E4 . G4 .  B4 - - . A4 . B4 .
      E5 . B4 . G4 . B4 .  F#5 . D5 . A4 . D5 .  G5 . E5 . C5 . E5 .  D5 - B4 - E4 - - .`,
    ),
    soft(`E3 - - - - - . .  D3 - - - - - . .  C3 - - - - - . .  B2 - - - - - . .
      E3 - - - - - . .  D3 - - - - - . .  C3 - - - - - . .  B2 - - - E3 - - .`),
  ),
  ghost: tune(
    260,
    voice('sine', 0.22, 'A4 - G#4 - A4 - C5 -  B4 - A4 - G#4 - - .  A4 - E4 - F4 - D4 -  E4 - - - - - . .'),
    soft('A2 - - - - - - .  E3 - - - - - - .  F3 - - - D3 - - .  E3 - - - E2 - - .'),
  ),
  ending: tune(
    180,
    bright(`C5 - E5 - G5 - E5 -  F5 - E5 D5 C5 - - .  A4 - C5 - F5 - E5 -  D5 - C5 B4 C5 - - .`),
    soft(`C3 . G3 . E3 . G3 .  F3 . A3 . C3 . E3 .  F3 . A3 . F3 . A3 .  G3 . B3 . C3 - - .`),
  ),
} as const satisfies { readonly [tune: string]: Tune }
export type TuneName = keyof typeof tunes
