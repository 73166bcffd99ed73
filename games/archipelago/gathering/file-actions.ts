// [AP-16.1]
import type { ActionAuthor, ActionDone, ActionRefusal, ActionRequest, PublicAction } from '../../actions.ts'
import { secretMatches } from '../../shared/passwords.ts'
import { optional, type ValuesOf } from '../../shared/schema/schema.ts'
import { discordField, displayNameField } from '../claims/claim-fields.ts'
import type { SubmittedFile } from './file-records.ts'
import type { GatheringLobby } from './lobby.ts'
import { maxFileBytes, type PlayerFile, PlayerFileError, readPlayerFile } from './player-file.ts'

/** Maximum bytes of all files together, because their zip is created in memory. */
const maxTotalBytes = 24 * 1024 * 1024
const maxFiles = 2000
/** The number of names in all files is limited, because all of them are expanded whenever a file is submitted. */
const maxPossibleNames = 20_000
const maxFileNameLength = 100

const personFields = {
  called: optional(
    displayNameField,
    "The player's name. When the game starts, the claims of the file's slots get this name.",
  ),
  discord: optional(discordField, "The player's Discord user id, for mentions by webhooks."),
} as const

const upload = {
  description: `A YAML file for Archipelago's generator, of at most ${maxFileBytes / 1024} KiB, with a document for each slot.`,
  maxBytes: maxFileBytes,
} as const

export const fileActions: { readonly [name: string]: PublicAction<GatheringLobby> } = {
  submitFile: {
    description:
      "Submits a player's file. If the request has the secret of an earlier file, this secret also belongs to the new file.",
    method: 'POST',
    path: 'yamls',
    formPage: '',
    fields: personFields,
    upload,
    answer: 'The id of the file, its slots, and warnings.',
    issuesSecrets: true,
    refusals: ['invalid', 'refused', 'taken', 'not-found'],
    run: submitFile,
  },
  replaceFile: {
    description: "Replaces a player's file. Needs the secret of the file or the room token.",
    method: 'PUT',
    path: 'yamls/:id',
    formPage: 'yamls/:id',
    upload,
    answer: 'The id of the file, its slots, and warnings.',
    refusals: ['invalid', 'refused', 'taken', 'not-found', 'unauthorized'],
    run: replaceFile,
  },
  takeBackFile: {
    description: "Withdraws a player's file. Needs the secret of the file or the room token.",
    method: 'DELETE',
    path: 'yamls/:id',
    formPage: 'yamls/:id',
    answer: 'Withdrawn.',
    refusals: ['refused', 'not-found', 'unauthorized'],
    run: withdrawFile,
  },
}

function submitFile(
  lobby: GatheringLobby,
  { file, fields, author }: ActionRequest,
): ActionDone | ActionRefusal {
  const { called = '', discord = '' } = fields as ValuesOf<typeof personFields>
  const read = readFor(lobby, file, author)
  if ('refused' in read) return read
  const refusedName = lobby.context.moderation.nameRefusal(called)
  if (refusedName !== undefined) return { refused: 'refused', field: 'called', detail: refusedName }
  if (lobby.files.size >= maxFiles) return { refused: 'refused', detail: 'the room has too many files' }
  const refusal = refusalOf(lobby, read)
  if (refusal) return refusal
  const owner = author.secretDigest ?? author.newSecretDigest
  const submitted = { ...read.content, ...fileDetails(file), called: called.trim(), discord, owner }
  const id = lobby.add(
    { ...submitted, byHost: author.isOwner, at: lobby.context.now() },
    file?.bytes ?? new Uint8Array(0),
  )
  return {
    body: answerFor(lobby, id, read.content),
    ...(author.secretDigest === undefined && { issuesSecret: true }),
    page: `yamls/${id}`,
    log: `${called.trim() || 'a player'} submitted file ${id} with ${read.content.slots.length} slots`,
  }
}

function replaceFile(
  lobby: GatheringLobby,
  { params, file, author }: ActionRequest,
): ActionDone | ActionRefusal {
  const { id, known, refusal } = ownFile(lobby, params.id, author)
  if (refusal) return refusal
  const read = readFor(lobby, file, author)
  if ('refused' in read) return read
  const refused = refusalOf(lobby, read, id)
  if (refused) return refused
  const replaced = { ...known, ...read.content, ...fileDetails(file), at: lobby.context.now() }
  lobby.replace(id, replaced, file?.bytes ?? new Uint8Array(0))
  return {
    body: answerFor(lobby, id, read.content),
    page: `yamls/${id}`,
    log: `file ${id} of ${known.called || 'a player'} was replaced`,
  }
}

