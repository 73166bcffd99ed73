import { type ClaimDetails, publicClaim } from '../claims/claim-records.ts'
import { hadGatheringStage } from '../gathering/file-records.ts'
import { listStoredFiles } from '../import/upload-archive.ts'
import type { HostOptions } from '../options.ts'
import { formatVersion, playerSlotType, type Slot } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { type SlotTypeName, statusName } from './labels.ts'
import { slotIdentity } from './public-state.ts'

export interface SlotsResponse {
  readonly seed: string
  readonly generator: string
  readonly race: boolean
  readonly password: boolean
  readonly slotPasswords: boolean
  /** [AP-13.6] */
  readonly paused: boolean
  readonly spheres: boolean
  /** Whether players submitted their files in this room. */
  readonly gathered: boolean
  readonly hintCost: number
  readonly modes: Pick<HostOptions, 'release_mode' | 'collect_mode' | 'remaining_mode'>
  readonly slots: readonly SlotRow[]
}

export type ClaimRow = ClaimDetails

export interface SlotRow {
  readonly slot: number
  readonly name: string
  readonly alias: string | null
  readonly game: string
  readonly type: SlotTypeName
  /** Empty if the slot is not a group. */
  readonly members: readonly string[]
  /** The name of the status. If it has none: its value, as JSON unless it is a text, and possibly cut. */
  readonly status: string
  readonly checks: number
  readonly locations: number
  readonly hintPoints: number
  readonly connections: number
  /** The time of the player's last check, in milliseconds since 1970. */
  readonly lastActivity: number | null
  /** The file name of the slot's patch. */
  readonly file: string | null
  /** [AP-14.1] */
  readonly claim: ClaimRow | null
  /** [AP-14.4] */
  readonly locked: boolean
  /** [AP-14.6] '' if the player has no video stream. */
  readonly video: string
}

/** All slots, including groups and spectators. */
export function slotsResponse(world: Multiworld): SlotsResponse {
  const { seed } = world
  const { hint_cost, release_mode, collect_mode, remaining_mode, password, slot_passwords, paused } =
    world.options
  const files = patchFilesBySlot(world)
  return {
    seed: seed.seedName,
    generator: formatVersion(seed.generatorVersion),
    race: seed.raceMode !== 0,
    password: password !== null,
    slotPasswords: Object.keys(slot_passwords).length > 0,
    paused,
    spheres: seed.hasSpheres,
    gathered: hadGatheringStage(world.store),
    hintCost: hint_cost,
    modes: { release_mode, collect_mode, remaining_mode },
    slots: [...seed.slots.values()].map((slot) => toSlotRow(world, slot, files)),
  }
}

export function toSlotRow(world: Multiworld, named: Slot, files: ReadonlyMap<number, string>): SlotRow {
  const { slot, type } = named
  const status = statusName(world.slotStates.statusText(slot))
  return {
    ...slotIdentity(world, named),
    status: typeof status === 'string' ? status : JSON.stringify(status),
    checks: world.checks.count(slot),
    locations: world.checks.total(slot),
    hintPoints: type === playerSlotType ? world.hints.points(slot) : 0,
    connections: world.clients.of(slot).size,
    lastActivity: world.checks.lastActivity(slot) ?? null,
    file: files.get(slot) ?? null,
    claim: claimOfSlot(world, slot) ?? null,
    locked: world.slotStates.lockedTo(slot).length > 0,
    video: world.slotStates.video(slot) ?? '',
  }
}

export function claimOfSlot(world: Multiworld, slot: number): ClaimDetails | undefined {
  const claim = world.claims.of(slot)
  return claim && publicClaim(claim)
}

/** File names of patches by slot. The generator names the patch of slot 3 like `AP_SEED_P3_NAME.apsomething`. */
export function patchFilesBySlot(world: Multiworld): Map<number, string> {
  const files = new Map<number, string>()
  for (const { name, secret } of listStoredFiles(world.store)) {
    const slot = Number(/_P(\d+)[_.]/.exec(name)?.[1] ?? 0)
    if (!secret && world.seed.slots.has(slot) && !files.has(slot)) files.set(slot, name)
  }
  return files
}
