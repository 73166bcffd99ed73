// The types of sounds and tunes, which are plain data, and functions that create them.

/** One tone of a sound. */
export interface Tone {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise'
  /**
   * Pitch in hertz, or for noise the cutoff of a low-pass filter. If `to` is present, the tone slides from `from` to
   * `to`.
   */
  readonly from: number
  readonly to?: number
  readonly ms: number
  /** Milliseconds after the start of the sound. */
  readonly after?: number
  /** The volume, from 0 to 1. Default: 0.5. */
  readonly volume?: number
}

/** A tune that repeats. */
export interface Tune {
  /** Milliseconds per step of the voices. */
  readonly stepMs: number
  readonly voices: readonly {
    readonly wave: Exclude<Tone['wave'], 'noise'>
    readonly volume: number
    /**
     * The steps of the voice, separated by spaces: a note such as `C4` or `F#5`, `-` to hold the previous note, or `.`
     * for silence.
     */
    readonly notes: string
  }[]
}

/** A tone that slides from one pitch to another, in hertz. */
export const tone = (
  wave: Tone['wave'],
  from: number,
  to: number,
  ms: number,
  after = 0,
  volume = 0.3,
): Tone => ({
  ...{ wave, from, to, ms, after, volume },
})

/** The sound of a fall or a blow: noise whose cutoff falls. */
export const thud = (from: number, ms: number, volume = 0.5, after = 0): Tone =>
  tone('noise', from, from / 4, ms, after, volume)

/**
 * Notes with these frequencies in hertz. A note starts every `every` milliseconds. Each note lasts a little longer than
 * `every`. `held`: duration of the last note in milliseconds.
 */
export const notes = (
  wave: Tone['wave'],
  every: number,
  held: number,
  hertz: readonly number[],
  volume?: number,
): Tone[] =>
  hertz.map((one, n) => tone(wave, one, one, n === hertz.length - 1 ? held : every * 1.1, n * every, volume))

type Voice = Tune['voices'][number]
export const voice = (wave: Voice['wave'], volume: number, notes: string): Voice => ({ wave, volume, notes })
export const tune = (stepMs: number, ...voices: readonly Voice[]): Tune => ({ stepMs, voices })

/** The notes of a tune with their start times. */
export function tonesOf({ stepMs, voices }: Tune): Tone[] {
  return voices.flatMap(({ wave, volume, notes }) => {
    const words = notes.trim().split(/\s+/)
    return words.flatMap((word, n) => {
      if (word === '-' || word === '.') return []
      let steps = 1
      while (words[n + steps] === '-') steps++
      return [{ wave, volume, from: hertz(word), ms: steps * stepMs, after: n * stepMs }]
    })
  })
}

/** The frequency of a note, with A4 = 440 Hz. Throws for an invalid note. */
function hertz(note: string): number {
  const [, letter = '?', sharp, octave] = /^([A-G])(#?)(\d)$/.exec(note) ?? []
  const semitone = [9, 11, 0, 2, 4, 5, 7]['ABCDEFG'.indexOf(letter)]
  if (semitone === undefined) throw new Error(`no note: ${note}`)
  return 440 * 2 ** ((semitone + (sharp ? 1 : 0) - 9) / 12 + Number(octave) - 4)
}
