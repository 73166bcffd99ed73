// `packetboat room yamls|submit|takeback|start`: the commands for rooms that gather players' files before the world is
// created.
import type { FileRow } from '../../games/archipelago/endpoints/yamls.ts'
import { readUpload } from '../api/upload.ts'
import { writeWholeFile } from '../api/whole-file.ts'
import { type OptionFlag, parseOptionFlags } from '../options/parse-option-flags.ts'
import { Failure } from '../terminal/failure.ts'
import { alignColumns, formatCount, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface ListFilesFlags extends ApiFlags {
  readonly zip?: string
}

export async function listFiles(name: string, { zip, ...flags }: ListFilesFlags, { out, err }: Output) {
  const client = apiClient(flags)
  if (zip !== undefined) {
    const bytes = await client.stageFilesZip(name)
    await writeWholeFile(zip, bytes)
    const written = { room: name, file: zip, bytes: bytes.length }
    return out(flags.json ? JSON.stringify(written) : `${zip} has the files (${bytes.length} bytes)`)
  }
  const answer = await client.stageFiles(name)
  if (flags.json) return out(JSON.stringify(answer))
  const { files, open, closesAt, conflicts } = answer
  if (files.length === 0) err('no files')
  for (const line of alignColumns(files.map(fileRow))) out(line)
  for (const { name: taken, slots } of conflicts)
    err(`warning: slots ${slots.join(' and ')} would both be called ${taken}`)
  if (!open) err('players can no longer submit files')
  else if (closesAt !== null) err(`players can submit files until ${closesAt}`)
}

function fileRow({ id, called, file, at, slots, warnings }: FileRow): string[] {
  const names = slots.map(({ names, games }) => `${names.join(' or ')} (${games.join(' or ')})`)
  return [
    ...[`${id}`, called || '?', file || '-', at, names.join(', ')],
    warnings.length > 0 ? `warning: ${warnings.join('; ')}` : '',
  ]
}

export interface SubmitFlags extends ApiFlags {
  readonly called?: string
  readonly discord?: string
}

/** With the room token or the site token, the host can submit a file for a player. */
export async function submitFile(name: string, path: string, flags: SubmitFlags, { out, err }: Output) {
  const { called, discord } = flags
  const form = new FormData()
  form.set('file', await readUpload(path))
  if (called !== undefined) form.set('called', called)
  if (discord !== undefined) form.set('discord', discord)
  const submitted = await apiClient(flags).submitStageFile(name, form)
  if (flags.json) return out(JSON.stringify(submitted))
  out(`file ${submitted.id} with ${formatCount(submitted.slots.length, 'slot')}`)
  if (submitted.secret !== undefined) out(`secret ${submitted.secret}`)
  for (const warning of submitted.warnings) err(`warning: ${warning}`)
}

export async function withdrawFile(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).takeBackStageFile(name, id)
  out(flags.json ? JSON.stringify({ takenBack: id }) : `file ${id} was taken back`)
}

export interface StartFlags extends ApiFlags {
  readonly save?: string
  readonly option: readonly OptionFlag[]
}

export async function startGame(name: string, path: string, flags: StartFlags, { out, err }: Output) {
  const [game = ''] = name.split('/')
  const form = new FormData()
  form.set('file', await readUpload(path))
  if (flags.save !== undefined) form.set('save', await readUpload(flags.save))
  if (flags.option.length > 0) form.set('options', JSON.stringify(await parseOptionFlags(game, flags.option)))
  const { games } = await import('../../games/index.ts')
  const stage = games.find(({ slug }) => slug === game)?.gathering
  if (!stage) throw new Failure(`${name}: rooms of ${game} start when they are created`)
  const room = await apiClient(flags).startRoom(name, stage.path, form)
  if (flags.json) return out(JSON.stringify(room))
  for (const warning of room.warnings) err(`warning: ${warning}`)
  out(`${name} has started: ${room.url}`)
}
