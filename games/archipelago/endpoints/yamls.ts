// [AP-16] Players' files, without their texts: while the room gathers them, and which slots they became. Used by
// index.ts, and by pages for its types.
import { readFileRecords, type SubmittedFile } from '../gathering/file-records.ts'
import type { GenerationState, Lobby } from '../gathering/lobby.ts'
import { matchFiles } from '../gathering/matching.ts'
import { equalNames, type PlannedSlot } from '../gathering/slot-plan.ts'
import type { Multiworld } from '../world.ts'
import { csv } from './csv.ts'
import { formatIsoTime } from './dates.ts'

interface YamlsResponse {
  readonly stage: 'gathering' | 'playing'
  /** Players can submit, replace and take back files. */
  readonly open: boolean
  /** ISO 8601, UTC; null: no time is set. */
  readonly closesAt: string | null
  readonly files: readonly FileRow[]
  /** Slots with one name, which the generator would reject. */
  readonly conflicts: readonly { readonly name: string; readonly slots: readonly [number, number] }[]
}

/** With the host's limits while the room gathers files. */
export interface LobbyResponse extends YamlsResponse {
  readonly stage: 'gathering'
  readonly maxSlots: number
  readonly slotsPerFile: number
  /** Empty: all. */
  readonly games: readonly string[]
  /** [AP-17.1] `worker`: the name of the one that generates; ''. */
  readonly generation: { readonly state: GenerationState; readonly worker: string }
}

export interface MatchedResponse extends YamlsResponse {
  readonly stage: 'playing'
  /** Players' slots that no file asked for. */
  readonly slotsWithoutFile: readonly {
    readonly slot: number
    readonly name: string
    readonly game: string
  }[]
}

export interface FileRow {
  readonly id: number
  /** The player's own name for it; '' if it was pasted. */
  readonly file: string
  readonly called: string
  readonly discord: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly bytes: number
  readonly slots: readonly FileSlotRow[]
  readonly warnings: readonly string[]
}

export interface FileSlotRow {
  /** In the order of the generator; once the room plays, the slot that it became, or null. */
  readonly slot: number | null
  /** With several, the generator rolls one. */
  readonly names: readonly string[]
  readonly games: readonly string[]
  /** The oldest generator that the file accepts; '' if it does not say. */
  readonly requires: string
}

export function lobbyResponse(lobby: Lobby): LobbyResponse {
  const { max_slots, slots_per_file, games } = lobby.options
  return {
    stage: 'gathering',
    open: lobby.isOpen,
    closesAt: formatIsoTime(lobby.closesAt) ?? null,
    maxSlots: max_slots,
    slotsPerFile: slots_per_file,
    games,
    generation: {
      state: lobby.generationState,
      worker: lobby.generation.leaseAt(lobby.context.now())?.worker ?? '',
    },
    files: fileRows(lobby.files, lobby.plan, ({ slot }) => slot),
    conflicts: equalNames(lobby.plan).map(([first, second]) => ({
      name: second.names[0]!,
      slots: [first.slot, second.slot],
    })),
  }
}

/** The files of one player: the page of a file. Undefined if there is no such file. */
export function lobbyFileResponse(lobby: Lobby, id: string): LobbyResponse | undefined {
  const response = lobbyResponse(lobby)
  const files = response.files.filter((file) => `${file.id}` === id)
  return files.length > 0 ? { ...response, files } : undefined
}

/** Undefined: the room was created with its multiworld. */
export function matchedResponse(world: Multiworld): MatchedResponse | undefined {
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

/** The planned slots as CSV. */
export function plannedSlotsCsv(lobby: Lobby): string {
  const rows = lobby.plan.map(({ slot, names, games, file }) => {
    const { called, discord } = lobby.files.get(file)!
    return [slot, names.join(' or '), games.join(' or '), file, called, discord]
  })
  return csv('slot,name,game,file,player,discord', rows)
}
