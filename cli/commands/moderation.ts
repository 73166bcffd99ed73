// `packetboat room people|kick|say|mute|mutes|unmute|ban|bans|lift|reports|dismiss|log`: moderation by the host.

import type { BanRequest } from '../../durable-objects/rpc/rpc-types.ts'
import { isAddress } from '../../wire/net/ip-address.ts'
import type { Answers } from '../../workers/api/responses/answers.ts'
import { alignColumns, formatCount, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface BanFlags extends ApiFlags {
  readonly seconds: number
  readonly reason?: string
}

export async function listPeople(name: string, flags: ApiFlags, { out, err }: Output) {
  const people = await apiClient(flags).people(name)
  if (flags.json) return out(JSON.stringify({ people }))
  if (!people.length) return err('no players are connected')
  const rows = people.map(({ id, name, address, transport, since }) => [
    ...[id, name ?? '?', address, transport, since],
  ])
  for (const line of alignColumns(rows)) out(line)
}

export async function kick(name: string, id: string, flags: ApiFlags, { out }: Output) {
  const person = await apiClient(flags).kick(name, id)
  out(flags.json ? JSON.stringify(person) : `${person.name ?? person.id} was kicked`)
}

export async function say(name: string, line: string, flags: ApiFlags, { out }: Output) {
  if (!line.startsWith('/')) {
    const players = await apiClient(flags).broadcast(name, line)
    return out(flags.json ? JSON.stringify({ players }) : `shown to ${formatCount(players, 'player')}`)
  }
  const answers = await apiClient(flags).say(name, line)
  if (flags.json) return out(JSON.stringify({ answers }))
  for (const answer of answers) for (const one of answer.split('\n')) out(one)
}

export async function sayToAll(text: string, flags: ApiFlags, { out, err }: Output) {
  const shown = await apiClient(flags).broadcastToAll(text)
  if (flags.json) return out(JSON.stringify(shown))
  out(`shown to ${formatCount(shown.players, 'player')} in ${formatCount(shown.rooms, 'room')}`)
  for (const room of shown.failed) err(`not shown in ${room}`)
}

export interface InviteFlags extends ApiFlags {
  readonly renew?: true
}

export async function invite(name: string, flags: InviteFlags, { out, err }: Output) {
  const { url } = await apiClient(flags).invitation(name, flags.renew)
  if (flags.json) return out(JSON.stringify({ url }))
  if (url === null) return err(`everybody may join ${name}: there is no invite link`)
  out(url)
}

export interface MuteFlags extends BanFlags {
  readonly id?: true
}

/** `who`: a name or an address, or with `--id` a session id. */
export async function mute(name: string, who: string, flags: MuteFlags, { out }: Output) {
  const created = await apiClient(flags).mute(name, banRequest(who, flags))
  out(
    flags.json
      ? JSON.stringify(created)
      : `${created.name ?? created.address ?? who} is muted until ${created.until}`,
  )
}

export async function listMutes(name: string, flags: ApiFlags, { out, err }: Output) {
  const mutes = await apiClient(flags).mutes(name)
  if (flags.json) return out(JSON.stringify({ mutes }))
  if (!mutes.length) return err('no mutes')
  for (const line of alignColumns(mutes.map(banRow))) out(line)
}

/** `id`: as `mutes` shows it. */
export async function liftMute(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).liftMute(name, id)
  out(flags.json ? JSON.stringify({ lifted: id }) : `mute ${id} removed`)
}

/** Oldest first. Each report has the lines of chat that the reporter could read. */
export async function listReports(name: string, flags: ApiFlags, { out, err }: Output) {
  const reports = await apiClient(flags).reports(name)
  if (flags.json) return out(JSON.stringify({ reports }))
  if (!reports.length) return err('no reports')
  for (const { id, time, reporter, player, reason, lines } of reports.toReversed()) {
    const who = `${reporter.name} reported ${player.name} (session ${player.id})`
    out(`${id}  ${time}  ${who}${reason === '' ? '' : `: ${reason}`}`)
    for (const line of lines) out(`    ${line.time}  ${line.text}`)
  }
}

/** `id`: as `reports` shows it. */
export async function dismissReport(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).dismissReport(name, id)
  out(flags.json ? JSON.stringify({ dismissed: id }) : `report ${id} dismissed`)
}

export async function ban(name: string, who: string, flags: BanFlags, { out }: Output) {
  const created = await apiClient(flags).ban(name, banRequest(who, flags))
  out(flags.json ? JSON.stringify(created) : `${who} is banned until ${created.until}`)
}

function banRequest(who: string, { seconds, reason, id }: MuteFlags): BanRequest {
  const subject = id ? { id: who } : isAddress(who) ? { address: who } : { name: who }
  return { ...subject, seconds, ...(reason !== undefined && { reason }) }
}

export async function listBans(name: string, flags: ApiFlags, { out, err }: Output) {
  const bans = await apiClient(flags).bans(name)
  if (flags.json) return out(JSON.stringify({ bans }))
  if (!bans.length) return err('no bans')
  for (const line of alignColumns(bans.map(banRow))) out(line)
}

const banRow = ({ id, name, address, until, reason }: Answers['Ban']) => [
  ...[id, name ?? address ?? '', until, reason],
]

/** `id`: as `bans` shows it. */
export async function liftBan(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).liftBan(name, id)
  out(flags.json ? JSON.stringify({ lifted: id }) : `ban ${id} removed`)
}

export async function printLog(name: string, flags: ApiFlags, { out, err }: Output) {
  const log = await apiClient(flags).log(name)
  if (flags.json) return out(JSON.stringify({ log }))
  if (!log.length) return err(`no log lines of ${name} yet`)
  for (const { time, kind, text } of log) out(`${time}  ${kind.padEnd(7)}  ${text}`)
}
