// Players are divers in canvas suits with brass helmets. The poses have Doom's letters: A to D walking, E standing, F
// firing, H to N dying. Poses A to F have eight sides, three of which are mirrored.
import type { Sprite } from './bitmap.ts'
import { createBall, createLimb, type Point3D, renderSolids, type Solid } from './solids.ts'

/** The position of a joint in map units, relative to the diver. */
type Joint = readonly [forward: number, left: number, up: number]

export const poses = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type Pose = (typeof poses)[number]
export const deathFrames = ['H', 'I', 'J', 'K', 'L', 'M', 'N'] as const

/**
 * Doom's names of a pose's five pictures from front to back. If a name has a second letter and digit, the picture is
 * also the mirrored side of that number.
 */
export const sideNames = (pose: string): readonly string[] => [
  `${pose}1`,
  `${pose}2${pose}8`,
  `${pose}3${pose}7`,
  `${pose}4${pose}6`,
  `${pose}5`,
]

/** How far the left foot is ahead and how high it is lifted. The right foot moves in the same way, two poses later. */
const strideByPose: { readonly [pose in Pose]: readonly [before: number, lifted: number] } = {
  A: [8, 0],
  B: [0, 0],
  C: [-8, 0],
  D: [1, 4],
  E: [2, 0],
  F: [3, 0],
}
const oppositePose: { readonly [pose in Pose]: Pose } = { A: 'C', B: 'D', C: 'A', D: 'B', E: 'E', F: 'F' }

const half = Math.SQRT1_2
/** Cosine and sine of the angle of each side, from the front around the left side to the back. */
const sides: readonly (readonly [cos: number, sin: number])[] = [
  [1, 0],
  [half, half],
  [0, 1],
  [-half, half],
  [-1, 0],
]
const spriteBounds = { width: 64, height: 66, left: 32, top: 62 } as const

/** `side`: 0 is the front, 2 the diver's left side, and 4 the back. */
export function drawDiver(pose: Pose, side: number): Sprite {
  return renderSolids(standingDiver(pose, side), spriteBounds)
}

/**
 * The bodies of the pose, in map units from the diver's position. `leans`: how far the diver leans back, as a fraction
 * of the height.
 */
export function standingDiver(pose: Pose, side: number, leans = 0): Solid[] {
  const [cos, sin] = sides[side]!
  const seen = ([x, y, z]: Joint): Point3D => {
    const ahead = x - z * leans
    return [y * cos - ahead * sin, z, ahead * cos + y * sin]
  }
  return partsForPose(pose).map((part) => part(seen))
}

type Part = (seen: (joint: Joint) => Point3D) => Solid

function partsForPose(pose: Pose): Part[] {
  const kick = pose === 'F' ? -2 : 0
  return [
    ...leg(strideByPose[pose], 1),
    ...leg(pose === 'E' || pose === 'F' ? [-3, 0] : strideByPose[oppositePose[pose]], -1),
    ...body(),
    ...arms(kick),
    ...gun(kick, pose === 'F'),
  ]
}

function leg([before, lifted]: readonly [number, number], side: 1 | -1): Part[] {
  const hip: Joint = [0, 4 * side, 25]
  const knee: Joint = [before * 0.6 + 2, 4.5 * side, 14 + lifted * 0.6]
  const ankle: Joint = [before, 5 * side, 5 + lifted]
  return [
    (at) => createLimb(at(hip), at(knee), [5, 4.2], 'lime', 6),
    (at) => createLimb(at(knee), at(ankle), [4.2, 3.6], 'lime', 5),
    (at) =>
      createLimb(
        at([before - 2, 5 * side, 3 + lifted]),
        at([before + 4.5, 5.6 * side, 2.6 + lifted]),
        3.1,
        'rubber',
        6,
      ),
    (at) => createBall(at([before + 5.5, 5.6 * side, 2.8 + lifted]), 2.6, 'brass', 6),
  ]
}

