// `packetboat room film|clip|clips|unclip`: the film of a room and its clips.
import type { Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface ClipFlags extends ApiFlags {
  readonly from: string
  readonly to: string
}

export async function printFilm(name: string, flags: ApiFlags, { out, err }: Output) {
  const film = await apiClient(flags).film(name)
  if (flags.json) return out(JSON.stringify(film))
  if (!film.filmed) err(`${name} is not filmed now; to film it: room set ${name} --option film=true`)
  for (const { from, to } of film.stretches) out(`${from}  ${to}  ${lengthOf(from, to)}`)
}

export async function makeClip(name: string, { from, to, ...flags }: ClipFlags, { out }: Output) {
  const clip = await apiClient(flags).createClip(name, { from, to })
  out(flags.json ? JSON.stringify(clip) : clip.url)
}

export async function listClips(name: string, flags: ApiFlags, { out, err }: Output) {
  const clips = await apiClient(flags).clips(name)
  if (flags.json) return out(JSON.stringify({ clips }))
  if (clips.length === 0) return err('no clips')
  for (const { id, url, from, to } of clips) out(`${id}  ${from}  ${lengthOf(from, to)}  ${url}`)
}

export async function deleteClip(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).deleteClip(name, id)
  out(flags.json ? JSON.stringify({ removed: id }) : `clip ${id} deleted`)
}

function lengthOf(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
