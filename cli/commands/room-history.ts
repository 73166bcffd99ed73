// `packetboat room timeline|stories|rewind` and `packetboat series`.

import { formatDuration, tallyNames } from '../../durable-objects/model/story.ts'
import type { PlayerTally } from '../../games/game.ts'
import type { Answers } from '../../workers/api/responses/answers.ts'
import { requireConfirmation } from '../terminal/confirm.ts'
import { UsageError } from '../terminal/failure.ts'
import { alignColumns, formatCount, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient, type ConfirmationFlags, printCreatedRoom } from './room.ts'

export interface RewindFlags extends ConfirmationFlags {
  readonly at: string
  readonly as: 'fork' | 'replace'
  readonly room?: string
  readonly title?: string
}

export async function printTimeline(name: string, flags: ApiFlags, { out }: Output) {
  const timeline = await apiClient(flags).timeline(name)
  if (flags.json) return out(JSON.stringify(timeline))
  const { since, log } = timeline
  out(
    since === undefined
      ? `${name} keeps no history; to keep a day of it: room set ${name} --option history=24h`
      : `${name} can go back to any second since ${since}`,
  )
  for (const { time, kind, text } of log) out(`${time}  ${kind.padEnd(7)}  ${text}`)
}

export async function rewindRoom(name: string, flags: RewindFlags, output: Output) {
  const { at, as, room, title } = flags
  const client = apiClient(flags)
  if (as === 'fork') {
    const named = { ...(room !== undefined && { room }), ...(title !== undefined && { title }) }
    return void (await printCreatedRoom(client, await client.forkAt(name, { at, ...named }), flags, output))
  }
  await requireConfirmation(`This takes ${name} back to ${at} and disconnects everybody.`, flags.yes, output)
  const rewound = await client.rewind(name, at)
  output.out(
    flags.json
      ? JSON.stringify(rewound)
      : `${name} is as it was at ${rewound.at}; to undo this, take it back to a time just before this command`,
  )
}

type Stories = Answers['Stories']
type Player = Stories['stories'][number]['players'][number]

export async function printStories(name: string, flags: ApiFlags, { out }: Output) {
  const answer = await apiClient(flags).stories(name)
  if (flags.json) return out(JSON.stringify(answer))
  const { stories, current, board } = answer
  if (stories.length === 0) out(`${name} has no stories yet`)
  for (const { from, to, title, players, more = 0 } of stories.toReversed()) {
    out(`${minuteOf(from)} to ${minuteOf(to)}${title === undefined ? '' : `  ${title}`}`)
    for (const line of alignColumns(players.map(toRow))) out(`  ${line}`)
    if (more > 0) out(`  and ${more} more`)
  }
  if (current) {
    out(`since ${minuteOf(current.from)}`)
    for (const line of alignColumns(current.players.map(toRow))) out(`  ${line}`)
  }
  if (board.length === 0) return
  out('players of all stories')
  for (const line of boardLines(board)) out(`  ${line}`)
}

function boardLines(board: Stories['board']): string[] {
  return alignColumns(
    board.map(({ stories: told, wins, ...player }) => [
      ...toRow(player).slice(0, -1),
      [
        told === 1 ? '1 story' : `${told} stories`,
        ...(wins === undefined ? [] : [formatCount(wins, 'win')]),
      ].join(', '),
      countsText(player),
    ]),
  )
}

function toRow({ player, seconds, place, ...counts }: Player): string[] {
  const name = place === undefined ? player : `${place}. ${player}`
  return [name, formatDuration(seconds * 1000), countsText(counts)]
}

function countsText(counts: PlayerTally): string {
  return tallyNames
    .flatMap((name) => (counts[name] === undefined ? [] : [`${name} ${counts[name]}`]))
    .join(', ')
}

const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ')

export interface SeriesFlags extends ConfirmationFlags {
  readonly eraseRoom?: string
  readonly erasePlayer?: string
}

export async function showOrEditSeries(game: string, name: string, flags: SeriesFlags, output: Output) {
  const { eraseRoom: room, erasePlayer: player } = flags
  if (room !== undefined && player !== undefined)
    throw new UsageError('pass --erase-room or --erase-player, not both')
  const client = apiClient(flags)
  if (room === undefined && player === undefined) {
    const answer = await client.series(game, name)
    if (flags.json) return output.out(JSON.stringify(answer))
    for (const line of boardLines(answer.board)) output.out(line)
    for (const { room, title, damaged } of answer.rooms)
      output.out(
        `${title === undefined ? 'deleted' : 'room'} ${room}${damaged ? ' (damaged, not counted)' : ''}`,
      )
    return
  }
  const what = room ?? player ?? ''
  await requireConfirmation(
    `This erases ${what} from the deleted rooms of the series ${game}/${name}.`,
    flags.yes,
    output,
  )
  const erased = await client.eraseFromSeries(
    game,
    name,
    room === undefined ? { player: what } : { room: what },
  )
  output.out(flags.json ? JSON.stringify(erased) : `${what} erased from ${formatCount(erased.rooms, 'room')}`)
}
