// `packetboat room people|kick|say|ban|bans|lift|log`: moderation by the host.
import { isAddress } from '../wire/address.ts'
import { api, type RoomAccess } from './room.ts'
import { columns, type Output, plain } from './terminal/output.ts'

export interface BanRequest extends RoomAccess {
  readonly seconds: number
  readonly reason?: string
}

export async function listPeople(name: string, asked: RoomAccess, { out, err }: Output) {
  const people = await api(asked).people(name)
  if (asked.json) return out(JSON.stringify({ people }))
  if (!people.length) return err('nobody is in')
  for (const line of columns(
    people.map(({ id, name, address, transport, since }) => [
      ...[id, plain(name ?? '?'), plain(address), transport, since],
    ]),
  ))
    out(line)
}

export async function kick(name: string, id: string, asked: RoomAccess, { out }: Output) {
  const person = await api(asked).kick(name, id)
  out(asked.json ? JSON.stringify(person) : `${plain(person.name ?? person.id)} is out`)
}

export async function say(name: string, line: string, asked: RoomAccess, { out }: Output) {
  const answers = await api(asked).say(name, line)
  if (asked.json) return out(JSON.stringify({ answers }))
  for (const answer of answers) for (const one of answer.split('\n')) out(plain(one))
}

export async function ban(name: string, who: string, asked: BanRequest, { out }: Output) {
  const { seconds, reason } = asked
  const of = isAddress(who) ? { address: who } : { name: who }
  const made = await api(asked).ban(name, { ...of, seconds, ...(reason !== undefined && { reason }) })
  out(asked.json ? JSON.stringify(made) : `${plain(who)} is banned until ${made.until}`)
}

export async function listBans(name: string, asked: RoomAccess, { out, err }: Output) {
  const bans = await api(asked).bans(name)
  if (asked.json) return out(JSON.stringify({ bans }))
  if (!bans.length) return err('nobody is banned')
  for (const line of columns(
    bans.map((one) => [
      ...[one.id, plain('name' in one ? one.name : one.address), one.until, plain(one.reason)],
    ]),
  ))
    out(line)
}

/** `id`: as `bans` shows it. */
export async function lift(name: string, id: string, asked: RoomAccess, { out }: Output) {
  await api(asked).lift(name, id)
  out(asked.json ? JSON.stringify({ lifted: id }) : `${id} is lifted`)
}

export async function readLog(name: string, asked: RoomAccess, { out }: Output) {
  const log = await api(asked).log(name)
  if (asked.json) return out(JSON.stringify({ log }))
  for (const { time, kind, text } of log) out(`${time}  ${kind.padEnd(7)}  ${plain(text)}`)
}
