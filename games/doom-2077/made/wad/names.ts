// What the original's client asks a WAD for by name: it crashes where a picture is missing, and is silent where a sound is.
import { sideNames } from '../../view/art/diver.ts'
import { noises, type Voice } from '../../view/noises.ts'

/** The map that it goes to where no server answers. */
export const lonelyMap = 'E1M3'

/**
 * Hands, by weapon: what is held, and behind it what lies over that while it fires (their fourth letter is F). It takes all
 * lumps that begin alike for one weapon's, ten at most, and reads one too many: so each weapon's stand together, and
 * something of another name behind the last.
 */
export const handNames = [
  ...['PUNGA0', 'PUNGB0', 'PUNGC0', 'PUNGD0'],
  ...['PISGA0', 'PISGB0', 'PISGC0', 'PISGD0', 'PISGE0', 'PISFA0'],
  ...['CHGGA0', 'CHGGB0', 'CHGFA0', 'CHGFB0'],
  ...['SHTGA0', 'SHTGB0', 'SHTGC0', 'SHTGD0', 'SHTFA0', 'SHTFB0'],
] as const
export type HandName = (typeof handNames)[number]

/** Walks A to D, stands E, fires F, is hurt G: five sides each, of which three are mirrored. */
export const sidedPoses = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const
/** Dies H to N, bursts O to W, as seen from anywhere. */
export const [dyingPoses, burstingPoses] = [[...'HIJKLMN'], [...'OPQRSTUVW']] as const
export const bloodNames = ['BLUDA0', 'BLUDB0', 'BLUDC0'] as const

/** All sprites, in the order in which they have to stand. */
export const spriteNames: readonly string[] = [
  ...handNames,
  ...sidedPoses.flatMap((pose) => sideNames(pose).map((side) => `PLAY${side}`)),
  ...[...dyingPoses, ...burstingPoses].map((pose) => `PLAY${pose}0`),
  ...bloodNames,
]

/** Of the last two no Doom has any: they are that client's own names, and nobody has heard them before. */
export const soundsByName: { readonly [name: string]: readonly Voice[] } = {
  DSDOROPN: noises.door,
  DSDORCLS: [...noises.door, { wave: 'triangle', from: 110, to: 55, ms: 160, after: 460, volume: 0.5 }],
  DSPSTART: noises.lift,
  DSPSTOP: [
    { wave: 'sawtooth', from: 70, to: 40, ms: 220, volume: 0.2 },
    { wave: 'triangle', from: 130, to: 60, ms: 160, after: 120, volume: 0.5 },
  ],
  DSSWTCHN: noises.switch,
  DSPISTOL: noises.pistol,
  DSSHOTGN: noises.shotgun,
  DSPUNCH: noises.fists,
  DCHAINGN: noises.chaingun,
  DFTSTEP: noises.step,
}
export const soundNames: readonly string[] = Object.keys(soundsByName)