function withdrawFile(lobby: GatheringLobby, { params, author }: ActionRequest): ActionDone | ActionRefusal {
  const { id, known, refusal } = ownFile(lobby, params.id, author)
  if (refusal) return refusal
  const closed = closedFor(lobby, author)
  if (closed) return closed
  lobby.remove(id)
  return { page: '', log: `file ${id} of ${known.called || 'a player'} was withdrawn` }
}

interface ReadFile {
  readonly content: PlayerFile
  readonly bytes: number
}

function readFor(
  lobby: GatheringLobby,
  file: ActionRequest['file'],
  author: ActionAuthor,
): ReadFile | ActionRefusal {
  const closed = closedFor(lobby, author)
  if (closed) return closed
  const { slots_per_file: slots, games } = lobby.options
  try {
    const bytes = file?.bytes ?? new Uint8Array(0)
    return { content: readPlayerFile(bytes, { slots, games }), bytes: bytes.length }
  } catch (error) {
    if (error instanceof PlayerFileError) return { refused: 'refused', field: 'file', detail: error.message }
    throw error
  }
}

function refusalOf(
  lobby: GatheringLobby,
  { content, bytes }: ReadFile,
  id?: number,
): ActionRefusal | undefined {
  const before = id === undefined ? 0 : (lobby.files.get(id)?.bytes ?? 0)
  if (lobby.totalBytes - before + bytes > maxTotalBytes)
    return { refused: 'refused', field: 'file', detail: 'the files of this room are too large in total' }
  const otherFiles = [...lobby.files].flatMap(([other, { slots }]) => (other === id ? [] : slots))
  if ([...otherFiles, ...content.slots].reduce((sum, { names }) => sum + names.length, 0) > maxPossibleNames)
    return {
      refused: 'refused',
      field: 'file',
      detail: 'the files of this room have too many possible names',
    }
  for (const name of content.slots.flatMap(({ names }) => names)) {
    const refused = lobby.context.moderation.nameRefusal(name)
    if (refused !== undefined)
      return { refused: 'refused', field: 'file', detail: `the name ${name}: ${refused}` }
  }
  const { plan, conflict } = lobby.planWith(content, id)
  const { max_slots } = lobby.options
  if (plan.length > max_slots)
    return {
      refused: 'refused',
      field: 'file',
      detail: `the room can have at most ${max_slots} slots, and this file would exceed the limit`,
    }
  if (!conflict) return undefined
  const [first, second] = conflict
  const name = second.names[0]!
  const owner = first.file === second.file ? 'used twice in this file' : 'used in another file'
  return { refused: 'taken', field: 'name', detail: `the name ${name} is ${owner}: choose another one` }
}

/** [AP-16.4] */
function closedFor(lobby: GatheringLobby, { isOwner }: ActionAuthor): ActionRefusal | undefined {
  if (isOwner || lobby.isOpen) return undefined
  return { refused: 'refused', detail: 'files of this room can no longer be changed: ask its host' }
}

const noFile = (id: string): ActionRefusal => ({
  refused: 'not-found',
  detail: `no file has the number ${id}`,
})

type OwnFile =
  | { readonly id: number; readonly known: SubmittedFile; readonly refusal?: undefined }
  | { readonly id: number; readonly known?: undefined; readonly refusal: ActionRefusal }

/** Refuses if the author may not change the file. */
function ownFile(
  lobby: GatheringLobby,
  typed: string | undefined,
  { isOwner, secretDigest }: ActionAuthor,
): OwnFile {
  const id = /^[1-9]\d{0,8}$/.test(typed ?? '') ? Number(typed) : 0
  const known = lobby.files.get(id)
  if (!known) return { id, refusal: noFile(String(typed).slice(0, 80)) }
  if (!isOwner && (secretDigest === undefined || !secretMatches(secretDigest, known.owner)))
    return { id, refusal: { refused: 'unauthorized', detail: 'this link does not belong to this file' } }
  return { id, known }
}

function fileDetails(file: ActionRequest['file']): Pick<SubmittedFile, 'name' | 'bytes'> {
  const name = (file?.name ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
  return { name: [...name].slice(0, maxFileNameLength).join(''), bytes: file?.bytes.length ?? 0 }
}

function answerFor(lobby: GatheringLobby, id: number, { warnings }: PlayerFile): ActionDone['body'] {
  const slots = lobby.plan.filter(({ file }) => file === id)
  return { id, slots: slots.map(({ slot, names, games }) => ({ slot, names, games })), warnings }
}
