// Doom's sample lumps have unsigned 8-bit samples at 11,025 Hz.
import { positionHash } from '../../view/art/bitmap.ts'
import type { SoundVoice } from '../../view/sounds.ts'

const sampleRate = 11_025
/** Bytes before and after the samples, included in the lump's sample count. */
const paddingBytes = 16
/** The header precedes the padding. */
const headerBytes = 8
/** Maximum amplitude, slightly below clipping, so that several sounds can be mixed. */
const maxAmplitude = 110
/** Quieter sounds are amplified to this peak. */
const minPeak = 0.35
/** A voice fades to this share of its volume by its end. */
const fadeEnd = 0.001

export function encodeSound(voices: readonly SoundVoice[]): Uint8Array {
  const samples = mixVoices(voices)
  const lump = new Uint8Array(headerBytes + paddingBytes + samples.length + paddingBytes)
  const view = new DataView(lump.buffer)
  view.setUint16(0, 3, true)
  view.setUint16(2, sampleRate, true)
  view.setUint32(4, samples.length + 2 * paddingBytes, true)
  lump.fill(128, headerBytes)
  lump.set(
    samples.map((sample) => Math.round(128 + Math.max(-1, Math.min(1, sample)) * maxAmplitude)),
    headerBytes + paddingBytes,
  )
  return lump
}

function mixVoices(voices: readonly SoundVoice[]): Float64Array {
  const ms = Math.max(...voices.map(({ after = 0, ms }) => after + ms))
  const samples = new Float64Array(Math.ceil((ms * sampleRate) / 1000))
  for (const [n, voice] of voices.entries()) addVoice(samples, voice, n)
  const most = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const wanted = Math.max(minPeak, Math.min(1, most))
  return samples.map((sample) => (sample / most) * wanted)
}

function addVoice(
  samples: Float64Array,
  { wave, from, to = from, ms, after = 0, volume }: SoundVoice,
  seed: number,
) {
  const [begin, count] = [Math.round((after * sampleRate) / 1000), Math.floor((ms * sampleRate) / 1000)]
  const attack = Math.max(1, (Math.min(5, ms / 4) * sampleRate) / 1000)
  let phase = 0
  // A two-pole low-pass filter muffles noise as much as a browser's synthesizer does.
  let [first, second] = [0, 0]
  for (let n = 0; n < count && begin + n < samples.length; n++) {
    const hertz = from * (to / from) ** (n / count)
    const loud = n < attack ? (volume * n) / attack : volume * (fadeEnd / volume) ** ((n - attack) / count)
    phase += hertz / sampleRate
    if (wave === 'noise') {
      const open = 1 - Math.exp((-2 * Math.PI * Math.min(hertz, sampleRate / 2)) / sampleRate)
      first += (positionHash(n, seed, 401) / 127.5 - 1 - first) * open
      second += (first - second) * open
    }
    samples[begin + n]! +=
      (wave === 'noise' ? second * 1.6 : waveforms[wave](phase - Math.floor(phase))) * loud
  }
}

/** `part`: the position within the period, from 0 to 1. */
const waveforms = {
  sine: (part: number) => Math.sin(part * 2 * Math.PI),
  triangle: (part: number) => 1 - 4 * Math.abs(part - 0.5),
  square: (part: number) => (part < 0.5 ? 1 : -1),
  sawtooth: (part: number) => part * 2 - 1,
} as const
