// Sounds as plain data, for the browser's synthesizer and for the samples of the original client.

export interface SoundVoice {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise'
  /**
   * Hertz at the start and, if the pitch slides, at the end. For noise, the cutoff frequency of the low-pass filter.
   */
  readonly from: number
  readonly to?: number
  readonly ms: number
  /** Delay in milliseconds. */
  readonly after?: number
  /** The volume of the sound, 0 to 1. */
  readonly volume: number
}

export type SoundName =
  | 'door'
  | 'lift'
  | 'switch'
  | 'fists'
  | 'pistol'
  | 'chaingun'
  | 'shotgun'
  | 'hurt'
  | 'death'
  | 'fill'
  | 'heal'
  | 'step'
  | 'count'

export const soundVoicesByName: { readonly [noise in SoundName]: readonly SoundVoice[] } = {
  door: [
    { wave: 'noise', from: 300, to: 900, ms: 480, volume: 0.35 },
    { wave: 'sawtooth', from: 60, to: 95, ms: 480, volume: 0.18 },
    { wave: 'triangle', from: 180, to: 140, ms: 90, after: 440, volume: 0.4 },
  ],
  lift: [
    { wave: 'sawtooth', from: 48, to: 70, ms: 520, volume: 0.2 },
    { wave: 'noise', from: 240, to: 160, ms: 520, volume: 0.25 },
    { wave: 'triangle', from: 120, to: 70, ms: 110, after: 480, volume: 0.45 },
  ],
  switch: [
    { wave: 'square', from: 900, to: 300, ms: 40, volume: 0.2 },
    { wave: 'triangle', from: 220, to: 90, ms: 120, after: 30, volume: 0.4 },
  ],
  fists: [{ wave: 'noise', from: 1400, to: 300, ms: 110, volume: 0.3 }],
  pistol: [
    { wave: 'noise', from: 5200, to: 500, ms: 170, volume: 0.6 },
    { wave: 'triangle', from: 240, to: 60, ms: 120, volume: 0.6 },
  ],
  chaingun: [
    { wave: 'noise', from: 4200, to: 800, ms: 80, volume: 0.5 },
    { wave: 'square', from: 150, to: 80, ms: 50, volume: 0.2 },
  ],
  shotgun: [
    { wave: 'noise', from: 3600, to: 180, ms: 420, volume: 0.8 },
    { wave: 'triangle', from: 160, to: 36, ms: 260, volume: 0.8 },
    { wave: 'noise', from: 2600, to: 1200, ms: 60, after: 560, volume: 0.3 },
    { wave: 'noise', from: 1800, to: 900, ms: 70, after: 700, volume: 0.3 },
  ],
  hurt: [
    { wave: 'triangle', from: 330, to: 130, ms: 190, volume: 0.5 },
    { wave: 'noise', from: 900, to: 300, ms: 90, volume: 0.3 },
  ],
  death: [
    { wave: 'triangle', from: 260, to: 50, ms: 700, volume: 0.5 },
    { wave: 'sine', from: 500, to: 900, ms: 90, after: 300, volume: 0.25 },
    { wave: 'sine', from: 600, to: 1100, ms: 90, after: 460, volume: 0.2 },
    { wave: 'sine', from: 700, to: 1300, ms: 90, after: 620, volume: 0.15 },
  ],
  fill: [
    { wave: 'noise', from: 3000, to: 1600, ms: 50, volume: 0.3 },
    { wave: 'square', from: 500, to: 240, ms: 40, after: 260, volume: 0.15 },
    { wave: 'noise', from: 2400, to: 1000, ms: 70, after: 420, volume: 0.35 },
  ],
  heal: [
    { wave: 'sine', from: 660, ms: 120, volume: 0.35 },
    { wave: 'sine', from: 990, ms: 220, after: 90, volume: 0.35 },
  ],
  step: [{ wave: 'noise', from: 420, to: 120, ms: 70, volume: 0.2 }],
  count: [{ wave: 'sine', from: 740, ms: 160, volume: 0.4 }],
}
