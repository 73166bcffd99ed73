// Lumps that the original client looks up by name. The client crashes if a picture is missing, and plays nothing if a
// sound is missing.
import { sideNames } from '../../view/art/diver-sprites.ts'
import { type SoundVoice, soundVoicesByName } from '../../view/sounds.ts'

/** The client loads this map if no server answers. */
export const offlineMapName = 'E1M3'

/**
 * The hands with each weapon, followed by the weapon's flashes (fourth letter F). The client takes up to ten
 * consecutive lumps with the same prefix as pictures of one weapon, and reads one lump too many. So the lumps of each
 * weapon are adjacent, and a lump with another prefix follows the last one.
 */
export const weaponPictureLumps = [
  ...['PUNGA0', 'PUNGB0', 'PUNGC0', 'PUNGD0'],
  ...['PISGA0', 'PISGB0', 'PISGC0', 'PISGD0', 'PISGE0', 'PISFA0'],
  ...['CHGGA0', 'CHGGB0', 'CHGFA0', 'CHGFB0'],
  ...['SHTGA0', 'SHTGB0', 'SHTGC0', 'SHTGD0', 'SHTFA0', 'SHTFB0'],
] as const
export type WeaponPictureName = (typeof weaponPictureLumps)[number]

/** Poses with five sides each, three of them mirrored: A to D walking, E standing, F firing, G hurt. */
export const sidedPoses = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const
/** Poses that look the same from every side: H to N dying, O to W bursting. */
export const [dyingPoses, burstingPoses] = [[...'HIJKLMN'], [...'OPQRSTUVW']] as const
export const bloodNames = ['BLUDA0', 'BLUDB0', 'BLUDC0'] as const

/** The names of all sprites, in the order that the client requires. */
export const spriteNames: readonly string[] = [
  ...weaponPictureLumps,
  ...sidedPoses.flatMap((pose) => sideNames(pose).map((side) => `PLAY${side}`)),
  ...[...dyingPoses, ...burstingPoses].map((pose) => `PLAY${pose}0`),
  ...bloodNames,
]

/** The last two names exist only in the client, not in Doom. */
export const soundVoices: { readonly [name: string]: readonly SoundVoice[] } = {
  DSDOROPN: soundVoicesByName.door,
  DSDORCLS: [
    ...soundVoicesByName.door,
    { wave: 'triangle', from: 110, to: 55, ms: 160, after: 460, volume: 0.5 },
  ],
  DSPSTART: soundVoicesByName.lift,
  DSPSTOP: [
    { wave: 'sawtooth', from: 70, to: 40, ms: 220, volume: 0.2 },
    { wave: 'triangle', from: 130, to: 60, ms: 160, after: 120, volume: 0.5 },
  ],
  DSSWTCHN: soundVoicesByName.switch,
  DSPISTOL: soundVoicesByName.pistol,
  DSSHOTGN: soundVoicesByName.shotgun,
  DSPUNCH: soundVoicesByName.fists,
  DCHAINGN: soundVoicesByName.chaingun,
  DFTSTEP: soundVoicesByName.step,
}
export const soundNames: readonly string[] = Object.keys(soundVoices)
