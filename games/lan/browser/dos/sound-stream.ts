// The stored volume also applies to the player pages of the other games.
import { readSettingFields, saveSetting } from '../../../../browser/local-settings.ts'

const defaultVolume = 0.6
/** The usual delay, so that a late message causes no gap, and the maximum delay. */
const [leadSeconds, maxLeadSeconds] = [0.05, 0.25]

export class SoundStream {
  #context: AudioContext | undefined
  #gain: GainNode | undefined
  #volume: number
  /** When the queued sound ends, in seconds of the audio context. */
  #endsAt = 0

  constructor() {
    const { volume } = readSettingFields('sound')
    this.#volume = typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaultVolume
  }

  /** From 0 (silent) to 1. */
  get volume(): number {
    return this.#volume
  }

  set volume(volume: number) {
    this.#volume = volume
    saveSetting('sound', { volume })
    if (this.#gain) this.#gain.gain.value = volume * volume
  }

  /** Call this after a click or a key press, because browsers do not allow sound before. */
  start(): void {
    if (this.#context) return
    this.#context = new AudioContext()
    this.#gain = new GainNode(this.#context, { gain: this.#volume * this.#volume })
    this.#gain.connect(this.#context.destination)
  }

  /** One channel. Drops the samples if the page has fallen behind. */
  play(samples: Float32Array<ArrayBuffer>, perSecond: number): void {
    const [context, gain] = [this.#context, this.#gain]
    if (!context || !gain || context.state !== 'running' || samples.length === 0) return
    const { currentTime } = context
    if (this.#endsAt > currentTime + maxLeadSeconds) return
    if (this.#endsAt < currentTime) this.#endsAt = currentTime + leadSeconds
    const buffer = context.createBuffer(1, samples.length, perSecond)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(gain)
    source.start(this.#endsAt)
    this.#endsAt += buffer.duration
  }
}
