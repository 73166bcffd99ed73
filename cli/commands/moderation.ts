// `packetboat room people|kick|say|ban|bans|lift|log`: moderation by the host.
import { isAddress } from '../../wire/net/ip-address.ts'
import { columns, type Output, printable } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface BanFlags extends ApiFlags {
  readonly seconds: number
  readonly reason?: string
}

export async function listPeople(name: string, flags: ApiFlags, { out, err }: Output) {
  const people = await apiClient(flags).people(name)
  if (flags.json) return out(JSON.stringify({ people }))
  if (!people.length) return err('no players are connected')
  for (const line of columns(
    people.map(({ id, name, address, transport, since }) => [
      ...[id, printable(name ?? '?'), printable(address), transport, since],
    ]),
  ))
    out(line)
}

export async function kick(name: string, id: string, flags: ApiFlags, { out }: Output) {
  const person = await apiClient(flags).kick(name, id)
  out(flags.json ? JSON.stringify(person) : `${printable(person.name ?? person.id)} was kicked`)
}

export async function say(name: string, line: string, flags: ApiFlags, { out }: Output) {
  const answers = await apiClient(flags).say(name, line)
  if (flags.json) return out(JSON.stringify({ answers }))
  for (const answer of answers) for (const one of answer.split('\n')) out(printable(one))
}

export async function ban(name: string, who: string, flags: BanFlags, { out }: Output) {
  const { seconds, reason } = flags
  const of = isAddress(who) ? { address: who } : { name: who }
  const created = await apiClient(flags).ban(name, {
    ...of,
    seconds,
    ...(reason !== undefined && { reason }),
  })
  out(flags.json ? JSON.stringify(created) : `${printable(who)} is banned until ${created.until}`)
}

export async function listBans(name: string, flags: ApiFlags, { out, err }: Output) {
  const bans = await apiClient(flags).bans(name)
  if (flags.json) return out(JSON.stringify({ bans }))
  if (!bans.length) return err('no bans')
  for (const line of columns(
    bans.map((one) => [
      ...[one.id, printable(one.name ?? one.address ?? ''), one.until, printable(one.reason)],
    ]),
  ))
    out(line)
}

/** `id`: as `bans` shows it. */
export async function liftBan(name: string, id: string, flags: ApiFlags, { out }: Output) {
  await apiClient(flags).liftBan(name, id)
  out(flags.json ? JSON.stringify({ lifted: id }) : `ban ${id} removed`)
}

export async function printLog(name: string, flags: ApiFlags, { out, err }: Output) {
  const log = await apiClient(flags).log(name)
  if (flags.json) return out(JSON.stringify({ log }))
  if (!log.length) return err(`no log lines of ${name} yet`)
  for (const { time, kind, text } of log) out(`${time}  ${kind.padEnd(7)}  ${printable(text)}`)
}
