// Renders sounds as Doom's sample lumps: unsigned 8 bits, 11,025 Hz.
import { chance } from '../../view/art/picture.ts'
import type { Voice } from '../../view/noises.ts'

const perSecond = 11_025
/** Padding bytes before and after the samples, included in the count. */
const padding = 16
const header = 8
/** Slightly below clipping, so that several sounds can mix. */
const loudest = 110
/** Minimum peak: muffled sounds stay audible. */
const softest = 0.35
/** A voice fades to this share of its volume by its end. */
const faintest = 0.001

export function soundLump(voices: readonly Voice[]): Uint8Array {
  const samples = mixed(voices)
  const lump = new Uint8Array(header + padding + samples.length + padding)
  const view = new DataView(lump.buffer)
  view.setUint16(0, 3, true)
  view.setUint16(2, perSecond, true)
  view.setUint32(4, samples.length + 2 * padding, true)
  lump.fill(128, header)
  lump.set(
    samples.map((sample) => Math.round(128 + Math.max(-1, Math.min(1, sample)) * loudest)),
    header + padding,
  )
  return lump
}

function mixed(voices: readonly Voice[]): Float64Array {
  const ms = Math.max(...voices.map(({ after = 0, ms }) => after + ms))
  const samples = new Float64Array(Math.ceil((ms * perSecond) / 1000))
  for (const [n, voice] of voices.entries()) lay(samples, voice, n)
  const most = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const wanted = Math.max(softest, Math.min(1, most))
  return samples.map((sample) => (sample / most) * wanted)
}

function lay(samples: Float64Array, { wave, from, to = from, ms, after = 0, volume }: Voice, seed: number) {
  const [begin, count] = [Math.round((after * perSecond) / 1000), Math.floor((ms * perSecond) / 1000)]
  const attack = Math.max(1, (Math.min(5, ms / 4) * perSecond) / 1000)
  let phase = 0
  // Two-pole low-pass, as muffled as a browser's synthesizer.
  let [first, second] = [0, 0]
  for (let n = 0; n < count && begin + n < samples.length; n++) {
    const hertz = from * (to / from) ** (n / count)
    const loud = n < attack ? (volume * n) / attack : volume * (faintest / volume) ** ((n - attack) / count)
    phase += hertz / perSecond
    if (wave === 'noise') {
      const open = 1 - Math.exp((-2 * Math.PI * Math.min(hertz, perSecond / 2)) / perSecond)
      first += (chance(n, seed, 401) / 127.5 - 1 - first) * open
      second += (first - second) * open
    }
    samples[begin + n]! += (wave === 'noise' ? second * 1.6 : shapes[wave](phase - Math.floor(phase))) * loud
  }
}

/** Sample by elapsed share of the period. */
const shapes = {
  sine: (part: number) => Math.sin(part * 2 * Math.PI),
  triangle: (part: number) => 1 - 4 * Math.abs(part - 0.5),
  square: (part: number) => (part < 0.5 ? 1 : -1),
  sawtooth: (part: number) => part * 2 - 1,
} as const
