// Synthesizes sounds and music with Web Audio. The page is silent until the first click or key press, and while its tab
// is hidden. The volume is stored in the browser.
import { readSettingFields, saveSetting } from '../local-settings.ts'
import { type Tone, type Tune, tonesOf } from './tones.ts'
import { VoiceLimiter } from './voice-limiter.ts'

interface Playing {
  readonly gain: GainNode
  source?: AudioBufferSourceNode
}

const samplesPerSecond = 44_100
/** Below 1, so that the sum of several simultaneous sounds does not clip. */
const masterGain = 0.4
/** From 0 (silent) to 1. */
const defaultVolume = 0.6
/** Players could not distinguish more simultaneous sounds. */
const defaultMaxVoices = 24

export class SoundPlayer<S extends string, T extends string> {
  readonly #sounds: { readonly [sound in S]: readonly Tone[] }
  readonly #tunes: { readonly [tune in T]: Tune }
  readonly #rendered = new Map<string, Promise<AudioBuffer>>()
  #context: AudioContext | undefined
  #master: GainNode | undefined
  #playing: Playing | undefined
  #wantedTune: T | undefined
  #volume = defaultVolume
  readonly #voices: VoiceLimiter

  constructor(
    sounds: { readonly [sound in S]: readonly Tone[] },
    tunes: { readonly [tune in T]: Tune },
    maxVoices = defaultMaxVoices,
  ) {
    this.#voices = new VoiceLimiter(maxVoices)
    this.#sounds = sounds
    this.#tunes = tunes
    const { volume } = readSettingFields('sound')
    if (typeof volume === 'number' && volume >= 0 && volume <= 1) this.#volume = volume
    // Browsers allow sound once a mouse button or key is pressed, but only once a touch has ended.
    for (const gesture of ['pointerdown', 'pointerup', 'keydown'])
      addEventListener(gesture, () => this.#start())
    document.addEventListener('visibilitychange', () => this.#updatePlayback())
  }

  /** From 0 (silent) to 1. */
  get volume(): number {
    return this.#volume
  }

  set volume(volume: number) {
    this.#volume = volume
    saveSetting('sound', { volume })
    if (this.#master) this.#master.gain.value = volume * volume * masterGain
    this.#updatePlayback()
  }

  /** `part`: fraction of the usual volume. `pan`: from -1 (left) to 1 (right). */
  play(sound: S, part = 1, pan = 0): void {
    const context = this.#context
    if (context?.state !== 'running' || this.#volume === 0) return
    let source: AudioBufferSourceNode | undefined
    let wasStopped = false
    const voice = {
      part,
      stop() {
        wasStopped = true
        source?.stop()
      },
    }
    if (!this.#voices.start(voice)) return
    void this.#render(sound, this.#sounds[sound]).then((buffer) => {
      if (wasStopped) return
      const gain = new GainNode(context, { gain: part })
      source = new AudioBufferSourceNode(context, { buffer })
      source.connect(gain).connect(new StereoPannerNode(context, { pan })).connect(this.#master!)
      source.addEventListener('ended', () => this.#voices.end(voice))
      source.start()
    })
  }

  /** Stops the music if `tune` is undefined. `fadeMs`: milliseconds in which the current tune fades out. */
  music(tune: T | undefined, fadeMs = 0): void {
    if (this.#wantedTune === tune) return
    this.#wantedTune = tune
    this.#switchTune(fadeMs)
  }

  #start(): void {
    if (this.#context) return this.#updatePlayback()
    this.#context = new AudioContext()
    this.#master = new GainNode(this.#context, { gain: this.#volume * this.#volume * masterGain })
    this.#master.connect(this.#context.destination)
    this.#updatePlayback()
    this.#switchTune(0)
  }

  #updatePlayback(): void {
    const silent = document.hidden || this.#volume === 0
    void (silent ? this.#context?.suspend() : this.#context?.resume())
  }

  #switchTune(fadeMs: number): void {
    const [context, tune, before] = [this.#context, this.#wantedTune, this.#playing]
    if (!context) return
    if (before) {
      before.gain.gain.setTargetAtTime(0, context.currentTime, Math.max(0.01, fadeMs / 4000))
      before.source?.stop(context.currentTime + fadeMs / 1000 + 0.05)
    }
    this.#playing = undefined
    if (tune === undefined) return
    const gain = new GainNode(context)
    gain.connect(this.#master!)
    const playing: Playing = { gain }
    this.#playing = playing
    void this.#render(`tune ${tune}`, tonesOf(this.#tunes[tune])).then((buffer) => {
      if (this.#playing !== playing) return
      playing.source = new AudioBufferSourceNode(context, { buffer, loop: true })
      playing.source.connect(gain)
      playing.source.start()
    })
  }

  /** Each sound is rendered only once and reused. */
  #render(name: string, tones: readonly Tone[]): Promise<AudioBuffer> {
    const known = this.#rendered.get(name)
    if (known) return known
    const ms = Math.max(...tones.map(({ ms, after = 0 }) => after + ms))
    const context = new OfflineAudioContext(1, Math.ceil((ms / 1000) * samplesPerSecond), samplesPerSecond)
    for (const tone of tones) scheduleTone(context, tone)
    const rendered = context.startRendering()
    this.#rendered.set(name, rendered)
    return rendered
  }
}

function scheduleTone(
  context: OfflineAudioContext,
  { wave, from, to = from, ms, after = 0, volume = 0.5 }: Tone,
): void {
  const [begin, end] = [after / 1000, (after + ms) / 1000]
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + Math.min(0.005, ms / 4000))
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  gain.connect(context.destination)
  if (wave === 'noise') {
    const muffle = new BiquadFilterNode(context, { type: 'lowpass', frequency: from })
    muffle.frequency.setValueAtTime(from, begin)
    muffle.frequency.exponentialRampToValueAtTime(to, end)
    const source = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true })
    source.connect(muffle).connect(gain)
    source.start(begin)
    return source.stop(end)
  }
  const source = new OscillatorNode(context, { type: wave, frequency: from })
  source.frequency.setValueAtTime(from, begin)
  source.frequency.exponentialRampToValueAtTime(to, end)
  source.connect(gain)
  source.start(begin)
  source.stop(end)
}

function noise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, samplesPerSecond / 2, samplesPerSecond)
  const samples = buffer.getChannelData(0)
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1
  return buffer
}
