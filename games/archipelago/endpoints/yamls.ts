// [AP-16] Lists the players' YAML files, but not their contents, while the room gathers them and after the start.
import { readFileRecords, type SubmittedFile } from '../gathering/file-records.ts'
import type { GatheringLobby, GenerationState } from '../gathering/lobby.ts'
import { matchFiles } from '../gathering/matching.ts'
import { findEqualNames, type PlannedSlot } from '../gathering/slot-plan.ts'
import { formatIsoTime } from '../gathering/utc-time.ts'
import type { Multiworld } from '../world.ts'
import { formatCsv } from './csv.ts'

interface YamlsResponse {
  readonly stage: 'gathering' | 'playing'
  /** Whether players can submit, replace and withdraw files. */
  readonly open: boolean
  /** When submissions close, in ISO 8601 and UTC. Null if no time is set. */
  readonly closesAt: string | null
  readonly files: readonly FileRow[]
  /** Pairs of slots with the same name. The generator would reject them. */
  readonly conflicts: readonly { readonly name: string; readonly slots: readonly [number, number] }[]
}

/** The response of a room that still gathers files, with the limits that the host has set. */
export interface LobbyResponse extends YamlsResponse {
  readonly stage: 'gathering'
  readonly maxSlots: number
  readonly slotsPerFile: number
  /** Empty if all games are allowed. */
  readonly games: readonly string[]
  /** [AP-17.1] `worker`: '' if no worker runs the generator. */
  readonly generation: { readonly state: GenerationState; readonly worker: string }
}

export interface MatchedFilesResponse extends YamlsResponse {
  readonly stage: 'playing'
  readonly slotsWithoutFile: readonly {
    readonly slot: number
    readonly name: string
    readonly game: string
  }[]
}

export interface FileRow {
  readonly id: number
  /** '' if the player pasted the text. */
  readonly file: string
  readonly called: string
  readonly discord: string
  /** The time of the submission, in ISO 8601 and UTC. */
  readonly at: string
  readonly bytes: number
  readonly slots: readonly FileSlotRow[]
  readonly warnings: readonly string[]
}

export interface FileSlotRow {
  /**
   * The slot number that the generator will assign. After the game has started, the number of the matching slot, or
   * null.
   */
  readonly slot: number | null
  /** The generator chooses one of the names at random. */
  readonly names: readonly string[]
  readonly games: readonly string[]
  /** The oldest version of the generator that the file accepts, or ''. */
  readonly requires: string
}

export function lobbyResponse(lobby: GatheringLobby): LobbyResponse {
  const { max_slots, slots_per_file, games } = lobby.options
  return {
    stage: 'gathering',
    open: lobby.isOpen,
    closesAt: formatIsoTime(lobby.closesAt),
    maxSlots: max_slots,
    slotsPerFile: slots_per_file,
    games,
    generation: {
      state: lobby.generationState,
      worker: lobby.generation.leaseAt(lobby.context.now())?.worker ?? '',
    },
    files: fileRows(lobby.files, lobby.plan, ({ slot }) => slot),
    conflicts: findEqualNames(lobby.plan).map(([first, second]) => ({
      name: second.names[0]!,
      slots: [first.slot, second.slot],
    })),
  }
}

/** `files` has only the requested file. Undefined if no file has this id. */
export function lobbyFileResponse(lobby: GatheringLobby, id: string): LobbyResponse | undefined {
  const response = lobbyResponse(lobby)
  const files = response.files.filter((file) => `${file.id}` === id)
  return files.length > 0 ? { ...response, files } : undefined
}

/** Undefined if the room gathered no files. */
export function matchedFilesResponse(world: Multiworld): MatchedFilesResponse | undefined {
  const files = readFileRecords(world.store)
  if (files.size === 0) return undefined
  const { slots, unmatched, slotsWithoutFile } = matchFiles(files, world.seed.slots.values())
  const planned = [...slots.keys(), ...unmatched].sort((a, b) => a.slot - b.slot)
  return {
    stage: 'playing',
    open: false,
    closesAt: null,
    files: fileRows(files, planned, (slot) => slots.get(slot) ?? null),
    conflicts: [],
    slotsWithoutFile: slotsWithoutFile.map(({ slot, name, game }) => ({ slot, name, game })),
  }
}

function fileRows(
  files: ReadonlyMap<number, SubmittedFile>,
  plan: readonly PlannedSlot[],
  slotOf: (planned: PlannedSlot) => number | null,
): FileRow[] {
  const byFile = Map.groupBy(plan, ({ file }) => file)
  return Array.from(files, ([id, { name, called, discord, at, bytes, warnings, slots }]) => ({
    ...{ id, file: name, called, discord, at: formatIsoTime(at) ?? '', bytes, warnings },
    slots: (byFile.get(id) ?? []).map((planned, i) => ({
      slot: slotOf(planned),
      names: planned.names,
      games: planned.games,
      requires: slots[i]?.requires ?? '',
    })),
  }))
}

export function plannedSlotsCsv(lobby: GatheringLobby): string {
  const rows = lobby.plan.map(({ slot, names, games, file }) => {
    const { called, discord } = lobby.files.get(file)!
    return [slot, names.join(' or '), games.join(' or '), file, called, discord]
  })
  return formatCsv('slot,name,game,file,player,discord', rows)
}
