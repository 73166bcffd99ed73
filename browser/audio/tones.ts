export interface Tone {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise'
  /**
   * The pitch in hertz, or for noise the cutoff of a low-pass filter. If `to` is present, the tone slides from `from`
   * to `to`.
   */
  readonly from: number
  readonly to?: number
  readonly ms: number
  /** The delay of the tone after the start of the sound, in milliseconds. */
  readonly after?: number
  /** From 0 (silent) to 1. Default: 0.5. */
  readonly volume?: number
}

/** A tune is repeated until another one replaces it. */
export interface Tune {
  /** The duration of each step of the voices. */
  readonly stepMs: number
  readonly voices: readonly {
    readonly wave: Exclude<Tone['wave'], 'noise'>
    readonly volume: number
    /** Steps, separated by spaces: a note such as `C4` or `F#5`, `-` to hold the previous note, or `.` for silence. */
    readonly notes: string
  }[]
}

/** The pitches are in hertz. */
export const tone = (
  wave: Tone['wave'],
  from: number,
  to: number,
  ms: number,
  after = 0,
  volume = 0.3,
): Tone => ({ wave, from, to, ms, after, volume })

/** The sound of a fall or a blow: noise whose cutoff frequency decreases. */
export const thud = (from: number, ms: number, volume = 0.5, after = 0): Tone =>
  tone('noise', from, from / 4, ms, after, volume)

/**
 * Frequencies in hertz. A note starts every `every` milliseconds, and lasts a little longer. `held`: duration of the
 * last note in milliseconds.
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

/** A4 = 440 Hz. Throws for an invalid note. */
function hertz(note: string): number {
  const [, letter = '?', sharp, octave] = /^([A-G])(#?)(\d)$/.exec(note) ?? []
  const semitone = [9, 11, 0, 2, 4, 5, 7]['ABCDEFG'.indexOf(letter)]
  if (semitone === undefined) throw new Error(`no note: ${note}`)
  return 440 * 2 ** ((semitone + (sharp ? 1 : 0) - 9) / 12 + Number(octave) - 4)
}
