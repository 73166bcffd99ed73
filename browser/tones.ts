// Sounds and tunes as plain data, and short ways to write them down.

/** One voice of a sound. */
export interface Tone {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth' | 'noise'
  /** Hertz, at the beginning and, if it slides, at the end; of noise what lies above it is muffled. */
  readonly from: number
  readonly to?: number
  readonly ms: number
  /** Milliseconds after the sound began. */
  readonly after?: number
  /** 0 to 1; 0.5 if it is not said. */
  readonly volume?: number
}

/** A tune that goes round. */
export interface Tune {
  /** Milliseconds of one step. */
  readonly stepMs: number
  readonly voices: readonly {
    readonly wave: Exclude<Tone['wave'], 'noise'>
    readonly volume: number
    /** By words: a note (`C4`, `F#5`), `-` to hold the one before, `.` for silence. */
    readonly notes: string
  }[]
}

/** It slides from one pitch to the other, in hertz. */
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

/** What falls, or is struck: a noise that goes dull. */
export const thud = (from: number, ms: number, volume = 0.5, after = 0): Tone =>
  tone('noise', from, from / 4, ms, after, volume)

/** Notes of these hertz, one every so many milliseconds, each a little longer than that; `held`: the last one. */
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

/** The notes of a tune, each when it is due. */
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

/** Of A4 440. Throws for what is no note. */
function hertz(note: string): number {
  const [, letter = '?', sharp, octave] = /^([A-G])(#?)(\d)$/.exec(note) ?? []
  const semitone = [9, 11, 0, 2, 4, 5, 7]['ABCDEFG'.indexOf(letter)]
  if (semitone === undefined) throw new Error(`no note: ${note}`)
  return 440 * 2 ** ((semitone + (sharp ? 1 : 0) - 9) / 12 + Number(octave) - 4)
}