function body(): Part[] {
  return [
    (at) => createLimb(at([0, 0, 28]), at([0.5, 0, 40]), [7.4, 8], 'lime', 7),
    (at) => createLimb(at([0.5, -6.4, 27]), at([0.5, 6.4, 27]), 3, 'rubber', 5),
    (at) => createBall(at([7.4, 0, 27.5]), 2, 'brass', 8),
    (at) => createLimb(at([-7, 3.6, 27]), at([-7, 3.6, 41]), 3.5, 'steel', 7),
    (at) => createLimb(at([-7, -3.6, 27]), at([-7, -3.6, 41]), 3.5, 'steel', 7),
    (at) => createLimb(at([-7, -3, 43]), at([-4, 0, 48]), 1.4, 'rubber', 6),
    (at) => createLimb(at([1, -6.2, 43.5]), at([1, 6.2, 43.5]), 4, 'brass', 6),
    (at) => createBall(at([0.4, 0, 51]), 7.4, 'brass', 7),
    (at) => createLimb(at([0, 0, 57.5]), at([0, 0, 59]), 1.8, 'brass', 8),
    (at) => createBall(at([3.6, 0, 51]), 5.3, 'brass', 4, 6),
    (at) => createBall(at([5, 0, 51]), 4.3, 'sea', 10, 8),
    (at) => createBall(at([1, 6, 51.5]), 2.7, 'sea', 7, 8),
    (at) => createBall(at([1, -6, 51.5]), 2.7, 'sea', 7, 8),
  ]
}

function arms(kick: number): Part[] {
  return [1, -1].flatMap((side): Part[] => {
    const hand: Joint = side === 1 ? [14 + kick, 2, 34] : [8 + kick, -3, 34]
    const elbow: Joint = [3 + kick, 10.5 * side, 32]
    return [
      (at) => createLimb(at([0, 9 * side, 41]), at(elbow), [4.2, 3.6], 'lime', 7),
      (at) => createLimb(at(elbow), at(hand), [3.4, 2.8], 'lime', 7),
      (at) => createBall(at(hand), 3, 'rubber', 7),
    ]
  })
}

function gun(kick: number, fires: boolean): Part[] {
  const parts: Part[] = [
    (at) => createLimb(at([5 + kick, -2, 36]), at([13 + kick, 0, 36.5]), 2.6, 'steel', 5),
    (at) => createLimb(at([13 + kick, 0, 36.8]), at([22 + kick, 1, 36.8]), 1.6, 'steel', 7),
  ]
  if (fires)
    parts.push(
      (at) => createBall(at([25, 1, 36.8]), 5, 'dusk', 14, 0),
      (at) => createBall(at([26.5, 1, 36.8]), 3, 'white', 15, 0),
    )
  return parts
}

/**
 * The cosine and sine of the diver's rotation to the side at each step of the fall. `sunk`: how far the diver has sunk,
 * in map units.
 */
const fallRotations: readonly (readonly [cos: number, sin: number, sunk: number])[] = [
  [0.9848, 0.1736, 0],
  [0.9063, 0.4226, 3],
  [0.766, 0.6428, 6],
  [0.5, 0.866, 8],
  [0.2588, 0.9659, 7],
  [0.0872, 0.9962, 5],
  [0, 1, 5],
]

/** `step`: the number of the picture, 0 to 6. */
export function drawDyingDiver(step: number): Sprite {
  return renderSolids(fallingDiver(step), { width: 96, height: 66, left: 66, top: 62 })
}

/** The bodies of a dying diver, in map units from the point where the diver stood. */
export function fallingDiver(step: number): Solid[] {
  const [cos, sin, sunk] = fallRotations[step]!
  const seen = ([x, y, z]: Joint): Point3D => {
    const [across, up] = [y * cos - z * sin, z * cos + y * sin]
    return [across + sin * 22, Math.max(2.5, up - sunk + 8 * sin), x]
  }
  const parts = [...leg([step, 0], 1), ...leg([-step, 0], -1), ...body()]
  const limbs: Part[] = [1, -1].flatMap((side): Part[] => [
    (at) => createLimb(at([0, 9 * side, 41]), at([4, (11 + step) * side, 34 + step]), [4.2, 3.6], 'lime', 7),
    (at) =>
      createLimb(
        at([4, (11 + step) * side, 34 + step]),
        at([8, (13 + 1.5 * step) * side, 36 + 2 * step]),
        [3.4, 2.8],
        'lime',
        7,
      ),
    (at) => createBall(at([8, (13 + 1.5 * step) * side, 36 + 2 * step]), 3, 'rubber', 7),
  ])
  // The last air bubbles of a dying diver.
  const bubbles =
    step > 0 && step < 6
      ? [0, 1, 2].map((n) =>
          createBall(
            [-14 + n * 9 - step, 46 + ((step * 5 + n * 7) % 15), 20],
            1 + ((n + step) % 3),
            'sea',
            12,
            6,
          ),
        )
      : []
  return [...[...parts, ...limbs].map((part) => part(seen)), ...bubbles]
}
