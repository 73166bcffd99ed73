// `packetboat sidecar list|rm`: the sidecars of a site.
import { alignColumns, formatCount, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export async function listSidecars(flags: ApiFlags, { out, err }: Output): Promise<void> {
  const sidecars = await apiClient(flags).sidecars()
  if (flags.json) return out(JSON.stringify({ sidecars }))
  if (!sidecars.length) return err('no sidecars')
  const rows = sidecars.map(({ sidecar, connected, host = '', region = '', lastWord, rooms }) => [
    sidecar,
    connected ? 'connected' : `away since ${lastWord}`,
    ...[host, region, formatCount(rooms, 'room')],
  ])
  for (const line of alignColumns(rows)) out(line)
}

export async function forgetSidecar(id: string, flags: ApiFlags, { out }: Output): Promise<void> {
  await apiClient(flags).forgetSidecar(id)
  out(flags.json ? JSON.stringify({ forgotten: id }) : `${id} forgotten`)
}
