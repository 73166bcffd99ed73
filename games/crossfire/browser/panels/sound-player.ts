// The browser synthesises all sounds and music.

import { SoundPlayer } from '../../../../browser/audio/sound-player.ts'
import { notes, type Tone, thud, tone, tune, voice } from '../../../../browser/audio/tones.ts'
import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import type { Client } from '../client/client.ts'
import type { PlayedSound } from '../client/core/client-event.ts'

const sounds = {
  step: [thud(500, 40, 0.2)],
  create: notes('triangle', 108, 260, [392, 523, 784]),
  shoot: [tone('sawtooth', 300, 90, 90), thud(3000, 120, 0.25)],
  learn: notes('sine', 126, 340, [523, 659, 1047]),
  fumble: [tone('triangle', 300, 120, 280), thud(800, 160, 0.2)],
  poof: [thud(2500, 260, 0.4)],
  door: [tone('sawtooth', 110, 170, 180, 0, 0.12), thud(300, 120, 0.5)],
  push: [thud(400, 90)],
  light: [thud(1200, 70)],
  blow: [thud(800, 110, 0.6), tone('square', 140, 70, 70, 0, 0.15)],
  hard: [thud(600, 170, 0.8), tone('square', 110, 45, 140, 0, 0.25)],
  miss: [thud(4000, 90, 0.15)],
  hurt: [tone('sawtooth', 330, 190, 130, 0, 0.2), thud(700, 80)],
  kill: [tone('sawtooth', 220, 60, 320, 0, 0.25), thud(500, 240)],
  die: [...notes('triangle', 234, 260, [325, 258]), tone('triangle', 196, 90, 800, 480)],
  vanish: [tone('sine', 900, 200, 260)],
  explode: [thud(900, 480, 0.9), tone('square', 80, 30, 380, 0, 0.25)],
  clock: [tone('sine', 660, 655, 700), tone('sine', 990, 985, 500, 0, 0.12)],
  lever: [thud(1500, 40), tone('square', 180, 240, 90, 50, 0.15)],
  fall: [tone('sine', 700, 80, 620)],
  poison: [tone('sine', 260, 180, 150), tone('sine', 240, 150, 170, 160)],
  bolt: [tone('sawtooth', 880, 220, 200, 0, 0.18), thud(3500, 160, 0.2)],
  blessing: [tone('sine', 659, 659, 200), tone('sine', 880, 880, 420, 120, 0.2)],
  apply: [thud(1800, 40, 0.3), tone('triangle', 500, 560, 70, 20, 0.2)],
  drop: [thud(350, 80)],
} as const satisfies { readonly [name: string]: readonly Tone[] }
export type SoundEffect = keyof typeof sounds

/** Sounds by kind (0 for any) and by a part of the action or the name. The first entry that matches is played. */
const heard: readonly (readonly [kind: number, fits: RegExp, noise: SoundEffect])[] = [
  [2, /learn/, 'learn'],
  [2, /fumble|fail/, 'fumble'],
  [2, /explode|fire|burst|fireball/, 'explode'],
  [2, /heal|cure|protect|bless|light|food|home|restore|holy/, 'blessing'],
  [2, /./, 'bolt'],
  [0, /\bdie\b|death|\bkilled/, 'die'],
  [0, /kill/, 'kill'],
  [5, /miss|wave|swing/, 'miss'],
  [5, /blade|axe|cleave|slash/, 'hard'],
  [5, /fist|claw|bite|scratch/, 'light'],
  [5, /./, 'blow'],
  [6, /./, 'hurt'],
  [0, /poison/, 'poison'],
  [0, /create|new player|levelup|level/, 'create'],
  [0, /push/, 'push'],
  [0, /fall|hole|pit|trapdoor/, 'fall'],
  [0, /lever|handle|turn|gate/, 'lever'],
  [0, /open|close|door/, 'door'],
  [0, /clock|bell|strike/, 'clock'],
  [0, /fire|shoot|throw|arrow|bow/, 'shoot'],
  [0, /poof/, 'poof'],
  [0, /evaporate|vanish|teleport/, 'vanish'],
  [0, /step|walk/, 'step'],
  [0, /drop/, 'drop'],
  [3, /./, 'apply'],
  [4, /./, 'push'],
]

/** Undefined if there is no synthesised sound. */
export function soundEffectOf({
  kind,
  action,
  name,
}: Pick<PlayedSound, 'kind' | 'action' | 'name'>): SoundEffect | undefined {
  const text = `${action} ${name}`.toLowerCase()
  return heard.find(([of, fits]) => (of === 0 || of === kind) && fits.test(text))?.[2]
}

const tunes = {
  town: tune(
    300,
    voice('triangle', 0.16, 'G4 - B4 D5 - B4 A4 - G4 - E4 G4 - - D4 - E4 - G4 A4 - B4 G4 - A4 - - . . .'),
    voice('sine', 0.18, 'G2 - - D3 - - C3 - - E3 - - D3 - - C3 - - E3 - - G2 - - D3 - - . . .'),
  ),
  wild: tune(
    360,
    voice('sine', 0.16, 'E4 - - G4 - A4 - - . D4 - - F4 - G4 - - . E4 - - - . .'),
    voice('triangle', 0.12, 'A2 - - - - - E3 - - D3 - - - - - A2 - - E3 - - - . .'),
  ),
  below: tune(
    520,
    voice('sine', 0.18, 'A2 - - - A#2 - - - A2 - - - G#2 - - - A2 - - - . . . .'),
    voice('triangle', 0.07, '. . E4 - - . . . D#4 - - . . . C4 - - - . . . . . .'),
  ),
} as const
export type Song = keyof typeof tunes

/** Undefined for silence. */
export function songOf(name: string): Song | undefined {
  const song = name.toLowerCase()
  if (song === '') return undefined
  if (/barrow|cellar|deep|dungeon|cave|crypt|under/.test(song)) return 'below'
  return /wood|forest|wild|field|moor|road/.test(song) ? 'wild' : 'town'
}

const musicSettingKey = 'crossfire music'
/** From this distance in cells, a sound plays on one side only. */
const maxDistanceCells = 12

/** Panning depends on the distance. The server sends the volume. */
export function createSoundPlayer(client: Client) {
  const sound = new SoundPlayer<SoundEffect, Song>(sounds, tunes)
  let music = readSetting(musicSettingKey) === true
  const play = () => sound.music(music ? songOf(client.song) : undefined, 400)
  client.events.on('sound', (one) => {
    const noise = soundEffectOf(one)
    const pan = Math.min(1, Math.max(-1, one.x / maxDistanceCells))
    if (noise) sound.play(noise, Math.min(1, Math.max(0, one.volume / 100)), pan)
  })
  client.events.on('music', play)
  play()
  return {
    sound,
    music,
    wantMusic(wanted: boolean) {
      music = wanted
      saveSetting(musicSettingKey, wanted || undefined)
      play()
    },
  }
}
